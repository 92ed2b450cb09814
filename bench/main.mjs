import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createDataSource } from '../dist/src/database/data-source.js';
import { startThrowawayPostgres } from '../dist/src/database/embedded/embedded-postgres.js';
import { AccessTokensService } from '../dist/src/features/identity/access-tokens.service.js';
import {
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  TOKEN_TYPE,
} from '../dist/src/features/identity/identity.constants.js';
import { readSigningKeys } from '../dist/src/features/identity/signing-keys.js';
import { ask, endProcesses, startProcess, startServer } from './processes.mjs';
import { get } from './http.mjs';
import { factsOf, report } from './report.mjs';
import { countRoundTrips } from './round-trips.mjs';
import { measureSearch } from './search.mjs';
import { seed } from './seed.mjs';
import { assertAgreement, measureSpeed } from './speed.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    schools: { type: 'string', default: '20' },
    log: { type: 'string', default: 'silent' },
    strict: { type: 'boolean', default: false },
  },
});
const POOL_SIZE = '10';
const only = options.only.split(',').filter(Boolean);
const wanted = (id) => only.length === 0 || only.some((part) => id.startsWith(part));
const say = (line) => process.stderr.write(`${line}\n`);

const postgres = await startThrowawayPostgres();
let stopping;
const stop = () => (stopping ??= endProcesses().finally(() => postgres.stop()));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => void stop().finally(() => process.exit(1)));
}
try {
  await run();
} catch (error) {
  if (!stopping) say(`The bench failed: ${error.message}`);
  process.exitCode = 1;
} finally {
  await stop();
}

async function run() {
  const { version, schools } = await prepare();
  const database = { DATABASE_URL: postgres.url, DATABASE_POOL_SIZE: POOL_SIZE };
  const serviceEnv = {
    ...database,
    AUTH_SIGNING_KEY: newSigningKey(),
    RATE_LIMIT: '0',
    LOG_LEVEL: options.log,
    LOG_FORMAT: 'json',
  };
  const service = await startServer('service', serviceEnv);
  await signIn(schools, service);
  const yardstick = await startServer('yardstick', { ...database, ...(await tokenFacts(service, schools)) });
  const servers = { service, yardstick };
  say('Comparing the answers …');
  await assertAgreement(servers, schools);

  const { seconds, rounds } = options;
  const load = startProcess('load');
  const settings = { seconds: Number(seconds), rounds: Number(rounds), wanted, say };
  const speed = await measureSpeed({ servers, schools, load, ...settings });
  const search = wanted('search') && (await measureSearch(service.origin, schools.large, say));
  const roundTrips =
    wanted('round-trips') &&
    (await countRoundTrips(await startServer('service', { ...serviceEnv, BENCH_STATEMENTS: '1' }), schools));

  const facts = factsOf({ postgres: version, options });
  publish(report({ facts, speed: speed.length > 0 && speed, search, roundTrips }));
  if (options.strict && search && search.some(({ breach }) => breach)) process.exitCode = 1;
}

/** A migrated database with its schools. */
async function prepare() {
  say('Preparing the database …');
  const dataSource = await createDataSource({ url: postgres.url, poolSize: 1 }).initialize();
  await dataSource.runMigrations();
  await dataSource.destroy();
  const db = new pg.Client(postgres.url);
  await db.connect();
  const schools = await seed(db, { fillerSchools: Number(options.schools) });
  const { rows } = await db.query('show server_version');
  await db.end();
  return { version: rows[0].server_version, schools };
}

function newSigningKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ format: 'pem', type: 'pkcs8' });
}

async function signIn(schools, { child }) {
  for (const caller of Object.values(schools).flatMap(({ parent, admin }) => [parent, admin])) {
    ({ token: caller.token } = await ask(child, { tokenFor: caller.email }));
  }
}

/** What the yardstick checks tokens against: the published key, and what a token of ours says. */
async function tokenFacts({ origin }, { small }) {
  const [header, payload] = small.parent.token
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url')));
  const { keys } = JSON.parse((await get(origin, '/.well-known/jwks.json')).text);
  const key = keys.find(({ kid }) => kid === header.kid);
  return {
    TOKEN_KEY: JSON.stringify(key),
    TOKEN_TYPE: header.typ,
    TOKEN_ISSUER: payload.iss,
    TOKEN_AUDIENCE: payload.aud,
  };
}

/** The file keeps whole runs only. */
function publish(markdown) {
  process.stdout.write(markdown);
  if (only.length > 0) return;
  const folder = new URL('results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('latest.md', folder), markdown);
}
