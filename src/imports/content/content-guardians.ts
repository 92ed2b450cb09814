import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type ContentRun, reject } from './content-run.js';
import { digestToImport, digestToRestore, fingerprint } from './content-students.js';
import {
  GUARDIAN_COLUMNS,
  type ImportedGuardian,
} from '../../features/directory/guardians/guardian.columns.js';
import type { Guardian } from '../../features/directory/guardians/guardian.entity.js';
import { type GuardianOutcome, RosterImporter } from '../../features/directory/roster/roster.importer.js';
import { isStoredAlready, mergedColumns } from '../../platform/database/row-columns.js';
import { countInto } from '../../platform/import-report.js';
import type { Entry } from './check-content.js';
import type { GuardianEntry, StudentEntry } from './content-file.schema.js';
import { ContentImportRepository } from './content-import.repository.js';
import { ContentRestrictions } from './content-restrictions.js';
import { matchGuardians, nameKey, withLastName } from './match-people.js';

interface Match {
  studentSourceId: string;
  entry: GuardianEntry;
  known: Guardian | null;
  /** The id of a record that is new. */
  key: string;
  line: number;
}

@Injectable()
export class ContentGuardians {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly roster: RosterImporter,
    private readonly restrictions: ContentRestrictions,
  ) {}

  /** Guardians that the file does not name stay. */
  async import(run: ContentRun, students: Entry<StudentEntry>[]): Promise<GuardianOutcome> {
    const { manager, school } = run;
    const matches = await this.match(run, students);
    const adopted = matches.flatMap(({ key, known }) =>
      known && known.sourceId === null ? [{ id: known.id, source_id: key }] : [],
    );
    await this.repository.adoptGuardians(manager, school.id, adopted);
    const hidden = await this.repository.findHiddenEmails(
      manager,
      matches.flatMap((match) => addressOf(match) ?? []),
    );
    const guardians = matches.map((match) => toImportedGuardian(match, hidden));
    const target = { schoolId: school.id, source: null, guardians, completeForStudents: [], now: run.now };
    const outcome = await this.roster.importGuardians(manager, target);
    countInto(run.report, 'guardians', outcome);
    const digests = matches.flatMap(({ known }, at) => digestToRestore(guardians[at]!.digest, known));
    await this.repository.restoreDigests(manager, school.id, 'guardians', digests);
    await this.restrictions.importGuardians(
      run,
      matches.map(({ entry, known, key, studentSourceId, line }) => ({
        ...{ restricted: entry.restricted, restricted_until: entry.restricted_until },
        ...{ id: known?.id ?? null, key, studentSourceId, line },
      })),
    );
    return outcome;
  }

  /**
   * Source ids of new records. An equal name and email is one adult for every student, by the id of an earlier run where
   * there is one; an equal name alone is not.
   */
  private async keys(run: ContentRun, students: Entry<StudentEntry>[]) {
    const emails = students.flatMap(
      ({ value }) => value.guardians?.flatMap(({ email }) => email ?? []) ?? [],
    );
    const stored = await this.repository.findOwnGuardians(run.manager, run.school.id, emails);
    const known = new Map(
      stored.map((one) => [
        `${nameKey({ first_name: one.firstName, last_name: one.lastName })} ${one.email}`,
        one.sourceId,
      ]),
    );
    return (studentSourceId: string, guardian: GuardianEntry): string => {
      if (guardian.source_id) return guardian.source_id;
      const name = nameKey(guardian);
      const { email } = guardian;
      if (!email) return `name:${name} (${studentSourceId})`;
      // By a digest: an id outlives the person's data.
      return (
        known.get(`${name} ${email}`) ?? `name:${name} ${hash('sha256', email, 'base64url').slice(0, 16)}`
      );
    };
  }

  private async match(run: ContentRun, students: Entry<StudentEntry>[]): Promise<Match[]> {
    const { manager, school } = run;
    const named = students.filter(({ value }) => value.guardians && value.guardians.length > 0);
    const ids = named.map(({ value }) => value.source_id);
    const stored = await this.repository.findStudents(manager, school.id, ids);
    const idOf = (sourceId: string): string => stored.get(sourceId)![0]!.id;
    const known = await this.repository.findGuardians(manager, school.id, ids.map(idOf));
    const keyOf = await this.keys(run, named);
    return named.flatMap(({ value: { source_id, guardians = [] }, line }) => {
      const found = matchGuardians(guardians, known.get(idOf(source_id)) ?? []);
      return [...found].flatMap(([entry, match]) => {
        if (match !== 'ambiguous')
          return [{ studentSourceId: source_id, entry, known: match, line, key: keyOf(source_id, entry) }];
        const message =
          'students: several guardians of the student have this name, and none of them this email: give source_id';
        reject(run, line, { code: 'ambiguous_guardian', value: source_id, message });
        return [];
      });
    });
  }
}

function toImportedGuardian(match: Match, hidden: Set<string>): ImportedGuardian {
  const { studentSourceId, entry, known, key } = match;
  const profileVisibility = visibilityToImport(match, hidden);
  // Contact that a registered person gave themselves outweighs a file, unless the record was made from one.
  const ownContact = known !== null && known.membershipId !== null && known.source !== 'content';
  const guardian = {
    ...mergedColumns(GUARDIAN_COLUMNS, withLastName(entry, known), known),
    ...(ownContact && { email: known.email, phone: known.phone }),
    relation: entry.relation ?? known?.relation ?? 'guardian',
    isPrimary: entry.primary ?? known?.isPrimary ?? false,
    profileVisibility,
  };
  const isSaid = known !== null && known.hiddenByDefault && profileVisibility === 'name_only';
  const isSame = known !== null && isStoredAlready(guardian, known) && !isSaid;
  return {
    ...guardian,
    studentSourceId,
    sourceId: known?.sourceId ?? key,
    digest: digestToImport(fingerprint(withoutRestriction(entry)), known, isSame),
  };
}

/** A restriction is no part of the record: that it begins or ends writes nothing else of it. */
const withoutRestriction = ({ restricted: _, restricted_until: __, ...said }: GuardianEntry): object => said;

/** Once a person has registered, in any school, how they are shown is theirs to say. */
function visibilityToImport(match: Match, hidden: Set<string>) {
  if (match.known?.membershipId) return undefined;
  const email = addressOf(match);
  return email && hidden.has(email) ? 'name_only' : match.entry.profile_visibility;
}

/** Address by which the person is known: an entry without email may mean somebody whose email is stored. */
const addressOf = ({ entry, known }: Match): string | null => entry.email ?? known?.email ?? null;
