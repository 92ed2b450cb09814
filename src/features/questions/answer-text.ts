import type { QuestionBody } from './question.dto.js';
import type { StoredAnswer } from './stored-answers.js';

/** What somebody has answered to a question, for a cell of a spreadsheet; null where they have not. */
export function answerText(
  { id, choices }: Pick<QuestionBody, 'id' | 'choices'>,
  answers: StoredAnswer[],
): string | null {
  const answer = answers.find(({ question_id }) => question_id === id);
  if (!answer) return null;
  if (answer.choice_ids) {
    const chosen = choices.filter((choice) => answer.choice_ids?.includes(choice.id));
    return chosen.map(({ text }) => text).join('; ');
  }
  if (typeof answer.value === 'boolean') return answer.value ? 'yes' : 'no';
  return answer.text ?? String(answer.value);
}
