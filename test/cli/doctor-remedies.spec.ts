import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { Surroundings, NOBODY } from '../support/doctor.factory.js';
import { freePort } from '../support/free-port.js';
import { types } from '../support/operator.js';
import { databaseUrl } from '../support/test-cluster.js';
import { type Behaviour, TlsSite } from '../support/tls-site.js';
import { startS3Server, type S3Server } from '../storage/stores-under-test.js';

/*
 * Set-ups that are wrong in one way each: doctor names the setting, says what to do, and is content when that was done word for
 * word. Whatever the remedy speaks of (a setting, a command, a statement) is what is done here.
 */

type Env = Record<string, string>;

interface SetUp {
  what: string;
  env: () => Env | Promise<Env>;
  name: string;
  /** Words of the remedy, which say what is done then. */
  remedy: string;
  /** What is done: settings that are put right, after whatever else the remedy says. */
  follow: () => Env | Promise<Env>;
}

const around = new Surroundings();
const sites: TlsSite[] = [];
const made: string[] = [];
let s3: S3Server;
let smtp: Env;

beforeAll(async () => {
  s3 = await startS3Server(true);
  smtp = { SMTP_URL: await around.mailServer(), MAIL_FROM: 'a@example.org' };
});
afterAll(async () => {
  for (const site of sites) site.stop();
  await s3.close();
  for (const name of made) await asAdmin(`drop database if exists ${name} with (force)`);
  for (const name of made) await asAdmin(`drop role if exists ${name}`);
});

async function asAdmin(sql: string, url = process.env.TEST_POSTGRES_URL!): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function aDatabase(more = ''): Promise<string> {
  const name = `doctor_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} ${more}`);
  made.push(name);
  return databaseUrl(name);
}

const LATIN1 = `encoding 'LATIN1' template template0 locale_provider libc locale 'C'`;
const ASCII = LATIN1.replace('LATIN1', 'SQL_ASCII');

/** With a proxy that families come through. */
async function aSite(behaviour: Behaviour = {}, trusted = true): Promise<Env> {
  const site = await TlsSite.start(behaviour);
  sites.push(site);
  if (trusted) site.trust();
  return { ...smtp, SITE_URL: site.url, TRUST_PROXY: 'true' };
}

/** A database of which a role is the owner, and comes as it. */
async function owned(): Promise<{ admin: string; url: string; role: string }> {
  const admin = await aDatabase();
  const role = new URL(admin).pathname.slice(1);
  await asAdmin(`create role ${role} login password 'word'`);
  await asAdmin(`alter database ${role} owner to ${role}`);
  const url = new URL(admin);
  Object.assign(url, { username: role, password: 'word' });
  return { admin, url: url.href, role };
}

/** Does what a command says, in settings of its own. */
async function command(env: Env, ...argv: string[]): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, env);
  const { status, stderr } = await types(argv);
  for (const name of Object.keys(env)) delete process.env[name];
  Object.assign(process.env, before);
  expect([argv.join(' '), status, stderr]).toEqual([argv.join(' '), 0, '']);
}

const s3Env = (): Env => ({
  S3_BUCKET: s3.settings.bucket,
  S3_ENDPOINT: s3.settings.endpoint!,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
});

const answering = async (body: string, status = 200): Promise<string> =>
  `http://127.0.0.1:${await around.server((_, response) => response.writeHead(status).end(body))}`;

/** One that finds the file that every scanner knows. */
const aScanner = async (): Promise<string> =>
  `http://127.0.0.1:${await around.server((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () =>
      response.end(JSON.stringify({ clean: !Buffer.concat(pieces).toString().includes('EICAR') })),
    );
  })}`;

const aKey = (): string =>
  spawnSync('openssl', 'genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256'.split(' '), {
    encoding: 'utf8',
  }).stdout;

