import { NOBODY } from '../../support/doctor.factory.js';
import { databaseUrl } from '../../support/database/test-cluster.js';
import { pgbouncerPath, startPgBouncer } from '../../support/database/pgbouncer.js';
import type { Desk, SetUp } from './desk.js';
import { asAdmin, ROLE } from './operator-at-work.js';

const LATIN1 = `encoding 'LATIN1' template template0 locale_provider libc locale 'C'`;
const ASCII = LATIN1.replace('LATIN1', 'SQL_ASCII');

/** What is wrong with the way to a database. */
export const databaseSetUps = (desk: Desk): SetUp[] => [
  {
    what: 'a database that does not answer',
    env: () => ({ DATABASE_URL: `postgres://u:p@${NOBODY}/x` }),
    name: 'DATABASE_URL',
    remedy: 'whether host and port in DATABASE_URL are right',
    follow: () => ({ DATABASE_URL: desk.around.databaseUrl(() => undefined) }),
  },
  {
    what: 'a wrong password',
    env: () => ({ DATABASE_URL: desk.around.databaseUrl((url) => (url.password = 'x')) }),
    name: 'DATABASE_URL',
    remedy: 'Put the right user and password into DATABASE_URL',
    follow: () => ({ DATABASE_URL: desk.around.databaseUrl(() => undefined) }),
  },
  {
    what: 'a database that is not there',
    env: () => ({ DATABASE_URL: desk.around.databaseUrl((url) => (url.pathname = '/doctor_nowhere')) }),
    name: 'DATABASE_URL',
    remedy: 'or name another one in DATABASE_URL',
    follow: () => ({ DATABASE_URL: desk.around.databaseUrl(() => undefined) }),
  },
  ...[
    ['LATIN1', LATIN1],
    ['SQL_ASCII', ASCII],
  ].map(([encoding, options]): SetUp => ({
    what: `a database in ${encoding}`,
    env: async () => ({ DATABASE_URL: await desk.database(options), MIGRATE_ON_START: 'true' }),
    name: 'DATABASE_URL',
    remedy: `CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and name it in DATABASE_URL`,
    follow: async () => ({ DATABASE_URL: await desk.database(`encoding 'UTF8' template template0`) }),
  })),
  {
    what: 'a pool larger than the database',
    env: () => ({ DATABASE_POOL_SIZE: '1000' }),
    name: 'DATABASE_POOL_SIZE',
    remedy: 'Set DATABASE_POOL_SIZE to less than',
    follow: () => ({ DATABASE_POOL_SIZE: '5' }),
  },
  {
    what: 'a pool of half of the database',
    env: () => ({ DATABASE_POOL_SIZE: '60' }),
    name: 'DATABASE_POOL_SIZE',
    remedy: 'lower it, or raise max_connections',
    follow: () => ({ DATABASE_POOL_SIZE: '10' }),
  },
  {
    what: 'a pool larger than what the database lets the service have',
    env: async () => ({
      ...(await desk.changed('alter database THIS connection limit 6')),
      DATABASE_POOL_SIZE: '10',
    }),
    name: 'DATABASE_POOL_SIZE',
    remedy: 'Set DATABASE_POOL_SIZE to less than 6',
    follow: () => ({ DATABASE_POOL_SIZE: '2' }),
  },
  {
    what: 'no connection left for the service',
    env: () => desk.changed('alter database THIS connection limit 0'),
    name: 'DATABASE_POOL_SIZE',
    remedy: 'or the limit of this user or database (CONNECTION LIMIT)',
    follow: () => desk.amended('alter database THIS connection limit 50'),
  },
  {
    what: 'a service that comes as a superuser',
    env: async () => ({ DATABASE_URL: (await desk.around.copy()).admin }),
    name: 'DATABASE_URL',
    remedy:
      'CREATE ROLE … LOGIN, CREATE DATABASE … OWNER …, bring along what is in this one, "backup FILE" and "restore FILE --into-empty", and name both in DATABASE_URL',
    follow: () => desk.movedInto(),
    then: [desk.guard()],
  },
  {
    what: 'a user of the database who may read nothing',
    env: async () => {
      await asAdmin(`create role stranger login password 'word'`);
      return { DATABASE_URL: desk.around.databaseUrl((url) => (url.username = 'stranger')) };
    },
    name: 'DATABASE_URL',
    remedy: 'Name the owner of the database in DATABASE_URL',
    follow: () => ({ DATABASE_URL: desk.around.databaseUrl((url) => (url.username = ROLE)) }),
  },
  {
    what: 'a pooler in statement mode',
    isHere: pgbouncerPath() !== null,
    env: () => pooled(desk, 'statement'),
    name: 'DATABASE_URL',
    remedy: 'Set pool_mode = transaction in PgBouncer',
    follow: () => pooled(desk, 'transaction'),
  },
  {
    what: 'a database that takes no writes',
    env: () => desk.changed('alter database THIS set default_transaction_read_only = on'),
    name: 'DATABASE_URL',
    remedy: 'look for default_transaction_read_only',
    follow: async () => {
      await asAdmin(`alter database ${desk.nameOfNow} reset default_transaction_read_only`);
      return {};
    },
  },
  {
    what: 'a synchronous standby that is gone',
    env: () => configured("alter system set synchronous_standby_names = 'nobody'"),
    name: 'DATABASE_URL',
    remedy: "or without Patroni synchronous_standby_names = '' in PostgreSQL, and reload it",
    follow: () => configured("alter system set synchronous_standby_names = ''"),
  },
  {
    what: 'a database whose statistics nobody looks after',
    env: () => configured('alter system set autovacuum = off'),
    name: 'statistics',
    remedy: 'Set autovacuum = on in its configuration, and reload it',
    follow: () => configured('alter system set autovacuum = on'),
  },
  {
    what: 'plans as for a disk that turns',
    env: () => desk.changed('alter database THIS set random_page_cost = 4'),
    name: 'plans',
    remedy: 'ALTER DATABASE … SET random_page_cost = 1.1, and SET jit = off',
    follow: () =>
      desk.amended('alter database THIS set random_page_cost = 1.1', 'alter database THIS set jit = off'),
  },
  {
    what: 'a standby in the place of the database',
    env: async () => ({ DATABASE_URL: await desk.onReplica() }),
    name: 'DATABASE_URL',
    remedy: 'Name the primary in DATABASE_URL, not a standby',
    follow: () => ({ DATABASE_URL: desk.around.databaseUrl(() => undefined) }),
  },
  {
    what: 'several hosts, of which one is gone',
    env: () => ({ DATABASE_URL: desk.around.databaseUrl(() => undefined).replace('@', `@${NOBODY},`) }),
    name: 'DATABASE_URL',
    remedy: 'or take the host out of DATABASE_URL',
    follow: () => ({ DATABASE_URL: desk.around.databaseUrl(() => undefined) }),
  },
  {
    what: 'a replica that does not answer',
    env: () => ({ DATABASE_REPLICA_URLS: `postgres://u:p@${NOBODY}/x` }),
    name: 'DATABASE_REPLICA_URLS',
    remedy: 'host and port in DATABASE_REPLICA_URLS',
    follow: async () => ({ DATABASE_REPLICA_URLS: await desk.onReplica() }),
  },
  {
    what: 'a replica that follows nobody',
    env: () => ({ DATABASE_REPLICA_URLS: desk.around.databaseUrl(() => undefined) }),
    name: 'DATABASE_REPLICA_URLS',
    remedy: 'by streaming replication, or nothing',
    follow: () => ({ DATABASE_REPLICA_URLS: '' }),
  },
  {
    what: 'a replica that has stopped to follow',
    env: async () => {
      const replica = await desk.replica();
      await replica.pause();
      await desk.amended(`comment on database THIS is 'written since'`, 'select pg_switch_wal()');
      return { DATABASE_REPLICA_URLS: await desk.onReplica(), DATABASE_REPLICA_MAX_LAG_MS: '1' };
    },
    name: 'DATABASE_REPLICA_URLS',
    remedy: 'and what holds it up',
    follow: async () => {
      await (await desk.replica()).resume();
      return {};
    },
  },
  // Last: a server that follows cannot go on then.
  {
    what: 'a database without room',
    ...fullTablespace(desk),
    name: 'DATABASE_URL',
    remedy: 'Make room on it',
  },
];

/** A setting of the whole server, which takes it at once. */
async function configured(statement: string): Promise<Record<string, string>> {
  await asAdmin(statement);
  await asAdmin('select pg_reload_conf()');
  return {};
}

async function pooled(desk: Desk, mode: string): Promise<Record<string, string>> {
  const here = desk.around.databaseUrl(() => undefined);
  const pooler = await startPgBouncer(here, { lines: [`pool_mode = ${mode}`] });
  desk.around.atEnd(() => pooler.stop());
  return { DATABASE_URL: pooler.through(here) };
}

function fullTablespace(desk: Desk): Pick<SetUp, 'isHere' | 'env' | 'follow'> {
  const disk = desk.smallDisk();
  const env = async (): Promise<Record<string, string>> => {
    await desk.endReplica();
    const { name, url } = await desk.around.copy();
    await disk!.take({ query: (sql: string) => asAdmin(sql, databaseUrl('postgres')) }, name);
    disk!.fill();
    return { DATABASE_URL: url };
  };
  const follow = (): Record<string, string> => {
    disk!.empty();
    return {};
  };
  return { isHere: disk !== null, env, follow };
}
