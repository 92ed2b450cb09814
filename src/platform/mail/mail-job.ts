/** `waiting` to be sent, and again after a failure; `dead` after too many; `dropped` since nobody needs it any more. */
export const MAIL_STATES = ['waiting', 'sent', 'dead', 'dropped'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A mail as an operator sees it among all others: without names, addresses or texts. */
export interface MailJob {
  id: string;
  kind: 'mail';
  /** Short name; null where the mail is about an account, which belongs to no school. */
  school: string | null;
  /** The subject of the mail: a kind of notification, or of mail about an account. */
  about: string;
  state: MailState;
  attempts: number;
  /** UTC; null once it has come to an end. */
  due_at: string | null;
  /** The kind of the last failure with the server's code, never an address. */
  last_error: string | null;
  created_at: string;
  ended_at: string | null;
}

/** A mail that was given up, with whom it has not reached: somebody has to be called. */
export interface DeadMailJob extends MailJob {
  /** Null where it was for an address that somebody had typed and that no account has: it is stored no longer than the mail waits. */
  whose: string | null;
}
