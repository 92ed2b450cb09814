export interface Mail {
  /** One address, taken as it is. */
  to: string;
  /** One address; answers go to the sender without it. */
  replyTo?: string;
  /** One line. */
  subject: string;
  text: string;
  html?: string;
  /** An iCalendar file with METHOD:PUBLISH, for a calendar program to take. */
  calendar?: string;
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

  /** Mails to this address that are kept here; sent ones are not. @returns how many went */
  removeTo(_address: string): Promise<number> {
    return Promise.resolve(0);
  }

  /** Mails that are kept here and were written before that moment (UTC). @returns how many went */
  removeBefore(_moment: Date): Promise<number> {
    return Promise.resolve(0);
  }
}

/** The side that refused, or the part that broke; never an address. */
export type MailFailureKind =
  'recipient' | 'sender' | 'message' | 'session' | 'connection' | 'timeout' | 'other';

export class MailFailure extends Error {
  constructor(
    readonly kind: MailFailureKind,
    /** Code of the server's refusal. */
    readonly smtpCode: number | null,
    /** The server will never take a mail for this recipient. */
    readonly isFinal: boolean,
  ) {
    super(smtpCode ? `${kind} (${smtpCode})` : kind);
    this.name = 'MailFailure';
  }
}

/** The error of the SMTP client, whose texts and stack quote addresses. */
interface ClientError {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

const BY_CODE: Record<string, MailFailureKind> = {
  EABORT: 'timeout',
  ETIMEDOUT: 'timeout',
  ECONNECTION: 'connection',
  ESOCKET: 'connection',
  EDNS: 'connection',
  ETLS: 'session',
  EAUTH: 'session',
  ENOAUTH: 'session',
  EPROTOCOL: 'session',
  EMESSAGE: 'message',
};

/** The failure that an error of the SMTP client stands for. */
export function mailFailure(error: unknown): MailFailure {
  const { code = '', command, response = '', responseCode = null } = (error ?? {}) as ClientError;
  if (code !== 'EENVELOPE') return new MailFailure(BY_CODE[code] ?? 'other', responseCode, false);
  if (command !== 'RCPT TO') return new MailFailure('sender', responseCode, false);
  const isAboutUs = isRefusalOfTheSession(responseCode, response);
  return isAboutUs
    ? new MailFailure('session', responseCode, false)
    : new MailFailure('recipient', responseCode, (responseCode ?? 0) >= 500);
}

/** "Authenticate first", "relaying denied": a wrong setting must not give up on everybody (RFC 3463 §3.8, X.7.Y). */
const isRefusalOfTheSession = (code: number | null, response: string): boolean =>
  code === 530 || code === 535 || code === 538 || /^5\d\d[ -]5\.7\./.test(response);
