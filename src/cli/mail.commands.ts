import { createTransport } from 'nodemailer';
import type { Command } from 'commander';
import { readCommandSettings } from '../platform/config/settings.js';
import { CommandRefusedError } from '../platform/errors/operator.error.js';
import { mailFailure } from '../platform/mail/mailer.js';
import { isEmail } from 'class-validator';
import { MailHealthService } from '../features/alerts/mail-health/mail-health.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { print, table, UsageError, withServices } from './command.js';

const TEXT = `This mail was sent by the operator of a school directory, to see whether its mail comes.
Nobody has to do anything.
`;

interface Sent {
  response: string;
}

export function mailCommands(program: Command): void {
  const mail = program.command('mail').description('whether mail can be sent, and whom it does not reach');
  bouncesCommand(mail);
  mail
    .command('test')
    .description('sends one mail by SMTP_URL, and says what the server answered')
    .requiredOption('--to <email>', 'a mailbox that you can look into')
    .action(async ({ to }: { to: string }, command: Command) => {
      if (!isEmail(to)) throw new UsageError('--to should be an address, such as office@example.org.');
      const answer = await sendOne(to);
      print(command, {
        json: { sent: true, answer },
        lines: [
          `The mail server has taken it: ${answer}`,
          'Look whether it came, and not among what nobody wants: what the server of the mailbox thinks of it, this one cannot know.',
        ],
      });
    });
}

function bouncesCommand(mail: Command): void {
  mail
    .command('bounces')
    .description(
      'whose mail server has refused the last mails for good; after three in a row there are no more',
    )
    .requiredOption('--school <school>', 'short name or id')
    .action(async ({ school }: { school: string }, command: Command) => {
      const bounces = await withServices(async (services) => {
        const { id } = await services.get(SchoolsService).getByReference(school);
        return services.get(MailHealthService).listAddresses(id);
      });
      print(command, { json: { bounces }, lines: bounces.length > 0 ? table(bounces) : ['none'] });
    });
}

/** @returns what the server answered @throws CommandRefusedError with the server's code */
async function sendOne(to: string): Promise<string> {
  const { smtpUrl, mailFrom, upstreamTimeoutMs: answerMs } = readCommandSettings();
  if (smtpUrl === null)
    throw new CommandRefusedError(
      'SMTP_URL is not set, and mail is written to DATA_DIR/mail: set it to your mail server, such as smtps://user:password@mail.example.org.',
    );
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const mail = {
    from: mailFrom,
    to: { name: '', address: to },
    subject: 'Test of the school directory',
    text: TEXT,
  };
  try {
    const { response } = (await transport.sendMail(mail)) as Sent;
    return response;
  } catch (error) {
    throw new CommandRefusedError(refusalOf(error));
  } finally {
    transport.close();
  }
}

/** The server's own words may quote addresses, and go to the one who gave them; never a password. */
function refusalOf(error: unknown): string {
  const { kind, smtpCode } = mailFailure(error);
  const { response } = error as { response?: unknown };
  const said = typeof response === 'string' ? ` It said: ${response.replace(/\s+/g, ' ').slice(0, 500)}` : '';
  const code = smtpCode === null ? '' : ` (${smtpCode})`;
  return `${WHAT[kind] ?? 'The mail server did not take it'}${code}.${said} "doctor" looks at SMTP_URL and MAIL_FROM.`;
}

const WHAT: Record<string, string> = {
  recipient: 'The mail server takes no mail for this address',
  sender: 'The mail server takes no mail from MAIL_FROM',
  message: 'The mail server refuses the mail itself',
  session: 'The mail server refuses the user, the password or the encryption',
  connection: 'The mail server does not answer',
  timeout: 'The mail server took too long',
};
