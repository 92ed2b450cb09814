import type { ManagedSlipResponse, SlipStudentState } from './managed-slip.dto.js';

export type StudentRow = Pick<SlipStudentState, 'student_id' | 'name' | 'graduation_year' | 'state'>;

/** A response with the students whom it is for. */
export interface ResponseOfStudents {
  studentIds: string[];
  response: ManagedSlipResponse;
}

/** Students with the responses for them, newest first, and what those come to. */
export function withResponses(students: StudentRow[], responses: ResponseOfStudents[]): SlipStudentState[] {
  const byStudent = new Map<string, ManagedSlipResponse[]>();
  for (const { studentIds, response } of responses)
    for (const id of studentIds) byStudent.set(id, [...(byStudent.get(id) ?? []), response]);
  return students.map((student) => {
    const own = byStudent.get(student.student_id) ?? [];
    const current = own.filter(({ state }) => state === 'current');
    const signed = current.flatMap(({ signed_at: signedAt }) => signedAt ?? []);
    return {
      ...student,
      decision: decisionOf(current),
      signed_by: current.flatMap(({ signed_by_name: name }) => name ?? []).reverse(),
      signed_at: signed.sort().at(-1) ?? null,
      responses: own,
    };
  });
}

/** Declined wins (contract section 4, rule 7). */
function decisionOf(current: ManagedSlipResponse[]): SlipStudentState['decision'] {
  if (current.length === 0) return null;
  return current.some(({ decision }) => decision === 'declined') ? 'declined' : 'granted';
}
