import { ValidationFailedError } from '../../platform/errors/app-error.js';

/** Choices by question, all of them ids. */
export type Choices = Record<string, string[]>;

export interface ChosenAnswer {
  question_id: string;
  choice_id: string;
}

/**
 * The choices in the body of a request, whatever it holds.
 * @throws InvalidAnswersError unless every question is answered once, by one of its own choices
 */
export function chosenFrom(given: unknown, choices: Choices): ChosenAnswer[] {
  if (!Array.isArray(given)) throw new InvalidAnswersError('answers must be an array');
  const chosen = new Map(given.map((answer: unknown) => chosenIn(answer, choices)));
  if (chosen.size < given.length) throw new InvalidAnswersError('a question is answered more than once');
  if (chosen.size < Object.keys(choices).length) throw new InvalidAnswersError('a question is not answered');
  return [...chosen].map(([question_id, choice_id]) => ({ question_id, choice_id }));
}

function chosenIn(answer: unknown, choices: Choices): [questionId: string, choiceId: string] {
  const { question_id, choice_id } = Object(answer) as Record<string, unknown>;
  const [questionId, choiceId] = [idFrom(question_id, 'question_id'), idFrom(choice_id, 'choice_id')];
  const ofQuestion = new Map(Object.entries(choices)).get(questionId);
  if (!ofQuestion) throw new InvalidAnswersError('question_id is no question of this poll');
  if (!ofQuestion.includes(choiceId)) throw new InvalidAnswersError('choice_id is no choice of its question');
  return [questionId, choiceId];
}

function idFrom(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new InvalidAnswersError(`every answer has a ${name}`);
  return value.toLowerCase();
}

export const RESULTS_VISIBILITIES = ['always', 'after_response', 'after_close', 'never'] as const;
export type ResultsVisibility = (typeof RESULTS_VISIBILITIES)[number];

export class PollClosedError extends ValidationFailedError {
  constructor() {
    super('The poll is closed.', { reason: 'closed' });
  }
}

export class AlreadyRespondedError extends ValidationFailedError {
  constructor() {
    super('You have responded to this poll: a response is final.', { reason: 'already_responded' });
  }
}

export class InvalidAnswersError extends ValidationFailedError {
  constructor(message: string) {
    super('Every question of the poll is answered once, with one of its choices.', {
      reason: 'invalid_answers',
      fields: [{ path: 'answers', message }],
    });
  }
}

/** To a feed: contract section 14, rule 2. */
export class AnsweredPollError extends ValidationFailedError {
  constructor() {
    super('the poll has answers: nothing of it changes any more but closes_at');
  }
}
