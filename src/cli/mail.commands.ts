import { createTransport } from 'nodemailer';
import type { Command } from 'commander';
import { readCommandSettings } from '../platform/config/settings.js';
import { CommandRefusedError } from '../platform/errors/operator.error.js';
import { isEmail } from 'class-validator';
import { MailHealthService } from '../features/alerts/mail-health/mail-health.service.js';
import { SchoolsService } from '../features/schools/schools.service.js';
import { print, table, UsageError, withServices } from './command.js';
import { mailRefusal } from './mail-refusal.js';

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
          `The mail server has taken the mail to ${to}: ${answer}`,
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
      print(command, {
        json: { bounces },
        lines: bounces.length > 0 ? table(bounces) : [`None at ${school}.`],
      });
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
    throw new CommandRefusedError(mailRefusal(error, smtpUrl));
  } finally {
    transport.close();
  }
}
