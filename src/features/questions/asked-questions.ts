import { invalidField } from '../../platform/errors/app-error.js';
import { hasChoicesToChoose, type ImportedQuestion } from './imported-question.js';

/** A question as a request has it. */
interface GivenQuestion extends Pick<ImportedQuestion, 'type' | 'text' | 'required'> {
  choices?: { text: string }[];
}

/** @throws ValidationFailedError one that asks to choose without choices, or another one with some */
export function askedQuestions(given: GivenQuestion[]): ImportedQuestion[] {
  return given.map(({ type, text, required, choices = [] }) => {
    const question = { type, text, required, choices: choices.map((choice) => choice.text) };
    if (!hasChoicesToChoose(question))
      throw invalidField(
        'questions',
        `${text}: choices belong to single_choice and multi_choice, and to them alone`,
      );
    return question;
  });
}
