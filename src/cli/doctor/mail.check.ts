import { createTransport } from 'nodemailer';
import type { Settings } from '../../platform/config/settings.js';
import { mailFailure } from '../../platform/mail/mailer.js';
import { mailDomain } from '../../platform/text/mail-domain.js';
import { codeOf, failed, isForFamilies, ok, type Check } from './check.js';

/** @see Examination */
export async function examineMail(settings: Settings): Promise<Check[]> {
  if (!settings.smtpUrl) return [withoutServer(settings)];
  return [
    await examineServer(settings.smtpUrl, settings.upstreamTimeoutMs),
    examineSender(settings.mailFrom),
  ];
}

function withoutServer({ siteUrl }: Settings): Check {
  const message = 'Mail is written to DATA_DIR/mail and sent to nobody';
  if (!isForFamilies(siteUrl)) return ok('SMTP_URL', `${message}.`);
  return failed(
    'SMTP_URL',
    `${message}: no invitation, no link for a password and no code reaches anyone.`,
    'Set SMTP_URL to your mail server, such as smtps://user:password@mail.example.org, and MAIL_FROM to an address of yours.',
  );
}

async function examineServer(url: string, answerMs: number): Promise<Check> {
  const transport = createTransport({
    url,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
  });
  try {
    await transport.verify();
    return ok('SMTP_URL', 'The mail server lets us in.');
  } catch (error) {
    const { kind, smtpCode } = mailFailure(error);
    if (isCertificateRefused(error))
      return failed(
        'SMTP_URL',
        'The certificate of the mail server is not accepted here: no mail is sent.',
        'Name the server in SMTP_URL as its certificate does; one of an authority of your own has to be in NODE_EXTRA_CA_CERTS here.',
      );
    if (isPlainSpoken(error))
      return failed(
        'SMTP_URL',
        'The mail server does not begin with encryption on this port.',
        'smtps:// is for port 465, smtp:// for 587 and 25: write the one that goes with the port.',
      );
    if (kind === 'session')
      return failed(
        'SMTP_URL',
        `The mail server refuses the user, the password or the encryption (${smtpCode ?? codeOf(error)}).`,
        'Put user and password into SMTP_URL, special characters as %XX; smtps:// is for port 465, smtp:// for 587.',
      );
    return failed(
      'SMTP_URL',
      `The mail server does not answer (${codeOf(error)}).`,
      'Look whether host and port in SMTP_URL are right, and whether this machine may reach it: port 25 is often closed.',
    );
  } finally {
    transport.close();
  }
}

/** By OpenSSL's words: the code of the mail client says of every broken connection the same. */
const isCertificateRefused = (error: unknown): boolean =>
  /certificate|altnames/i.test((error as Error | undefined)?.message ?? '');

const isPlainSpoken = (error: unknown): boolean =>
  /wrong version number|packet length too long/i.test((error as Error | undefined)?.message ?? '');

function examineSender(from: string): Check {
  const domain = mailDomain(from);
  if (domain === 'localhost')
    return failed(
      'MAIL_FROM',
      'Mail would come from localhost, which few accept.',
      'Set MAIL_FROM to an address of yours, such as School Office <office@example.org>.',
    );
  return ok('MAIL_FROM', `Mail comes from ${domain}.`);
}
