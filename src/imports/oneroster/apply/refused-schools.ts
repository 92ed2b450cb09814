import type { ArchiveLimitError } from '../archive-limit.error.js';
import type { IssueLog } from '../issue-log.js';
import type { WaitingStudent } from '../resolve/moves.js';
import type { SchoolRun } from './school-run.js';

/** By source id of the school. */
export type Refusals = ReadonlyMap<string, ArchiveLimitError>;

/** Of those who wait with all refusals, whom a school did not take that was refused only when it was written. */
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
