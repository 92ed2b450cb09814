import { Injectable } from '@nestjs/common';
import { ContentMembers } from './content-members.js';
import { type ContentRun, reject } from './content-run.js';
import { ContentStaff } from './content-staff.js';
import { ContentStudents, digestToImport, digestToRestore, fingerprint } from './content-students.js';
import { type ImportedGuardian, GUARDIAN_COLUMNS } from '../../features/directory/guardian.columns.js';
import type { Guardian } from '../../features/directory/guardian.entity.js';
import { RosterImporter } from '../../features/directory/roster.importer.js';
import { isStoredAlready, mergedColumns } from '../../platform/database/row-columns.js';
import { countInto } from '../../platform/import-report.js';
import type { Entry } from './check-content.js';
import type { GuardianEntry, StudentEntry } from './content-file.schema.js';
import { ContentImportRepository } from './content-import.repository.js';
import { matchPeople, personKey, withLastName } from './match-people.js';

interface Match {
  studentSourceId: string;
  entry: GuardianEntry;
  known: Guardian | null;
}

@Injectable()
export class ContentGuardians {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly roster: RosterImporter,
  ) {}

  /** Guardians that the file does not name stay. */
  async import(run: ContentRun, students: Entry<StudentEntry>[]): Promise<void> {
    const { manager, school } = run;
    const matches = await this.match(run, students);
    const adopted = matches.flatMap(({ studentSourceId, entry, known }) =>
      known && known.sourceId === null
        ? [{ id: known.id, source_id: keyWithin(studentSourceId)(entry) }]
        : [],
    );
    await this.repository.adoptGuardians(manager, school.id, adopted);
    const hidden = await this.repository.findHiddenEmails(
      manager,
      matches.flatMap((match) => addressOf(match) ?? []),
    );
    const guardians = matches.map((match) => toImportedGuardian(match, hidden));
    const target = { schoolId: school.id, source: null, guardians, completeForStudents: [], now: run.now };
    countInto(run.report, 'guardians', await this.roster.importGuardians(manager, target));
    const digests = matches.flatMap(({ known }, at) => digestToRestore(guardians[at]!.digest, known));
    await this.repository.restoreDigests(manager, school.id, 'guardians', digests);
  }

  private async match(run: ContentRun, students: Entry<StudentEntry>[]): Promise<Match[]> {
    const { manager, school } = run;
    const named = students.filter(({ value }) => value.guardians && value.guardians.length > 0);
    const ids = named.map(({ value }) => value.source_id);
    const stored = await this.repository.findStudents(manager, school.id, ids);
    const idOf = (sourceId: string): string => stored.get(sourceId)![0]!.id;
    const known = await this.repository.findGuardians(manager, school.id, ids.map(idOf));
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

function toImportedGuardian(match: Match, hidden: Set<string>): ImportedGuardian {
  const { studentSourceId, entry, known } = match;
  const profileVisibility = visibilityToImport(match, hidden);
  // What a registered person says of themselves outweighs a file that another source's record was not made from.
  const ownContact = known !== null && known.membershipId !== null && known.source !== 'content';
  const guardian = {
    ...mergedColumns(GUARDIAN_COLUMNS, withLastName(entry, known), known),
    ...(ownContact && { email: known.email, phone: known.phone }),
    relation: entry.relation ?? known?.relation ?? 'guardian',
    isPrimary: entry.primary ?? known?.isPrimary ?? false,
    profileVisibility,
  };
  const isSame = known !== null && isStoredAlready(guardian, known);
  return {
    ...guardian,
    studentSourceId,
    sourceId: known?.sourceId ?? keyWithin(studentSourceId)(entry),
    digest: digestToImport(fingerprint(entry), known, isSame),
  };
}

/** Once a person has registered, in any school, how they are shown is theirs to say. */
function visibilityToImport(match: Match, hidden: Set<string>) {
  if (match.known?.membershipId) return undefined;
  const email = addressOf(match);
  return email && hidden.has(email) ? 'name_only' : match.entry.profile_visibility;
}

/** By which the person is known: an entry without email may mean somebody whose email is stored. */
const addressOf = ({ entry, known }: Match): string | null => entry.email ?? known?.email ?? null;

@Injectable()
export class ContentPeople {
  constructor(
    private readonly students: ContentStudents,
    private readonly guardians: ContentGuardians,
    private readonly members: ContentMembers,
    private readonly staff: ContentStaff,
  ) {}

  async import(run: ContentRun): Promise<void> {
    await this.guardians.import(run, await this.students.import(run));
    await this.members.import(run);
    await this.staff.import(run);
  }
}