const DATABASE: SetUp[] = [
  {
    what: 'a database that does not answer',
    env: () => ({ DATABASE_URL: `postgres://u:p@${NOBODY}/x` }),
    name: 'DATABASE_URL',
    remedy: 'whether host and port in DATABASE_URL are right',
    follow: async () => ({ DATABASE_URL: await aDatabase() }),
  },
  {
    what: 'a wrong password',
    env: () => ({ DATABASE_URL: around.databaseUrl((url) => (url.password = 'x')) }),
    name: 'DATABASE_URL',
    remedy: 'Put the right user and password into DATABASE_URL',
    follow: () => ({ DATABASE_URL: around.databaseUrl(() => undefined) }),
  },
  {
    what: 'a database that is not there',
    env: () => ({ DATABASE_URL: around.databaseUrl((url) => (url.pathname = '/doctor_nowhere')) }),
    name: 'DATABASE_URL',
    remedy: 'Create it',
    follow: async () => {
      made.push('doctor_nowhere');
      await asAdmin('create database doctor_nowhere');
      return {};
    },
  },
  ...[
    ['LATIN1', LATIN1],
    ['SQL_ASCII', ASCII],
  ].map(([encoding, options]): SetUp => ({
    what: `a database in ${encoding}`,
    env: async () => ({ DATABASE_URL: await aDatabase(options) }),
    name: 'DATABASE_URL',
    remedy: `CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and name it in DATABASE_URL`,
    follow: async () => ({ DATABASE_URL: await aDatabase(`encoding 'UTF8' template template0`) }),
  })),
  {
    what: 'a database without tables',
    env: async () => ({ DATABASE_URL: await aDatabase() }),
    name: 'MIGRATE_ON_START',
    remedy: 'Run the command "db migrate"',
    follow: async () => {
      await command({}, 'db', 'migrate');
      return {};
    },
  },
  {
    what: 'tables that are made by nobody',
    env: async () => ({ DATABASE_URL: await aDatabase() }),
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
      const { admin, url, role } = await owned();
      await command({ DATABASE_URL: url }, 'db', 'migrate');
      await command({ DATABASE_URL: admin }, 'db', 'guard', '--role', role);
      return { DATABASE_URL: url };
    },
  },
  {
    what: 'a service that owns its audit trail',
    env: async () => {
      const { url } = await owned();
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
      const url = await aDatabase();
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
    env: () => ({ DATABASE_REPLICA_URLS: around.databaseUrl(() => undefined) }),
    name: 'DATABASE_REPLICA_URLS',
    remedy: 'by streaming replication, or nothing',
    follow: () => ({ DATABASE_REPLICA_URLS: '' }),
  },
  {
    what: 'no backup, ever',
    env: async () => {
      const url = await aDatabase();
      await command({ DATABASE_URL: url }, 'db', 'migrate');
      const school = 'school create --name Elm --short-name elm --time-zone UTC'.split(' ');
      await command({ DATABASE_URL: url }, ...school);
      return { ...(await aSite()), DATABASE_URL: url };
    },
    name: 'backups',
    remedy: '"backup --to PLACE --keep 7d,4w,12m"',
    follow: async () => {
      await command({}, 'backup', '--to', join(around.folder, 'kept'), '--keep', '7d,4w,12m');
      return {};
    },
  },
];

