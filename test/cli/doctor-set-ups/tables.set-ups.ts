import { join } from 'node:path';
import type { Desk, SetUp } from './desk.js';
import { command } from './operator-at-work.js';

/** What was done with the tables of a database, or has not been done. */
export const tableSetUps = (desk: Desk): SetUp[] => [
  {
    what: 'a database without tables',
    env: async () => ({ DATABASE_URL: await desk.database() }),
    name: 'MIGRATE_ON_START',
    remedy: 'Run the command "db migrate"',
    follow: async () => {
      await command({}, 'db', 'migrate');
      return {};
    },
    then: [desk.guard()],
  },
  {
    what: 'tables that are made by nobody',
    env: async () => ({ DATABASE_URL: await desk.database() }),
    name: 'MIGRATE_ON_START',
    remedy: 'or set MIGRATE_ON_START=true',
    follow: () => ({ MIGRATE_ON_START: 'true' }),
  },
  {
    what: 'tables of the version before',
    env: async () => {
      const { url, admin } = await desk.around.copy();
      await command({ DATABASE_URL: admin }, 'db', 'revert', '--yes');
      return { DATABASE_URL: url };
    },
    name: 'MIGRATE_ON_START',
    remedy: 'Run the command "db migrate"',
    follow: async () => {
      await command({}, 'db', 'migrate');
      return {};
    },
  },
  {
    what: 'tables of a version to come',
    env: () =>
      desk.changed(`insert into migrations (timestamp, name) values (9999999999999, 'ToCome9999999999999')`),
    name: 'MIGRATE_ON_START',
    remedy: 'run "db revert" of the newer one, once for each of them',
    // There is no newer version here: what its command does.
    follow: () => desk.amended(`delete from migrations where name = 'ToCome9999999999999'`),
  },
  {
    what: 'a service that owns its audit trail',
    env: async () => {
      const DATABASE_URL = await desk.database();
      await command({ DATABASE_URL }, 'db', 'migrate');
      return { DATABASE_URL };
    },
    ...desk.guard(),
  },
  {
    what: 'an entry of the audit trail that was altered',
    env: () =>
      desk.changed(
        'alter table audit_entries disable trigger all',
        `update audit_entries set operation = 'none' where position = 2`,
        'alter table audit_entries enable trigger all',
      ),
    name: 'audit',
    remedy: '"restore FILE --into-empty" into another database, which is named in DATABASE_URL then',
    follow: () => desk.restored(desk.around.soundBackup),
    then: [desk.guard()],
  },
  {
    what: 'an end of the audit trail that was cut off',
    env: () =>
      desk.changed(
        'alter table audit_entries disable trigger all',
        'delete from audit_entries e using audit_heads h where e.school_id = h.school_id and e.position = h.position',
        'alter table audit_entries enable trigger all',
      ),
    name: 'audit',
    remedy: 'Run "audit verify"',
    follow: () => desk.restored(desk.around.soundBackup),
    then: [desk.guard()],
  },
  {
    what: 'no backup, ever',
    env: () => desk.changed('delete from backups'),
    ...backUp(desk),
  },
  {
    what: 'a backup of last week',
    env: () => desk.changed(`update backups set made_at = now() - interval '8 days'`),
    ...backUp(desk),
  },
  {
    what: 'no backup for three nights',
    env: () => desk.changed(`update backups set made_at = now() - interval '3 days'`),
    ...backUp(desk),
  },
  {
    what: 'backups of the future',
    env: () => desk.changed(`update backups set made_at = now() + interval '3 days'`),
    ...backUp(desk),
    remedy: 'Set the clock of the machine that makes them, and make one',
  },
  {
    what: 'a backup that no restore takes',
    env: async () => {
      desk.scratch = await desk.database();
      return desk.changed(`update backups set address = '${desk.spoiltBackup()}'`);
    },
    options: () => ['--restore', '--scratch', desk.scratch],
    ...backUp(desk),
    remedy: 'make a new one: "backup --to PLACE"',
  },
];

const backUp = (desk: Desk): Pick<SetUp, 'name' | 'remedy' | 'follow'> => ({
  name: 'backups',
  remedy: '"backup --to PLACE --keep 7d,4w,12m"',
  follow: async () => {
    await command({}, 'backup', '--to', join(desk.around.folder, 'kept'), '--keep', '7d,4w,12m');
    return {};
  },
});
