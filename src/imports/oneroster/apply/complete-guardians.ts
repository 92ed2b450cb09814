import type { SchoolRun } from './school-run.js';

/** The guardians of a school's plan, and of whom they are all. */
export function completeGuardians(schoolId: string, { plan, source, unclear, unreadRelatives }: SchoolRun) {
  const untouched = new Set([...unclear, ...unreadRelatives]);
  const completeForStudents = plan.guardiansCompleteFor.filter((studentId) => !untouched.has(studentId));
  return { schoolId, source, guardians: plan.guardians, completeForStudents, untouched: [...untouched] };
}
