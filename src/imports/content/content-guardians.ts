import { Injectable } from '@nestjs/common';
import type { Guardian } from '../../features/directory/guardian.entity.js';
import { RosterFeedService, type FedGuardian } from '../../features/directory/roster-feed.service.js';
import { kept } from '../../http/kept.js';
import { countInto } from '../import-report.js';
import type { Entry } from './check-content.js';
import type { GuardianEntry, StudentEntry } from './content-file.schema.js';
import { ContentImportRepository } from './content-import.repository.js';
import { reject, type ContentRun } from './content-run.js';
import { matchPeople } from './match-people.js';
import { personKey } from './person-key.js';
import { digestToFeed, digestToRestore, fingerprint } from './stored-or-given.js';

interface Match {
  studentSourceId: string;
  entry: GuardianEntry;
  known: Guardian | null;
}

@Injectable()
export class ContentGuardians {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly roster: RosterFeedService,
  ) {}

  /** Guardians that the file does not name stay. */
  async take(run: ContentRun, students: Entry<StudentEntry>[]): Promise<void> {
    const { manager, school } = run;
    const matches = await this.match(run, students);
    const adopted = matches.flatMap(({ studentSourceId, entry, known }) =>
      known && known.sourceId === null
        ? [{ id: known.id, source_id: keyWithin(studentSourceId)(entry) }]
        : [],
    );
    await this.repository.adoptGuardians(manager, adopted);
    const hidden = await this.repository.findHiddenEmails(
      manager,
      matches.flatMap((match) => addressOf(match) ?? []),
    );
    const guardians = matches.map((match) => toFedGuardian(match, hidden));
    const feed = { schoolId: school.id, source: null, guardians, completeForStudents: [], now: run.now };
    countInto(run.report, 'guardians', await this.roster.feedGuardians(manager, feed));
    const digests = matches.flatMap(({ known }, at) => digestToRestore(guardians[at]!.digest, known));
    await this.repository.restoreDigests(manager, 'guardians', digests);
  }

  private async match(run: ContentRun, students: Entry<StudentEntry>[]): Promise<Match[]> {
    const { manager, school } = run;
    const named = students.filter(({ value }) => value.guardians && value.guardians.length > 0);
    const ids = named.map(({ value }) => value.source_id);
    const stored = await this.repository.findStudents(manager, school.id, ids);
    const idOf = (sourceId: string): string => stored.get(sourceId)![0]!.id;
    const known = await this.repository.findGuardians(manager, ids.map(idOf));
    return named.flatMap(({ value: { source_id, guardians = [] }, line }) => {
      const found = matchPeople(guardians, known.get(idOf(source_id)) ?? [], keyWithin(source_id));
      return [...found].flatMap(([entry, match]) => {
        if (match !== 'ambiguous') return [{ studentSourceId: source_id, entry, known: match }];
        const message =
          'students: a guardian without email, where several guardians of the student have the name';
        reject(run, line, { code: 'ambiguous_guardian', value: source_id, message });
        return [];
      });
    });
  }
}

/** The same email is the same adult for every student; the same name alone is not. */
const keyWithin =
  (studentSourceId: string) =>
  (guardian: GuardianEntry): string =>
    guardian.email ?? `${personKey(guardian)} (${studentSourceId})`;

function toFedGuardian(match: Match, hidden: Set<string>): FedGuardian {
  const { studentSourceId, entry, known } = match;
  const profileVisibility = visibilityToFeed(match, hidden);
  // What a registered person says of themselves outweighs a file that another source's record was not made from.
  const ownContact = known !== null && known.membershipId !== null && known.source !== 'content';
  const guardian = {
    firstName: entry.first_name,
    lastName: entry.last_name,
    email: ownContact ? known.email : kept(entry.email, known?.email),
    phone: ownContact ? known.phone : kept(entry.phone, known?.phone),
    relation: entry.relation ?? known?.relation ?? 'guardian',
    isPrimary: entry.primary ?? known?.isPrimary ?? false,
    ...(profileVisibility && { profileVisibility }),
  };
  const isSame =
    known !== null &&
    Object.entries(guardian).every(([field, value]) => known[field as keyof Guardian] === value);
  return {
    ...guardian,
    studentSourceId,
    sourceId: known?.sourceId ?? keyWithin(studentSourceId)(entry),
    digest: digestToFeed(fingerprint(entry), known, isSame),
  };
}

/** Once a person has registered, in any school, how they are shown is theirs to say. */
function visibilityToFeed(match: Match, hidden: Set<string>) {
  if (match.known?.membershipId) return undefined;
  const email = addressOf(match);
  return email && hidden.has(email) ? 'name_only' : match.entry.profile_visibility;
}

/** By which the person is known: an entry without email may mean somebody whose email is stored. */
const addressOf = ({ entry, known }: Match): string | null => entry.email ?? known?.email ?? null;
