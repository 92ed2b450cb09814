import type { Command } from 'commander';
import { collectConfigErrors, type ReadableSettings } from '../platform/config/collect-config-errors.js';
import { type Check, codeOf, failed, type Examination } from './doctor/check.js';
import { CommandRefusedError } from '../platform/errors/operator.error.js';
import { print, wrapped } from './command.js';
import { openDatabase } from '../dev/open-database.js';
import { terminalProgress } from './describe-report.js';
import { examineRestore } from './doctor/backups.check.js';
import { examineDatabase } from './doctor/database.check.js';
import { examineMoves } from './doctor/moves.check.js';
import { examineReplicas } from './doctor/replicas.check.js';
import { examineMachine } from './doctor/machine.check.js';
import { examineMail } from './doctor/mail.check.js';
import { examineObjectStore } from './doctor/object-store.check.js';
import { judgeMisspelt } from './doctor/names.check.js';
import { examineSite } from './doctor/site.check.js';
import { examineWebServices } from './doctor/web-services.check.js';

const EXAMINATIONS: Examination[] = [
  examineMachine,
  examineSite,
  examineDatabase,
  examineReplicas,
  examineMoves,
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
export async function examine({ settings, faults, misspelt }: ReadableSettings): Promise<Check[]> {
  const wrong = [...faults].map(([name, message]) => failed(name, message, remedyOf(name)));
  const examinations = EXAMINATIONS.filter(
    (each) => each !== examineDatabase || !OF_THE_DATABASE.some((name) => faults.has(name)),
  );
  const found = (await Promise.all(examinations.map((each) => each(settings).catch(broken)))).flat();
  const unknown = new Set([
    ...faults.keys(),
    ...misspelt.flatMap(({ meant, isGiven }) => (isGiven ? [] : meant)),
  ]);
  return [
    ...wrong,
    ...misspelt.map(judgeMisspelt),
    ...withoutEffects(
      found.filter(({ name }) => !unknown.has(name)),
      unknown,
    ),
  ];
}

/**
 * Leaves out what has its cause in another finding, and may come right with it: two findings of one cause send people two ways.
 * @param unknown names of settings that could not be read
 */
function withoutEffects(found: Check[], unknown: Set<string>): Check[] {
  const isMailDown = found.some(({ name, status }) => name === 'SMTP_URL' && status === 'failed');
  const effects = [...(unknown.has('SITE_URL') ? ['TRUST_PROXY'] : []), ...(isMailDown ? ['mails'] : [])];
  return found.filter(({ name, status }) => status === 'ok' || !effects.includes(name));
}

interface DoctorOptions {
  restore?: string | true;
  identity?: string;
  scratch?: string;
}

/** @throws SettingsError and others, where there is no database to look into */
async function tryNewest({ settings }: ReadableSettings, options: DoctorOptions): Promise<Check> {
  const { restore, identity, scratch } = options;
  const progress = terminalProgress();
  const database = await openDatabase(settings, 'command', true);
  try {
    return await examineRestore(database.settings.databaseUrl, settings, {
      ...(typeof restore === 'string' && { from: restore }),
      ...(identity !== undefined && { identity }),
      ...(scratch !== undefined && { scratch }),
      progress,
    });
  } finally {
    progress.end();
    await database.close();
  }
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
    .option(
      '--restore [place]',
      'restores the newest backup into a database that nobody keeps; a file or another place',
    )
    .option('--identity <file>', 'with the key that opens an encrypted one')
    .option('--scratch <url>', 'an empty database to restore into; without it one is made, and removed again')
    .action(async (options: DoctorOptions, command: Command) => {
      const readable = collectConfigErrors();
      const checks = await examine(readable);
      if (options.restore !== undefined) checks.push(await tryNewest(readable, options));
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
