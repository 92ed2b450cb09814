import { spreadsheet } from '../../../platform/text/spreadsheet.js';
import type { GuardianRelation } from '../../directory/guardians/guardian-relation.js';

interface ListedGuardian {
  id: string;
  name: string;
  relation: GuardianRelation;
  /** Null where it is masked for the caller. */
  email: string | null;
  phone: string | null;
}

export interface ListedStudent {
  name: string;
  grade: string | null;
  graduation_year: number | null;
  position: string | null;
  jersey: string | null;
  /** Primary ones first. */
  guardians: ListedGuardian[];
}

/** The students of an organization by name, as the caller may see them. */
export interface ClassList {
  /** The name of the organization. */
  name: string;
  school: {
    name: string;
    /** BCP 47. */
    locale: string;
    /** ISO 3166, two letters. */
    country: string;
    /** IANA name. */
    timeZone: string;
  };
  students: ListedStudent[];
}

/** One row a student, with as many guardians beside each other as anybody on the list has. */
export function classListAsCsv({ students }: ClassList): string {
  const most = Math.max(0, ...students.map(({ guardians }) => guardians.length));
  const numbers = Array.from({ length: most }, (_, at) => at + 1);
  const ofGuardians = numbers.flatMap((n) => [`Guardian ${n}`, `Relation ${n}`, `Phone ${n}`, `Email ${n}`]);
  const rows = students.map(({ name, grade, graduation_year, position, jersey, guardians }) => [
    ...[name, grade, graduation_year, position, jersey],
    ...guardians.flatMap((guardian) => [guardian.name, guardian.relation, guardian.phone, guardian.email]),
    ...Array.from({ length: 4 * (most - guardians.length) }, () => null),
  ]);
  return spreadsheet(['Student', 'Grade', 'Graduation year', 'Position', 'Jersey', ...ofGuardians], rows);
}
