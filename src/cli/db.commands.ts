import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { guardAudit, releaseAudit } from '../platform/database/audit-guard.js';
import { readCommandSettings } from '../platform/config/settings.js';
import { migrate, migrationState, recordCommand, revertLastMigration } from '../platform/database/migrate.js';
import { openDatabase } from '../dev/open-database.js';
import { CommandRefusedError } from '../platform/errors/operator.error.js';
import { print } from './command.js';

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
      print(command, { json: state, lines: describe(state) });
    });

  guardCommand(db);

  revertCommand(db);
}

function revertCommand(db: Command): void {
  db.command('revert')
    .description(
      'takes back the newest migration, with what was written into its columns; prints what stays applied',
    )
    .option('--yes', 'without asking; needed where nobody can be asked')
    .action(async ({ yes = false }: { yes?: boolean }, command: Command) => {
      const state = await withDatabase(async (url) => {
        const newest = (await migrationState(url)).applied.at(-1);
        if (newest !== undefined && !yes) await askWhetherToDrop(newest);
        return revertLastMigration(url);
      });
      print(command, { json: state, lines: describe(state) });
    });
}

/** @throws CommandRefusedError unless somebody at a terminal says yes */
async function askWhetherToDrop(migration: string): Promise<void> {
  const what = `This takes back ${migration}: the tables and columns that it made go, with all that was written into them.`;
  if (!process.stdin.isTTY)
    throw new CommandRefusedError(`${what} Nothing was changed. If it is right, run it again with --yes.`);
  const answer = await answerTo(`${what} Go on? [y/N] `);
  if (!['y', 'yes'].includes(answer.trim().toLowerCase()))
    throw new CommandRefusedError('Nothing was changed.');
}

/** The operator's answer; empty where they hang up instead. */
async function answerTo(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    terminal.setPrompt(question);
    terminal.prompt();
    const { value, done } = await terminal[Symbol.asyncIterator]().next();
    return done ? '' : value;
  } finally {
    terminal.close();
  }
}

function guardCommand(db: Command): void {
  db.command('guard')
    .description(
      'keeps the service from all of its audit trail but appending to it; as a superuser of the database',
    )
    .requiredOption('--role <name>', 'of the service: the user in its DATABASE_URL')
    .option(
      '--release',
      'gives it back, for a migration that changes the trail or a restore that brings one along',
    )
    .action(async ({ role, release = false }: { role: string; release?: boolean }, command: Command) => {
      await withDatabase((url) => (release ? releaseAudit(url, role) : guardAudit(url, role)));
      print(command, {
        json: { role, guarded: !release },
        lines: [
          release
            ? `${role} owns its audit trail again: run "db guard" when that is over.`
            : `${role} can append to its audit trail and read it, and nothing else.`,
        ],
      });
    });
}

const describe = ({ applied, pending }: { applied: string[]; pending: string[] }): string[] => [
  ...applied.map((name) => `applied ${name}`),
  ...pending.map((name) => `pending ${name}`),
];

async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const database = await openDatabase(readCommandSettings(), 'command');
  try {
    const { databaseUrl } = database.settings;
    const result = await work(databaseUrl);
    await recordCommand(databaseUrl);
    return result;
  } finally {
    await database.close();
  }
}