const SITE: SetUp[] = [
  {
    what: 'a malformed address of the site',
    env: () => ({ SITE_URL: 'directory.example.org' }),
    name: 'SITE_URL',
    remedy: 'Correct SITE_URL in the environment',
    follow: () => ({ SITE_URL: 'http://localhost:3000' }),
  },
  {
    what: 'a site without https',
    env: () => ({ ...smtp, SITE_URL: 'http://directory.example.org' }),
    name: 'SITE_URL',
    remedy: 'Set SITE_URL to the address that people use, such as https://',
    follow: () => aSite(),
  },
  {
    what: 'a site of a name that nobody has',
    env: () => ({ ...smtp, TRUST_PROXY: 'true', SITE_URL: 'https://directory.invalid' }),
    name: 'SITE_URL',
    remedy: '',
    follow: () => aSite(),
  },
  {
    what: 'a site that nobody answers at',
    env: async () => ({ ...smtp, TRUST_PROXY: 'true', SITE_URL: `https://localhost:${await freePort()}` }),
    name: 'SITE_URL',
    remedy: 'Start the proxy, open its port',
    follow: () => aSite(),
  },
  {
    what: 'a certificate that nobody has signed',
    env: () => aSite({}, false),
    name: 'SITE_URL',
    remedy: 'one of an authority of your own has to be in NODE_EXTRA_CA_CERTS here',
    follow: () => {
      sites.at(-1)!.trust();
      return {};
    },
  },
  {
    what: 'a certificate that ends soon',
    env: () => aSite({ days: 3 }),
    name: 'SITE_URL',
    remedy: 'Renew it',
    follow: () => aSite(),
  },
  {
    what: 'a proxy that reaches no service',
    env: () => aSite({ status: 502, body: 'Bad gateway' }),
    name: 'SITE_URL',
    remedy: 'Start the service, and let the proxy lead to its HOST and PORT',
    follow: () => aSite(),
  },
  {
    what: 'something else at the address of the site',
    env: () => aSite({ body: '<title>Welcome to nginx</title>' }),
    name: 'SITE_URL',
    remedy: 'Let the proxy lead all paths of this name to the service',
    follow: () => aSite(),
  },
  {
    what: 'a proxy that takes no files',
    env: () => aSite({ maxBody: 1024 * 1024 }),
    name: 'SITE_URL',
    remedy: 'Let it take bodies of 12 MB',
    follow: () => aSite({ maxBody: 12 * 1024 * 1024 }),
  },
  {
    what: 'https without a proxy that is believed',
    env: async () => ({ ...(await aSite()), TRUST_PROXY: 'false' }),
    name: 'TRUST_PROXY',
    remedy: 'Set TRUST_PROXY=true behind a proxy',
    follow: () => ({ TRUST_PROXY: 'true' }),
  },
  {
    what: 'a proxy that is believed, and is none',
    env: () => ({ TRUST_PROXY: 'true' }),
    name: 'TRUST_PROXY',
    remedy: 'Set TRUST_PROXY=false',
    follow: () => ({ TRUST_PROXY: 'false' }),
  },
  {
    what: 'the demo school among families',
    env: async () => ({ ...(await aSite()), DEMO: 'true' }),
    name: 'DEMO',
    remedy: 'Set DEMO=false',
    follow: () => ({ DEMO: 'false' }),
  },
  {
    what: 'mail to nobody',
    env: async () => ({ ...(await aSite()), SMTP_URL: '' }),
    name: 'SMTP_URL',
    remedy: 'Set SMTP_URL to your mail server',
    follow: () => smtp,
  },
  {
    what: 'a mail server under a misspelt name',
    env: async () => ({ ...(await aSite()), SMTP_URL: '', SMPT_URL: smtp['SMTP_URL']! }),
    name: 'SMPT_URL',
    remedy: 'Call it SMTP_URL',
    follow: () => ({ SMPT_URL: '', SMTP_URL: smtp['SMTP_URL']! }),
  },
  {
    what: 'a key under a misspelt name',
    env: () => ({ DATAKEY: 'x' }),
    name: 'DATAKEY',
    remedy: 'Call it DATA_KEY',
    follow: () => ({ DATAKEY: '', DATA_KEY: randomBytes(32).toString('base64') }),
  },
  {
    what: 'a setting twice, once misspelt',
    env: () => ({ SITE_URLS: 'http://localhost:3000', SITE_URL: 'http://localhost:3000' }),
    name: 'SITE_URLS',
    remedy: 'or take it away',
    follow: () => ({ SITE_URLS: '' }),
  },
];

