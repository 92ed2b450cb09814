import type { Command } from 'commander';
import { JOBS_SHOWN, MailJobsService } from '../features/alerts/mail-jobs.service.js';
import { collectConfigErrors } from '../platform/config/collect-config-errors.js';
import { readCommandSettings } from '../platform/config/settings.js';
import { migrate, migrationState, revertLastMigration } from '../platform/database/migrate.js';
import { openDatabase } from '../platform/database/open-database.js';
import { CommandRefusedError } from '../platform/errors/operator.error.js';
import type { PendingRemovals } from '../platform/storage/object-removals.repository.js';
import { ObjectRemovals } from '../platform/storage/object-removals.service.js';
import { print, table, withServices, wrapped } from './command.js';
import type { Check } from './doctor/check.js';
import { examine } from './doctor/examine.js';

export function dbCommands(program: Command): void {
  const db = program.command('db').description('the tables of the database');

  db.command('migrate')
    .description('brings the tables up to date; prints what was applied now')
    .action(async (_options: unknown, command: Command) => {
      const applied = await withDatabase(migrate);
      print(command, {
        json: { applied },
        lines: applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['Nothing to apply.'],
      });
    });

  db.command('status')
    .description('what is applied and what is pending')
    .action(async (_options: unknown, command: Command) => {
      const state = await withDatabase(migrationState);
      print(command, { json: state, lines: stateLines(state) });
    });

  db.command('revert')
    .description('takes back the newest migration; prints what stays applied')
    .action(async (_options: unknown, command: Command) => {
      const state = await withDatabase(revertLastMigration);
      print(command, { json: state, lines: stateLines(state) });
    });
}

const stateLines = ({ applied, pending }: { applied: string[]; pending: string[] }): string[] => [
  ...applied.map((name) => `applied ${name}`),
  ...pending.map((name) => `pending ${name}`),
];

async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const database = await openDatabase(readCommandSettings(), 'command');
  try {
    return await work(database.settings.databaseUrl);
  } finally {
    await database.close();
  }
}

export function doctorCommands(program: Command): void {
  program
    .command('doctor')
    .description('checks every setting and outside service, and says what to do')
    .action(async (_options: unknown, command: Command) => {
      const checks = await examine(collectConfigErrors());
      print(command, { json: { checks }, lines: checks.flatMap(checkLines) });
      const failed = checks.filter(({ status }) => status === 'failed');
      if (failed.length > 0) {
        const names = [...new Set(failed.map(({ name }) => name))];
        throw new CommandRefusedError(`Something is wrong with ${names.join(', ')}.`);
      }
    });
}

const INDENT = 30;

const checkLines = ({ name, status, message, remedy }: Check): string[] => {
  const [first, ...more] = [message, ...(remedy ? [remedy] : [])].map((text) =>
    wrapped(text, process.stdout, INDENT),
  );
  return [
    `${status.padEnd(8)} ${name.padEnd(20)} ${first}`,
    ...more.map((text) => ' '.repeat(INDENT) + text),
  ];
};

export function jobCommands(program: Command): void {
  const jobs = program
    .command('jobs')
    .description('alerts by mail: what waits, was sent, or was given up; objects that are to go');

  jobs
    .command('list')
    .description(`the newest ${JOBS_SHOWN}, newest first`)
    .option('--failed', 'only those that were given up')
    .action(async ({ failed = false }: { failed?: boolean }, command: Command) => {
      const [found, removals] = await withServices(async (services) => [
        await services.get(MailJobsService).list({ failed }),
        await services.get(ObjectRemovals).pending(),
      ]);
      const note = found.truncated ? [`These are the newest ${JOBS_SHOWN}; there are older ones.`] : [];
      print(command, {
        json: { ...found, object_removals: removals },
        lines: [...table(found.jobs), ...note, ...removalLines(removals)],
      });
    });

  jobs
    .command('retry')
    .description('sends one that was given up after all')
    .argument('<id>', 'as "jobs list" shows it')
    .action(async (id: string, _options: unknown, command: Command) => {
      const job = await withServices((services) => services.get(MailJobsService).retry(id));
      print(command, { json: { jobs: [job] }, lines: [`${job.id} is waiting to be sent.`] });
    });
}

function removalLines({ due, scheduled, oldest_due_at: oldest }: PendingRemovals): string[] {
  if (due + scheduled === 0) return [];
  const since = oldest ? ` (the oldest since ${oldest})` : '';
  return [`Objects that are to go: ${due} now${since}, ${scheduled} within a day.`];
}
