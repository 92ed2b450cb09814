/** `waiting` to be sent, and again after a failure; `dead` after too many; `dropped` since nobody needs it any more. */
export const MAIL_STATES = ['waiting', 'sent', 'dead', 'dropped'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A mail as an operator sees it: without names, addresses or texts. */
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

/** The result of a request to send a mail after all. */
export type Revival = 'revived' | 'not dead' | 'dropped';

/** A table of mails that are written down where something happens and sent behind it. */
export abstract class Outbox {
  /** Newest first. */
  abstract list(state: MailState | null, limit: number): Promise<MailJob[]>;

  abstract find(id: string): Promise<MailJob | null>;

  /** A dead mail gets as many attempts as a new one. `dropped`: what it led to has ended, so that it is shown no more. */
  abstract revive(id: string, now: Date): Promise<Revival>;

  abstract count(state: 'waiting' | 'dead'): Promise<number>;

  /** When the mail was written down that has waited longest; null while none waits. */
  abstract findOldestWaiting(): Promise<Date | null>;
}
