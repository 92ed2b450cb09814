import { invalidField } from '../../platform/errors/app-error.js';
import { hasChoicesToChoose, type ImportedQuestion } from './imported-question.js';

/** A question as a request has it. */
interface GivenQuestion extends Omit<ImportedQuestion, 'choices'> {
  choices?: { text: string }[];
}

/** @throws ValidationFailedError one that asks to choose without choices, or another one with some */
export function questionsFrom(given: GivenQuestion[]): ImportedQuestion[] {
  return given.map(({ choices = [], ...asked }) => {
    const question = { ...asked, choices: choices.map((choice) => choice.text) };
    if (!hasChoicesToChoose(question))
      throw invalidField(
        'questions',
        `${asked.text}: choices belong to single_choice and multi_choice, and to them alone`,
      );
    return question;
  });
}
