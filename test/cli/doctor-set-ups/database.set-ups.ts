import { join } from 'node:path';
import { NOBODY } from '../../support/doctor.factory.js';
import { databaseUrl } from '../../support/database/test-cluster.js';
import { asAdmin, command, type Desk, type SetUp } from './desk.js';

const LATIN1 = `encoding 'LATIN1' template template0 locale_provider libc locale 'C'`;
const ASCII = LATIN1.replace('LATIN1', 'SQL_ASCII');

/** What is wrong with a database, or with what was done with it. */
export const databaseSetUps = (desk: Desk): SetUp[] => [
  {
    what: 'a database that does not answer',
    env: () => ({ DATABASE_URL: `postgres://u:p@${NOBODY}/x` }),
    name: 'DATABASE_URL',
    remedy: 'whether host and port in DATABASE_URL are right',
    follow: async () => ({ DATABASE_URL: await desk.database() }),
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
    remedy: 'Create it',
    follow: async () => {
      desk.made.push('doctor_nowhere');
      await asAdmin('create database doctor_nowhere');
      return {};
    },
  },
  ...[
    ['LATIN1', LATIN1],
    ['SQL_ASCII', ASCII],
  ].map(([encoding, options]): SetUp => ({
    what: `a database in ${encoding}`,
    env: async () => ({ DATABASE_URL: await desk.database(options) }),
    name: 'DATABASE_URL',
    remedy: `CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and name it in DATABASE_URL`,
    follow: async () => ({ DATABASE_URL: await desk.database(`encoding 'UTF8' template template0`) }),
  })),
  {
    what: 'a database without tables',
    env: async () => ({ DATABASE_URL: await desk.database() }),
    name: 'MIGRATE_ON_START',
    remedy: 'Run the command "db migrate"',
    follow: async () => {
      await command({}, 'db', 'migrate');
      return {};
    },
  },
  {
    what: 'tables that are made by nobody',
    env: async () => ({ DATABASE_URL: await desk.database() }),
    name: 'MIGRATE_ON_START',
    remedy: 'or set MIGRATE_ON_START=true',
    follow: () => ({ MIGRATE_ON_START: 'true' }),
  },
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
    what: 'a service that comes as a superuser',
    env: () => ({}),
    name: 'DATABASE_URL',
    remedy: 'CREATE ROLE … LOGIN, ALTER DATABASE … OWNER TO …, and name that one in DATABASE_URL',
    follow: async () => {
      const { admin, url, role } = await desk.owned();
      await command({ DATABASE_URL: url }, 'db', 'migrate');
      await command({ DATABASE_URL: admin }, 'db', 'guard', '--role', role);
      return { DATABASE_URL: url };
    },
  },
  {
    what: 'a service that owns its audit trail',
    env: async () => {
      const { url } = await desk.owned();
      await command({ DATABASE_URL: url }, 'db', 'migrate');
      return { DATABASE_URL: url };
    },
    name: 'DATABASE_URL',
    remedy:
      'Run "db guard --role NAME" once, NAME being the user in DATABASE_URL, with the address of a superuser',
    follow: async () => {
      const url = new URL(process.env.DATABASE_URL!);
      const admin = databaseUrl(url.pathname.slice(1));
      await command({ DATABASE_URL: admin }, 'db', 'guard', '--role', url.username);
      return { DATABASE_URL: url.href };
    },
  },
  {
    what: 'plans as for a disk that turns',
    env: async () => {
      const url = await desk.database();
      await asAdmin(`alter database ${new URL(url).pathname.slice(1)} set random_page_cost = 4`);
      return { DATABASE_URL: url };
    },
    name: 'plans',
    remedy: 'ALTER DATABASE … SET random_page_cost = 1.1, and SET jit = off',
    follow: async () => {
      const name = new URL(process.env.DATABASE_URL!).pathname.slice(1);
      await asAdmin(`alter database ${name} set random_page_cost = 1.1`);
      await asAdmin(`alter database ${name} set jit = off`);
      return {};
    },
  },
  {
    what: 'a replica that does not answer',
    env: () => ({ DATABASE_REPLICA_URLS: `postgres://u:p@${NOBODY}/x` }),
    name: 'DATABASE_REPLICA_URLS',
    remedy: 'host and port in DATABASE_REPLICA_URLS',
    follow: () => ({ DATABASE_REPLICA_URLS: '' }),
  },
  {
    what: 'a replica that follows nobody',
    env: () => ({ DATABASE_REPLICA_URLS: desk.around.databaseUrl(() => undefined) }),
    name: 'DATABASE_REPLICA_URLS',
    remedy: 'by streaming replication, or nothing',
    follow: () => ({ DATABASE_REPLICA_URLS: '' }),
  },
  {
    what: 'no backup, ever',
    env: async () => {
      const url = await desk.database();
      await command({ DATABASE_URL: url }, 'db', 'migrate');
      const school = 'school create --name Elm --short-name elm --time-zone UTC'.split(' ');
      await command({ DATABASE_URL: url }, ...school);
      return { ...(await desk.site()), DATABASE_URL: url };
    },
    name: 'backups',
    remedy: '"backup --to PLACE --keep 7d,4w,12m"',
    follow: async () => {
      await command({}, 'backup', '--to', join(desk.around.folder, 'kept'), '--keep', '7d,4w,12m');
      return {};
    },
  },
];
