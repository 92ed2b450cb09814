import type { Command } from 'commander';
import { guardAudit, releaseAudit } from '../platform/database/audit-guard.js';
import { readCommandSettings } from '../platform/config/settings.js';
import { migrate, migrationState, recordCommand, revertLastMigration } from '../platform/database/migrate.js';
import { openDatabase } from '../platform/database/open-database.js';
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

  db.command('revert')
    .description('takes back the newest migration; prints what stays applied')
    .action(async (_options: unknown, command: Command) => {
      const state = await withDatabase(revertLastMigration);
      print(command, { json: state, lines: describe(state) });
    });
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
