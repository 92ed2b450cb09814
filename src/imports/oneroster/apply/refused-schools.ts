import type { ArchiveLimitError } from '../archive-limit.error.js';
import type { IssueLog } from '../issue-log.js';
import type { WaitingStudent } from '../resolve/moves.js';
import type { SchoolRun } from './school-run.js';

/** By source id of the school. */
export type Refusals = ReadonlyMap<string, ArchiveLimitError>;

/** Waiting students whose new school was refused only when it was written. */
export const lateOf = (waiting: WaitingStudent[], before: Refusals): WaitingStudent[] =>
  waiting.filter(({ refused, to }) => refused === to && !before.has(refused));

/**
 * A school that is refused does not stop the others: whoever runs it is told how to allow it, and which students of the
 * export are not where it has them. Each by id, however many: nobody else notices.
 */
export function tellRefused(
  runs: SchoolRun[],
  refusals: Refusals,
  waiting: WaitingStudent[],
  log: IssueLog,
): void {
  const names = new Map(runs.map(({ plan }) => [plan.sourceId, plan.name ?? plan.sourceId]));
  for (const [school, { code, message }] of refusals)
    log.error({ file: 'users.csv', line: 0 }, code, names.get(school) ?? school, message);
  const lineOf = runs[0]?.lineOf ?? (() => 0);
  for (const one of waiting) {
    const { code, student } = one;
    const message = `${reasonOf(one, (school) => names.get(school) ?? school)} ${refusals.get(one.refused)!.remedy}`;
    log.each({ file: 'users.csv', line: lineOf(student) }, code, student, message);
  }
}

/** Staff whom the export has at refused schools alone, with what is said of those who would leave another one for it. */
export function waitingStaffOf(runs: SchoolRun[], refusals: Refusals): Map<string, string> {
  const waiting = new Map<string, string>();
  for (const { plan } of runs) {
    const refusal = refusals.get(plan.sourceId);
    if (!refusal) continue;
    const message = `${plan.name ?? plan.sourceId} was refused, where the export has this member of staff: they stay at the school of before. ${refusal.remedy}`;
    for (const id of plan.given.staff) waiting.set(id, message);
  }
  for (const { plan } of runs.filter((run) => !refusals.has(run.plan.sourceId)))
    for (const id of plan.given.staff) waiting.delete(id);
  return waiting;
}

function reasonOf({ code, refused, from, to }: WaitingStudent, nameOf: (school: string) => string): string {
  const school = nameOf(refused);
  switch (code) {
    case 'move_waits':
      return `The move from ${nameOf(from!)} to ${nameOf(to!)} waits, because ${school} was refused: the student stays at ${nameOf(from!)}.`;
    case 'arrival_waits':
      return `${school} was refused: the student is not on its roster yet.`;
    case 'departure_waits':
      return `${school} was refused: the student is still on its roster as well.`;
  }
}
