import { InvalidPollAnswersError } from './poll.errors.js';

/** Choices by question, all of them ids. */
export type Choices = Record<string, string[]>;

export interface ChosenAnswer {
  question_id: string;
  choice_id: string;
}

/**
 * The choices in the body of a request, whatever it holds.
 * @throws InvalidPollAnswersError unless every question is answered once, by one of its own choices
 */
export function chosenFrom(given: unknown, choices: Choices): ChosenAnswer[] {
  if (!Array.isArray(given)) throw new InvalidPollAnswersError('answers must be an array');
  const chosen = new Map(given.map((answer: unknown) => chosenIn(answer, choices)));
  if (chosen.size < given.length) throw new InvalidPollAnswersError('a question is answered more than once');
  if (chosen.size < Object.keys(choices).length)
    throw new InvalidPollAnswersError('a question is not answered');
  return [...chosen].map(([question_id, choice_id]) => ({ question_id, choice_id }));
}

function chosenIn(answer: unknown, choices: Choices): [questionId: string, choiceId: string] {
  const { question_id, choice_id } = Object(answer) as Record<string, unknown>;
  const [questionId, choiceId] = [idFrom(question_id, 'question_id'), idFrom(choice_id, 'choice_id')];
  const ofQuestion = new Map(Object.entries(choices)).get(questionId);
  if (!ofQuestion) throw new InvalidPollAnswersError('question_id is no question of this poll');
  if (!ofQuestion.includes(choiceId))
    throw new InvalidPollAnswersError('choice_id is no choice of its question');
  return [questionId, choiceId];
}

function idFrom(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new InvalidPollAnswersError(`every answer has a ${name}`);
  return value.toLowerCase();
}
