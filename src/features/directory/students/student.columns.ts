import type {
  ContentHash,
  ColumnRule,
  ImportedRow,
  RowColumns,
} from '../../../platform/database/row-columns.js';
import type { Student } from './student.entity.js';

/**
 * The readers of a column in the detail of a student: every member of the school, or those whom the mask of that name lets
 * through.
 */
interface StudentColumnRule extends ColumnRule {
  detail: 'members' | 'beyond_the_name' | 'contact' | 'address' | 'legal' | 'nobody';
}

const RECORD = { exported: true, erased: "the school's record of a student" } as const;
const NAME = { ...RECORD, type: 'text', imported: 'always', hashedSince: 1, detail: 'members' } as const;
/** Names from a source are also written here, so that the trigger knows them for the records'. */
const LEGAL = { ...RECORD, type: 'text', detail: 'legal' } as const;
const CONTACT = { ...NAME, detail: 'contact', erased: true } as const;
const ADDRESS = { ...RECORD, type: 'text', imported: { given: 'address' }, detail: 'nobody' } as const;
const COORDINATE = {
  ...RECORD,
  type: 'double precision',
  imported: { given: 'coordinates' },
  detail: 'address',
} as const;

export const STUDENT_COLUMNS = {
  id: { ...RECORD, type: 'uuid', detail: 'members' },
  schoolId: { ...RECORD, type: 'uuid', detail: 'members' },
  source: { ...RECORD, type: 'text', detail: 'nobody' },
  sourceId: { ...RECORD, type: 'text', detail: 'nobody' },
  sourceDigest: { ...RECORD, type: 'text', exported: 'a hash of the other columns', detail: 'nobody' },
  firstName: NAME,
  legalFirstName: LEGAL,
  legalLastName: LEGAL,
  middleName: { ...NAME, detail: 'beyond_the_name' },
  lastName: NAME,
  preferredName: { ...NAME, detail: 'beyond_the_name' },
  preferredLastName: { ...NAME, hashedSince: 2, detail: 'nobody' },
  // A source whose grade is not understood leaves the year on file.
  graduationYear: { ...NAME, type: 'integer', imported: 'given' },
  grade: { ...NAME, detail: 'beyond_the_name' },
  email: CONTACT,
  phone: CONTACT,
  // In the detail they are one object, which the mask shows or hides as a whole.
  addressLine1: ADDRESS,
  addressLine2: ADDRESS,
  addressCity: ADDRESS,
  addressRegion: ADDRESS,
  addressPostalCode: ADDRESS,
  addressCountry: ADDRESS,
  latitude: COORDINATE,
  longitude: COORDINATE,
  geocodeMissedAt: { ...RECORD, type: 'timestamptz', exported: 'of the address alone', detail: 'nobody' },
  addressVisible: { ...RECORD, type: 'boolean', imported: 'given', detail: 'nobody' },
  hiddenByDefault: { ...RECORD, type: 'boolean', detail: 'nobody' },
  archivedAt: { ...RECORD, type: 'timestamptz', detail: 'nobody' },
  createdAt: { ...RECORD, type: 'timestamptz', detail: 'nobody' },
  updatedAt: { ...RECORD, type: 'timestamptz', detail: 'nobody' },
} as const satisfies RowColumns<Student> & Record<keyof Student, StudentColumnRule>;

/** A student as sources speak of them: by the names in the records. */
export const asRecorded = (student: Student): Student => ({
  ...student,
  firstName: student.legalFirstName ?? student.firstName,
  lastName: student.legalLastName ?? student.lastName,
});

/**
 * A student as a source has them. Texts are normalised (`normalizeText`, `normalizeEmail`) by the importer. A changed
 * address clears the coordinates unless they are given too.
 */
export interface ImportedStudent extends ImportedRow<Student, typeof STUDENT_COLUMNS>, ContentHash {
  /** Unique within one import. */
  sourceId: string;
  /** True: stored, but not on the roster. Absent means false. */
  archived?: boolean;
}
