import { mailFailure } from '../platform/mail/mailer.js';

/** The error of the SMTP client: `code` is its own word, the rest is of the system or of the server. */
interface ClientError {
  code?: string;
  syscall?: string;
  message?: string;
  response?: string;
}

const SAID_LENGTH = 500;

/**
 * What an operator has to put right, in one line. The server's own words may quote addresses, and go to the one who gave them; a
 * password that they quote is taken out.
 */
export function mailRefusal(error: unknown, smtpUrl: string): string {
  const { response } = (error ?? {}) as ClientError;
  const { smtpCode } = mailFailure(error);
  const said = typeof response === 'string' ? ` It said: ${withoutSecrets(response, smtpUrl)}` : '';
  const code = smtpCode === null ? '' : ` (${smtpCode})`;
  return `${faultOf(error, new URL(smtpUrl))}${code}.${said} "doctor" looks at SMTP_URL and MAIL_FROM.`;
}

function faultOf(error: unknown, { protocol, hostname, port }: URL): string {
  const { code = '', syscall, message = '' } = (error ?? {}) as ClientError;
  const server = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
  if (code === 'EDNS') return `No name server knows ${hostname}, the mail server in SMTP_URL`;
  if (code === 'ETLS' || (code === 'ESOCKET' && syscall === undefined))
    return `The encryption with ${server} does not come about: ${encryptionFault(message)}`;
  if (code === 'ETIMEDOUT' && message.startsWith('Greeting'))
    return `The mail server at ${server} does not greet: where it is encrypted from the start, SMTP_URL begins with smtps://`;
  const { kind, smtpCode } = mailFailure(error);
  if (kind === 'connection' || kind === 'timeout')
    return `The mail server at ${server} does not answer (${systemCode(message) ?? code})`;
  return smtpCode === 530 ? WANTS_LOGIN : (WHAT[kind] ?? 'The mail server did not take it');
}

const encryptionFault = (message: string): string =>
  /wrong version number|packet length too long/.test(message)
    ? 'it is not encrypted from the start, so SMTP_URL should begin with smtp://'
    : /certificate|altname/i.test(message)
      ? `its certificate is not good here (${message.split('\n')[0]!.slice(0, 200)})`
      : 'it offers none that this machine takes';

/** `connect ECONNREFUSED 127.0.0.1:9` */
const systemCode = (message: string): string | undefined => /\b(E[A-Z]{4,})\b/.exec(message)?.[1];

function withoutSecrets(response: string, smtpUrl: string): string {
  const { username, password } = new URL(smtpUrl);
  const [user, word] = [decodeURIComponent(username), decodeURIComponent(password)];
  // The longest first: the others are parts of it.
  const secrets = [base64(`\0${user}\0${word}`), base64(word), password, word].filter((text) => text !== '');
  const said = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), response);
  return said.replace(/\s+/g, ' ').slice(0, SAID_LENGTH);
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const WANTS_LOGIN = 'The mail server wants a user and a password in SMTP_URL';

const WHAT: Record<string, string> = {
  recipient: 'The mail server takes no mail for this address',
  sender: 'The mail server takes no mail from MAIL_FROM',
  message: 'The mail server refuses the mail itself',
  session: 'The mail server refuses the user or the password in SMTP_URL',
};
