import type { QuestionType } from './stored-answers.js';

/** Questions of one sign-up or slip, and choices of one question. */
export const [MAX_QUESTIONS, MAX_CHOICES] = [50, 50];

/** A question as an import brings it. */
export interface ImportedQuestion {
  type: QuestionType;
  text: string;
  required?: boolean | undefined;
  /** Slips alone. */
  private?: boolean | undefined;
  /** Slips alone. */
  required_on_decline?: boolean | undefined;
  choices?: string[] | undefined;
}

/** The sign-up or slip that a question belongs to. */
export interface QuestionOwner {
  id: string;
  schoolId: string;
  of: 'signup_id' | 'permission_slip_id';
}

/** Whether there are choices just where the question asks to choose. */
export const hasChoicesToChoose = ({
  type,
  choices = [],
}: {
  type: string;
  choices?: string[] | undefined;
}): boolean => type.endsWith('_choice') === choices.length > 0;
