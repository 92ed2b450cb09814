export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail to people. */
export abstract class Mailer {
  /** @throws Error when the mail was not accepted */
  abstract send(mail: Mail): Promise<void>;
}
