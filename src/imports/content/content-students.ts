import { Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import { RosterImporter } from '../../features/directory/roster/roster.importer.js';
import {
  asRecorded,
  type ImportedStudent,
  STUDENT_COLUMNS,
} from '../../features/directory/students/student.columns.js';
import type { Student } from '../../features/directory/students/student.entity.js';
import { isStoredAlready, mergedColumns } from '../../platform/database/row-columns.js';
import { countInto } from '../../platform/import-report.js';
import type { Entry } from './check-content.js';
import type { StudentEntry } from './content-file.schema.js';
import { ContentImportRepository } from './content-import.repository.js';
import { withLastName } from './match-people.js';
import { type ContentRun, reject } from './content-run.js';

/** Fingerprint of what a content file says of one record. */
export const fingerprint = (entry: object): string => hash('sha256', JSON.stringify(entry), 'base64url');

/** A record as it is stored, whatever source it came from. */
export interface StoredRecord {
  id: string;
  source: string;
  sourceDigest: string | null;
}

/**
 * The digest to import: the stored one when there is nothing to write, either because the file says what it said
 * before (what was edited here since stays) or because everything it names is stored already.
 */
export function digestToImport(said: string, stored: StoredRecord | null, changesNothing: boolean): string {
  return (changesNothing && stored?.sourceDigest) || said;
}

/** A record of another source that a content file adds to keeps that source's digest: its next import has no news. */
export function digestToRestore(
  imported: string,
  stored: StoredRecord | null,
): { id: string; digest: string }[] {
  if (!stored?.sourceDigest || stored.source === 'content' || stored.sourceDigest === imported) return [];
  return [{ id: stored.id, digest: stored.sourceDigest }];
}

export interface TakenStudents {
  /** Entries of students who are stored now. */
  taken: Entry<StudentEntry>[];
  /** Source ids of those who had a postal address and have none now. */
  unaddressed: string[];
}

@Injectable()
export class ContentStudents {
  constructor(
    private readonly repository: ContentImportRepository,
    private readonly roster: RosterImporter,
  ) {}

  async import(run: ContentRun): Promise<TakenStudents> {
    const { manager, school, content, now } = run;
    run.progress.step('students', 0, content.students.length);
    const ids = content.students.map(({ value }) => value.source_id);
    const stored = await this.repository.findStudents(manager, school.id, ids);
    const taken = content.students.filter((entry) =>
      acceptable(run, entry, stored.get(entry.value.source_id)),
    );
    const imported = taken.map(({ value }) => {
      const [found] = stored.get(value.source_id) ?? [];
      const known = found ? asRecorded(found) : null;
      return { student: toImportedStudent(value, known, school.country), known };
    });
    const students = imported.map(({ student }) => student);
    const counts = await this.roster.importStudents(manager, {
      schoolId: school.id,
      source: null,
      students,
      now,
    });
    const digests = imported.flatMap(({ student, known }) => digestToRestore(student.digest, known));
    await this.repository.restoreDigests(manager, school.id, 'students', digests);
    countInto(run.report, 'students', counts);
    run.progress.step('students', content.students.length, content.students.length);
    return { taken, unaddressed: counts.unaddressed };
  }
}

function acceptable(run: ContentRun, { value, line }: Entry<StudentEntry>, stored: Student[] = []): boolean {
  if (isAmbiguous(stored)) {
    const message = 'students: more than one source has a student with this source_id';
    reject(run, line, { code: 'ambiguous_student', value: value.source_id, message });
    return false;
  }
  if (stored.length > 0 || value.first_name !== undefined) return true;
  const message = 'students: a student who is not there yet needs a first_name';
  reject(run, line, { code: 'missing_field', value: value.source_id, message });
  return false;
}

/** A student that a content file made is meant before one of another source. */
export const isAmbiguous = (stored: Student[]): boolean =>
  stored.length > 1 && stored[0]?.source !== 'content';

function toImportedStudent(entry: StudentEntry, known: Student | null, country: string): ImportedStudent {
  const said = digestOf(entry, known);
  const student = {
    ...mergedColumns(STUDENT_COLUMNS, withLastName(entry, known), known),
    graduationYear: entry.graduation_year,
    ...(entry.address !== undefined && addressColumns(entry.address, country)),
    ...(entry.latitude !== undefined && { latitude: entry.latitude, longitude: entry.longitude ?? null }),
    addressVisible: visibilityToImport(entry, known),
  };
  // A file that hides an address which is hidden by default alone is news: it stays hidden when the default goes.
  const isSaid = known !== null && known.hiddenByDefault && student.addressVisible === false;
  const isNotNew = known !== null && isStoredAlready(student, known) && !isNewVerdict(known, said) && !isSaid;
  return {
    ...student,
    sourceId: entry.source_id,
    archived: entry.archived ?? (known !== null && known.archivedAt !== null),
    digest: digestToImport(said, known, isNotNew),
  };
}

/** All of it, or none. */
const addressColumns = (address: StudentEntry['address'], country: string) => ({
  addressLine1: address?.line1 ?? null,
  addressLine2: address?.line2 ?? null,
  addressCity: address?.city ?? null,
  addressRegion: address?.region ?? null,
  addressPostalCode: address?.postal_code ?? null,
  addressCountry: address ? (address.country ?? country) : null,
});

/**
 * Whether the student is archived is told apart from what the file says of them: see `RosterImporter.importStudents`. What a file says
 * of the address is remembered while later ones say nothing of it.
 */
function digestOf(
  { archived: _archived, guardians: _guardians, address_visible, ...rest }: StudentEntry,
  known: Student | null,
): string {
  return `${fingerprint(rest)}/${address_visible ?? (known && verdictOf(known)) ?? ''}`;
}

/**
 * A family that hides its address here must not be shown by a file that only repeats itself: an import shows a
 * hidden address when a content file has said to hide it and now says to show it, and never for a student of another
 * source. Where the files were silent before, it was the family that hid it: a new address is visible.
 */
function visibilityToImport(entry: StudentEntry, known: Student | null): boolean | undefined {
  const said = entry.address_visible;
  if (!known || said === undefined || said === known.addressVisible) return said;
  // A repeated entry of the file does not hide again what the family has made visible since.
  return (verdictOf(known) === 'false') === said ? said : undefined;
}

const isNewVerdict = (known: Student, said: string): boolean =>
  known.source === 'content' && verdictOf(known) !== said.split('/')[1];

/** `true`, `false`, or nothing where no content file has said anything of the address. */
const verdictOf = ({ source, sourceDigest }: Student): string | undefined =>
  source === 'content' ? sourceDigest?.split('/')[1] : undefined;
