import type { QuestionType } from './question-words.js';

/** A question as a feed brings it. */
export interface FedQuestion {
  type: QuestionType;
  text: string;
  required?: boolean | undefined;
  /** Slips alone. */
  private?: boolean | undefined;
  /** Slips alone. */
  required_on_decline?: boolean | undefined;
  choices?: string[] | undefined;
}

/** What asks. */
export interface QuestionOwner {
  id: string;
  schoolId: string;
  of: 'signup_id' | 'permission_slip_id';
}
