import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceDefaults } from '../scripts/lib/dist.mjs';
import { freePort } from './free-port.mjs';
import { get } from './http.mjs';
import { ask, isReady, startProgram, startServer } from './processes.mjs';

const POOL_SIZE = '10';
/** Absent from loopback, so that nobody mistakes an address in an answer for one that was called. */
export const SITE_URL = 'https://directory.example';

/** What the service and whatever it is compared with are told about the database. */
export const databaseEnv = (url) => ({ DATABASE_URL: url, DATABASE_POOL_SIZE: POOL_SIZE, SITE_URL });

/** As in production, without the flood guard; the baseline has no log either. */
export const serviceEnv = (url, { logLevel, folder }) => ({
  ...databaseEnv(url),
  ...serviceDefaults(),
  DATA_DIR: folder,
  AUTH_SIGNING_KEY: newSigningKey(),
  RATE_LIMIT: '0',
  LOG_LEVEL: logLevel,
  LOG_FORMAT: 'json',
});

function newSigningKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ format: 'pem', type: 'pkcs8' });
}

const MAIN = new URL('../dist/src/main.js', import.meta.url);
const READY_WITHIN_MS = 60_000;

/** The service as `npm start` ships it, with as many processes as `CLUSTER_WORKERS` says; its address once it is ready. */
export async function startShipped(env) {
  const port = await freePort();
  const child = startProgram(MAIN, { env: { ...env, HOST: '127.0.0.1', PORT: String(port) } });
  const origin = `http://127.0.0.1:${port}`;
  const until = performance.now() + READY_WITHIN_MS;
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || performance.now() > until) throw new Error('The service does not start');
    await sleep(100);
  }
  return { child, origin };
}

/** Gives every caller a token, and puts writers with tokens in the place of their emails. */
export async function signIn({ child }, { small, large, many }) {
  small.writers = small.writers.map((email) => ({ email }));
  const callers = [
    small.admin,
    large.admin,
    large.parent,
    ...small.writers,
    ...many.map(({ parent }) => parent),
  ];
  await giveTokens(child, callers);
}

export async function giveTokens(child, callers) {
  const { tokens } = await ask(child, { tokensFor: callers.map(({ email }) => email) });
  for (const [i, caller] of callers.entries()) caller.token = tokens[i];
}

export async function startBaseline(url, service, caller) {
  return startServer('baseline', { ...databaseEnv(url), ...(await tokenFacts(service, caller)) });
}

/** What the baseline checks tokens against: the published key, and what a token of ours says. */
async function tokenFacts({ origin }, { token }) {
  const [header, payload] = token.split('.', 2).map((part) => JSON.parse(Buffer.from(part, 'base64url')));
  const { keys } = JSON.parse((await get(origin, '/.well-known/jwks.json')).text);
  const key = keys.find(({ kid }) => kid === header.kid);
  return {
    TOKEN_KEY: JSON.stringify(key),
    TOKEN_TYPE: header.typ,
    TOKEN_ISSUER: payload.iss,
    TOKEN_AUDIENCE: payload.aud,
  };
}