const MACHINE: SetUp[] = [
  {
    what: 'a signing key that is none',
    env: () => ({ AUTH_SIGNING_KEY: 'x' }),
    name: 'AUTH_SIGNING_KEY',
    remedy: 'openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 makes a key',
    follow: () => ({ AUTH_SIGNING_KEY: aKey() }),
  },
  {
    what: 'no signing key',
    env: () => ({ AUTH_SIGNING_KEY: '' }),
    name: 'AUTH_SIGNING_KEY',
    remedy: 'Correct AUTH_SIGNING_KEY',
    follow: () => ({ AUTH_SIGNING_KEY: aKey() }),
  },
  {
    what: 'a key for secrets that is too short',
    env: () => ({ DATA_KEY: 'short' }),
    name: 'DATA_KEY',
    remedy: 'Correct DATA_KEY',
    follow: () => ({ DATA_KEY: randomBytes(32).toString('base64') }),
  },
  {
    what: 'a data folder that cannot be written to',
    env: () => ({ DATA_DIR: join(around.aFile(), 'below') }),
    name: 'DATA_DIR',
    remedy: 'or set DATA_DIR to another folder',
    follow: () => ({ DATA_DIR: around.folder }),
  },
  {
    what: 'notes of erasures that nobody can write',
    env: () => ({ TOMBSTONES: join(around.aFile(), 'below') }),
    name: 'TOMBSTONES',
    remedy: 'Set TOMBSTONES to a folder that is kept',
    follow: () => ({ TOMBSTONES: join(around.folder, 'notes') }),
  },
  {
    what: 'notes of erasures in a bucket that is not there',
    env: () => ({ ...s3Env(), TOMBSTONES: 's3://nowhere/notes' }),
    name: 'TOMBSTONES',
    remedy: 'or to one of a bucket: s3://bucket/folder',
    follow: () => ({ TOMBSTONES: `s3://${s3.settings.bucket}/notes` }),
  },
  {
    what: 'a port that another program has',
    env: async () => ({ PORT: await around.server((_, response) => response.end('{}')) }),
    name: 'PORT',
    remedy: 'or set PORT to a free one',
    follow: async () => ({ PORT: String(await freePort()) }),
  },
  {
    what: 'a port for metrics that another program has',
    env: async () => ({ METRICS_PORT: await around.server((_, response) => response.end('{}')) }),
    name: 'METRICS_PORT',
    remedy: 'Set METRICS_PORT to a free one',
    follow: async () => ({ METRICS_PORT: String(await freePort()) }),
  },
  {
    what: 'a host of another machine',
    env: () => ({ HOST: '192.0.2.1' }),
    name: 'HOST',
    remedy: 'or 0.0.0.0 for all',
    follow: () => ({ HOST: '0.0.0.0' }),
  },
  {
    what: 'a word that nobody knows',
    env: () => ({ LOG_LEVEL: 'loud' }),
    name: 'LOG_LEVEL',
    remedy: 'Correct LOG_LEVEL',
    follow: () => ({ LOG_LEVEL: 'info' }),
  },
];

