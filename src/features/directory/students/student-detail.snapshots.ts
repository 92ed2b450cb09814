import type { Prefetch } from '../../../platform/auth/prefetch.js';
import { type PreparedJson, SerializedJson } from '../../../platform/http/prepared-json.js';
import { inSchoolOrder } from '../../../policy/name-order.js';
import { revisionOf, type SnapshotKind } from '../../../platform/cache/snapshot-kind.js';
import type { StudentDetail } from './student-detail.dto.js';
import { ownNotes, ownStar, STUDENT_READER, studentDetails } from './student-detail.repository.js';

/** Whether the student is the caller's own, and what is. */
export interface OwnOfStudent extends Pick<StudentDetail, 'starred' | 'notes'> {
  revision: number;
  is_own: boolean;
}

export const STUDENT_PREFETCH: Prefetch = {
  name: 'student',
  sql: ({ school, membership, target }) => `json_build_object('revision', ${revisionOf('directory', school)},
    'is_own', exists (select from family_guardians
      where school_id = ${school} and student_id = ${target} and membership_id = ${membership}),
    'starred', ${ownStar(target, { school, membership })}, 'notes', ${ownNotes(target, { school, membership })})`,
};

export type SharedDetail = Omit<StudentDetail, 'starred' | 'notes'>;

/**
 * A list of one, or of none. $2 the student, $3 the guardian who looks, or somebody unrelated, $4 whether they are an
 * admin, $5 the students from whom the guardian is kept apart.
 */
export const STUDENT: SnapshotKind<SharedDetail & { locale: string }> = {
  name: 'student',
  subject: 'directory',
  list: 'students',
  rows: studentDetails('s.id = $2', { reader: { ...STUDENT_READER, restrictedStudents: '$5' } }),
  write: (students) => inSchoolOrder(students).map((student) => ({ text: JSON.stringify(student) })),
};

/** The parsed form of a cached answer: it is the same object for as long as nothing has changed. */
const details = new WeakMap<PreparedJson, SharedDetail | null>();

/** Null where the student is not visible. */
export function sharedDetailIn(answer: PreparedJson): SharedDetail | null {
  let detail = details.get(answer);
  if (detail === undefined) {
    [detail = null] = (JSON.parse(answer.text()) as { students: SharedDetail[] }).students;
    details.set(answer, detail);
  }
  return detail;
}

/** A student as one caller gets them. */
export class StudentText extends SerializedJson {
  constructor(readonly student: StudentDetail) {
    super(JSON.stringify(student));
  }
}

/** For all who have neither star nor note. */
const plainTexts = new WeakMap<SharedDetail, StudentText>();

export function studentText(shared: SharedDetail, { starred, notes }: OwnOfStudent): StudentText {
  if (starred || notes.length > 0) return new StudentText({ ...shared, starred, notes });
  let text = plainTexts.get(shared);
  if (!text) plainTexts.set(shared, (text = new StudentText({ ...shared, starred, notes })));
  return text;
}
