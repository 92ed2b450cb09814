import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPublicKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { settingsFrom } from '../../src/platform/config/settings.js';
import { assertUsable } from '../../src/platform/database/database-preflight.js';
import { startupErrorLine } from '../../src/platform/errors/startup-error.js';
import { startService } from '../../src/runtime/service.js';
import { anOldPostgres } from '../support/old-postgres.factory.js';
import { freePort } from '../support/processes/free-port.js';
import { startServiceProcess } from '../support/processes/service-process.js';
import { testSigningKey } from '../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const SECRET = 'open-sesame';
const role = `kept_out_${randomBytes(4).toString('hex')}`;
const servers: Server[] = [];
const sockets: Socket[] = [];
let database: TestDatabase;
let otherPort: number;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.dataSource.query(`create role ${role} nologin password '${SECRET}'`);
  otherPort = await portOf(createServer((socket) => socket.destroy()));
});
afterAll(async () => {
  await database.dataSource.query(`drop role ${role}`);
  await database.drop();
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
});

async function portOf(server: Server): Promise<number> {
  servers.push(server.on('connection', (socket) => sockets.push(socket)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

const SETTINGS = { NODE_ENV: 'test', LOG_FORMAT: 'json' };
const withKey = () => ({ ...SETTINGS, DATABASE_URL: database.url, AUTH_SIGNING_KEY: testSigningKey() });

/** What a process says before it ends, which it has to do by itself, but for its log. */
async function lastWordsOf(env: Record<string, string>): Promise<string> {
  // One that does start has to be ended, or it stays behind.
  const failure = await startServiceProcess({ ...withKey(), ...env }).then(
    (service) => service.kill().then(() => 'started'),
    String,
  );
  const [, ...lines] = failure.trim().split('\n');
  return withoutSecret(lines.filter((line) => !line.startsWith('{')).join('\n'));
}

/** The same line without the process, whose only words these are: `src/main.ts` says them and ends. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const all = { ...withKey(), LOG_LEVEL: 'silent', PORT: String(await freePort()), ...env };
  const settings = settingsFrom(all, { now: Date.now(), terminal: false });
  const refusal = await startService(settings).then(
    (service) => service.stop().then(() => 'started'),
    startupErrorLine,
  );
  return withoutSecret(refusal);
}

function withoutSecret(text: string): string {
  expect(text).not.toContain(SECRET);
  return text;
}

const publicKey = (): string =>
  createPublicKey(testSigningKey()).export({ format: 'pem', type: 'spki' }).toString();

const changed = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

const ANSWERS = /^DATABASE_URL should be a PostgreSQL that answers \(.+\)\.$/;

/* The second process, where a start is refused: test/proofs/processes/cluster.spec.ts. */
describe('A start says in one line which setting stops it', () => {
  it.each([
    ['no.such.host.invalid', false],
    ['192.0.2.1', true],
  ])('HOST is %s (metrics: %s)', async (HOST, withMetrics) => {
    const metrics = withMetrics && { METRICS_PORT: String(await freePort()) };
    expect(await refusalOf({ HOST, ...metrics })).toMatch(
      /^HOST should be an address of this machine, or 0\.0\.0\.0 for all of them \(E[A-Z_]+\)\.$/,
    );
  });

  it('something listens on PORT', async () => {
    expect(await lastWordsOf({ PORT: String(otherPort) })).toBe(
      `PORT should be a free one: something listens on ${otherPort} already.`,
    );
  });

  it('the database is on a port of nobody', async () => {
    expect(await refusalOf({ DATABASE_URL: `postgres://u:${SECRET}@127.0.0.1:2/x` })).toMatch(ANSWERS);
  });
});

describe('A start with AUTH_VERIFY_KEYS', () => {
  it.each<[string, (pem: string) => string, (env: Record<string, string>) => Promise<string>]>([
    ['without its last line', (pem) => pem.replace(/-----END .*/, ''), lastWordsOf],
    ['with a dash too few', (pem) => pem.slice(1), refusalOf],
    ['with words after it', (pem) => `${pem}the old one`, refusalOf],
  ])('fails for a key %s, also beside a good one, and shows neither', async (_, broken, told) => {
    const keys = [publicKey(), publicKey()] as const;
    const refusal = await told({ AUTH_VERIFY_KEYS: broken(keys[0]) + keys[1] });
    expect(refusal.split('\n').at(-1)).toBe(
      'AUTH_VERIFY_KEYS should be public keys as PEM, one after another.',
    );
    for (const key of keys) expect(refusal).not.toContain(key.split('\n')[2]);
  });
});

describe('What a start, and every command, says of a database', () => {
  it.each<[string, () => Promise<string> | string, RegExp]>([
    ['is on no host', () => `postgres://u:${SECRET}@no.such.host.invalid/x`, ANSWERS],
    [
      'is on a host that says nothing',
      async () => `postgres://u:${SECRET}@127.0.0.1:${await portOf(createServer())}/x`,
      ANSWERS,
    ],
    ['is another kind of service', () => `postgres://u:${SECRET}@127.0.0.1:${otherPort}/x`, ANSWERS],
    ['is malformed', () => `postgres://u:%zz${SECRET}@127.0.0.1/x`, ANSWERS],
    [
      'names no database',
      () => changed((url) => (url.pathname = '/nowhere')),
      /^DATABASE_URL should name a database that is there \(3D000\)\.$/,
    ],
    [
      'names a user who may not come in',
      () =>
        changed((url) => {
          url.username = role;
          url.password = SECRET;
        }),
      /^DATABASE_URL should hold a user and a password that the database takes \(28000\)\.$/,
    ],
    [
      'wants encryption of a database without',
      () => changed((url) => url.searchParams.set('sslmode', 'verify-full')),
      /^DATABASE_URL should ask for encryption as the database offers it \(none\)\.$/,
    ],
    [
      'is too old',
      async () => `postgres://u:${SECRET}@127.0.0.1:${await portOf(anOldPostgres('140012'))}/x`,
      /^DATABASE_URL should be PostgreSQL 15 or newer, and is 14\.12\.$/,
    ],
  ])('names the setting in one line for one that %s', async (_, url, line) => {
    const refusal = await assertUsable(await url()).then(() => 'none', startupErrorLine);
    expect(refusal).toMatch(line);
    expect(refusal).not.toContain(SECRET);
  });
});
