export interface Mail {
  /** One address, taken as it is. */
  to: string;
  /** One line. */
  subject: string;
  text: string;
  html?: string;
  /** With its brackets; the same for a mail that is sent again. */
  messageId?: string;
  date?: Date;
  headers?: Record<string, string>;
}

/** Sends mail to people. */
export abstract class Mailer {
  /** Milliseconds after which a send is over, one way or the other. */
  abstract readonly deadlineMs: number;

  /** @throws MailFailure when the mail was not accepted, or nobody said so in time */
  abstract send(mail: Mail): Promise<void>;
}
