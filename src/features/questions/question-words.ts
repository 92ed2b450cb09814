/** What a question of a sign-up or a permission slip asks for (contract section 3, Question). */
export const QUESTION_TYPES = [
  'short_text',
  'long_text',
  'single_choice',
  'multi_choice',
  'yes_no',
  'date',
  'number',
] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** As it is stored with a claim or a response: exactly the member that fits the type. */
export interface StoredAnswer {
  question_id: string;
  text?: string;
  choice_ids?: string[];
  value?: boolean | number | string;
}
