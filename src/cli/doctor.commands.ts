import type { Command } from 'commander';
import { collectConfigErrors, type ReadableSettings } from '../platform/config/collect-config-errors.js';
import { type Check, codeOf, failed, type Examination } from './doctor/check.js';
import { CommandRefusedError } from '../platform/errors/operator.error.js';
import { print, wrapped } from './command.js';
import { examineDatabase, examineReplicas } from './doctor/database.check.js';
import { examineMachine } from './doctor/machine.check.js';
import { examineMail } from './doctor/mail.check.js';
import { examineObjectStore } from './doctor/object-store.check.js';
import { examineSite } from './doctor/site.check.js';
import { examineWebServices } from './doctor/web-services.check.js';

const EXAMINATIONS: Examination[] = [
  examineMachine,
  examineSite,
  examineDatabase,
  examineReplicas,
  examineObjectStore,
  examineMail,
  examineWebServices,
];
/** Without them something else would be examined than what is meant. */
const OF_THE_DATABASE = ['.env', 'DATABASE_URL', 'DATA_DIR'];

/**
 * Everything that the settings say and lead to, all at once: what is wrong with one of them hides nothing of the rest.
 * What is examined of a setting that is wrong itself is left out.
 */
export async function examine({ settings, faults }: ReadableSettings): Promise<Check[]> {
  const wrong = [...faults].map(([name, message]) => failed(name, message, remedyOf(name)));
  const examinations = EXAMINATIONS.filter(
    (each) => each !== examineDatabase || !OF_THE_DATABASE.some((name) => faults.has(name)),
  );
  const found = (await Promise.all(examinations.map((each) => each(settings).catch(broken)))).flat();
  return [...wrong, ...found.filter(({ name }) => !faults.has(name))];
}

const broken = (error: unknown): Check[] => [
  failed('doctor', `A check failed itself (${codeOf(error)}).`, 'Correct what else is wrong, and ask again.'),
];

const remedyOf = (name: string): string =>
  name === '.env'
    ? 'Let this user read .env, or take it away, and ask again.'
    : `Correct ${name} in the environment or in .env, and ask again.`;

export function doctorCommands(program: Command): void {
  program
    .command('doctor')
    .description('checks every setting and outside service, and says what to do')
    .action(async (_options: unknown, command: Command) => {
      const checks = await examine(collectConfigErrors());
      print(command, { json: { checks }, lines: checks.flatMap(describe) });
      const failed = checks.filter(({ status }) => status === 'failed');
      if (failed.length > 0) {
        const names = [...new Set(failed.map(({ name }) => name))];
        throw new CommandRefusedError(`Something is wrong with ${names.join(', ')}.`);
      }
    });
}

const INDENT = 30;

const describe = ({ name, status, message, remedy }: Check): string[] => {
  const [first, ...more] = [message, ...(remedy ? [remedy] : [])].map((text) =>
    wrapped(text, process.stdout, INDENT),
  );
  return [
    `${status.padEnd(8)} ${name.padEnd(20)} ${first}`,
    ...more.map((text) => ' '.repeat(INDENT) + text),
  ];
};
