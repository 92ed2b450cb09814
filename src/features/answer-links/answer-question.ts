import type { ButtonAnswer } from '../alerts/mails/answer-button.js';

/** Somebody for whom an answer is asked. */
export interface StudentOption {
  id: string;
  name: string;
  /** Nobody has answered for them yet. */
  isUnanswered: boolean;
}

/** What the page asks, with one answer to it. */
export interface AnswerQuestion {
  /** Of the link, with the answer behind a dot. */
  token: string;
  answer: ButtonAnswer;
  /** The one whose answer it is. */
  person: string;
  school: string;
  title: string;
  /** When the event begins: UTC, or the day where it takes whole days; null for a notice. */
  when: { startsAt: string | null; startDate: string; timeZone: string } | null;
  /** Empty where the person answers for themselves. */
  students: StudentOption[];
}

/** The answers that a question has besides. */
export const otherAnswers = (answer: ButtonAnswer): ButtonAnswer[] =>
  answer === 'acknowledged' ? [] : (['yes', 'no', 'maybe'] as const).filter((one) => one !== answer);

/** Name of the form's field for a student. */
export const studentField = (id: string): string => `student-${id}`;