const SERVICES: SetUp[] = [
  {
    what: 'a mail server that does not answer',
    env: () => ({ ...smtp, SMTP_URL: `smtp://${NOBODY}` }),
    name: 'SMTP_URL',
    remedy: 'whether host and port in SMTP_URL are right',
    follow: () => smtp,
  },
  {
    what: 'a mail server that knows no such user',
    env: () => ({ ...smtp, SMTP_URL: smtp['SMTP_URL']!.replace('//', '//u:p@') }),
    name: 'SMTP_URL',
    remedy: 'Put user and password into SMTP_URL',
    follow: () => smtp,
  },
  {
    what: 'mail from nobody',
    env: () => ({ ...smtp, MAIL_FROM: '' }),
    name: 'MAIL_FROM',
    remedy: 'Set MAIL_FROM to an address of yours',
    follow: () => smtp,
  },
  {
    what: 'a bucket that is not there',
    env: () => ({ ...s3Env(), S3_BUCKET: 'nowhere' }),
    name: 'S3_BUCKET',
    remedy: 'or name the right one',
    follow: s3Env,
  },
  {
    what: 'a store that does not answer',
    env: () => ({ ...s3Env(), S3_ENDPOINT: `http://${NOBODY}` }),
    name: 'S3_ENDPOINT',
    remedy: 'Look whether S3_ENDPOINT and S3_REGION are right',
    follow: s3Env,
  },
  {
    what: 'half a pair of credentials',
    env: () => ({ ...s3Env(), S3_SECRET_ACCESS_KEY: '' }),
    name: 'S3_SECRET_ACCESS_KEY',
    remedy: 'Correct S3_SECRET_ACCESS_KEY',
    follow: s3Env,
  },
  {
    what: 'a provider without its audience',
    env: () => ({ AUTH_ISSUER: 'https://provider.example.org' }),
    name: 'AUTH_AUDIENCE',
    remedy: 'Correct AUTH_AUDIENCE',
    follow: async () => ({ AUTH_AUDIENCE: 'app', AUTH_JWKS_URL: await answering('{"keys":[]}') }),
  },
  {
    what: 'a geocoder that does not answer',
    env: () => ({ GEOCODER_URL: `http://${NOBODY}` }),
    name: 'GEOCODER_URL',
    remedy: 'Name the base of a Nominatim-compatible service',
    follow: async () => ({ GEOCODER_URL: await answering('[]') }),
  },
  {
    what: 'a scanner that says neither',
    env: async () => ({ ATTACHMENT_SCAN_URL: await answering('{}') }),
    name: 'ATTACHMENT_SCAN_URL',
    remedy: 'answers {"clean":true} or {"clean":false}',
    follow: async () => ({ ATTACHMENT_SCAN_URL: await aScanner() }),
  },
  {
    what: 'a scanner that finds nothing',
    env: async () => ({ ATTACHMENT_SCAN_URL: await answering('{"clean":true}') }),
    name: 'ATTACHMENT_SCAN_URL',
    remedy: 'Name an address that takes the bytes by POST',
    follow: async () => ({ ATTACHMENT_SCAN_URL: await aScanner() }),
  },
  {
    what: 'an images service that refuses the key',
    env: async () => ({ IMAGE_API_URL: await answering('', 401), IMAGE_API_KEY: 'x' }),
    name: 'IMAGE_API_KEY',
    remedy: 'Put the right one into IMAGE_API_KEY',
    follow: async () => ({ IMAGE_API_URL: await answering('{}'), IMAGE_API_KEY: 'y' }),
  },
  {
    what: 'a collector that does not answer',
    env: () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://${NOBODY}` }),
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    remedy: 'Name a collector that takes OTLP over HTTP',
    follow: async () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: await answering('{}') }),
  },
];

const ALL = [...DATABASE, ...SITE, ...MACHINE, ...SERVICES];

describe('doctor', () => {
  it('is tried on forty set-ups and more', () => expect(ALL.length).toBeGreaterThanOrEqual(40));

  it.each(ALL.map((one) => [one.what, one] as const))(
    'names %s, with a remedy that works',
    async (_, setUp) => {
      const broken = await around.doctor(await setUp.env());
      const named = broken.checks.filter(({ name, status }) => name === setUp.name && status !== 'ok');
      const [found] = named.filter(({ remedy }) => remedy?.includes(setUp.remedy));
      expect([setUp.what, named, found?.name]).toEqual([setUp.what, named, setUp.name]);
      const { checks } = await around.doctor(await setUp.follow());
      const left = checks.filter(
        ({ name, message, status }) => name === setUp.name && status !== 'ok' && message === found!.message,
      );
      expect([setUp.what, left]).toEqual([setUp.what, []]);
      // What was named as failed is not only another failure now.
      if (found!.status === 'failed')
        expect(checks.filter(({ name, status }) => name === setUp.name && status === 'failed')).toEqual([]);
    },
  );
});
