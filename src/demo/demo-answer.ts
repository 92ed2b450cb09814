import type { QuestionType } from '../features/questions/stored-answers.js';

interface Question {
  id: string;
  type: QuestionType;
  choices: { id: string }[];
}

/** What fits. */
export const answerTo = ({ id, type, choices }: Question) => ({
  question_id: id,
  ...contentFor(type, choices),
});

function contentFor(type: QuestionType, choices: Question['choices']) {
  switch (type) {
    case 'yes_no':
      return { value: false };
    case 'number':
      return { value: 3 };
    case 'date':
      return { value: '2020-01-01' };
    case 'single_choice':
    case 'multi_choice':
      return { choice_ids: choices.slice(-1).map((choice) => choice.id) };
    default:
      return { text: 'None' };
  }
}
