/** What a mail asks of its reader: an answer to an event, or that a text of a notice is acknowledged. */
export type AnswerRequest = { eventId: string } | { noticeId: string; version: string };

/** The mail that asks. */
export interface AskingMail {
  schoolId: string;
  membershipId: string;
  /** Address that it goes to. */
  email: string;
  asks: AnswerRequest;
}

/** Makes the secret by which the reader of a mail answers; null for whom there is none. */
export type AnswerSecrets = (mail: AskingMail) => Promise<string | null>;

/** Answers of a button, by what is asked. */
export const ANSWERS = { event: ['yes', 'no', 'maybe'], notice: ['acknowledged'] } as const;
export type ButtonAnswer = (typeof ANSWERS)[keyof typeof ANSWERS][number];

/** A button of a mail. */
export interface AnswerButton {
  answer: ButtonAnswer;
  /** Its secret stands behind the `#`. */
  url: string;
}

/** Where buttons lead, behind SITE_URL. */
export const ANSWER_PATH = '/answer';
