/**
 * Number of respondents by which the results of an anonymous poll move, and by which they stay behind while it is open. The
 * answers of fewer people may tell who chose what, also where the closing of the poll adds them.
 */
export const ANONYMITY_THRESHOLD = 3;

/** Answers added up. */
export interface AnswerSum {
  respondents: number;
  /** By the id of the choice. */
  times: Record<string, number>;
}

/** Answers that are not in the results yet, in a form that the former release reads as a sum of all. */
export interface PendingAnswers extends AnswerSum {
  /** The answers since the last step, fewer than three. The older ones go into the results with the next step. */
  newest?: AnswerSum;
}

export interface NextTally {
  /** What goes into the results now. */
  counted: AnswerSum;
  pending: PendingAnswers;
  /** The marks of all respondents are to be written again in another order. */
  isStep: boolean;
}

export const NO_ANSWERS: AnswerSum = { respondents: 0, times: {} };

/**
 * The tally after more answers.
 * @param closed the poll takes no more. Fewer than three pending answers stay out of the results then, too, as where a poll was
 *   opened once more for one person.
 */
export function nextTally(before: PendingAnswers, more: AnswerSum, closed: boolean): NextTally {
  const newest = sum(before.newest ?? before, more);
  const older = before.newest ? difference(before, before.newest) : NO_ANSWERS;
  const all = sum(older, newest);
  if (closed && all.respondents >= ANONYMITY_THRESHOLD)
    return { counted: all, pending: NO_ANSWERS, isStep: true };
  if (!closed && newest.respondents >= ANONYMITY_THRESHOLD)
    return { counted: older, pending: { ...newest, newest: NO_ANSWERS }, isStep: true };
  return { counted: NO_ANSWERS, pending: { ...all, newest }, isStep: false };
}

const difference = (one: AnswerSum, other: AnswerSum): AnswerSum => ({
  respondents: one.respondents - other.respondents,
  times: Object.fromEntries(
    Object.entries(one.times).map(([choice, n]) => [choice, n - (other.times[choice] ?? 0)]),
  ),
});

function sum(one: AnswerSum, other: AnswerSum): AnswerSum {
  const times = { ...one.times };
  for (const [choice, n] of Object.entries(other.times)) times[choice] = (times[choice] ?? 0) + n;
  return { respondents: one.respondents + other.respondents, times };
}
