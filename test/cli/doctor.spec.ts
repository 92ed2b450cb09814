import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { observeJobs } from '../../src/platform/observability/metrics.service.js';
import { serveMetrics } from '../../src/platform/observability/metrics-server.js';
import { NOBODY, SECRET, Surroundings, type Broken } from '../support/doctor.factory.js';
import { freePort } from '../support/processes/free-port.js';
import { types } from '../support/processes/operator.js';

const around = new Surroundings();

const BROKEN: Broken[] = [
  [
    'a database that does not answer',
    () => ({ DATABASE_URL: `postgres://u:${SECRET}@${NOBODY}/x` }),
    'DATABASE_URL',
    /does not answer \(ECONNREFUSED\)/,
    /host and port/,
  ],
  [
    'a wrong password',
    () => ({ DATABASE_URL: around.databaseUrl((url) => (url.password = SECRET)) }),
    'DATABASE_URL',
    /refuses the user or the password \(28P01\)/,
    /DATABASE_URL/,
  ],
  [
    'a database that is not there',
    () => ({ DATABASE_URL: around.databaseUrl((url) => (url.pathname = '/nowhere')) }),
    'DATABASE_URL',
    /no database of this name/,
    /Create it/,
  ],
  [
    'a replica that does not answer',
    () => ({ DATABASE_REPLICA_URLS: `postgres://u:${SECRET}@${NOBODY}/x` }),
    'DATABASE_REPLICA_URLS',
    /^Replica 1 of 1: The database does not answer \(ECONNREFUSED\)/,
    /host and port in DATABASE_REPLICA_URLS/,
  ],
  [
    'a wrong password of one replica among others',
    () => ({
      DATABASE_REPLICA_URLS: [
        around.databaseUrl(() => undefined),
        around.databaseUrl((url) => (url.password = SECRET)),
      ].join(', '),
    }),
    'DATABASE_REPLICA_URLS',
    /^Replica 2 of 2: The database refuses the user or the password \(28P01\)/,
    /password into DATABASE_REPLICA_URLS/,
  ],
  [
    'a pool larger than the database',
    () => ({ DATABASE_POOL_SIZE: '1000' }),
    'DATABASE_POOL_SIZE',
    /up to 1000 of the database's \d+/,
    /less than \d+/,
  ],
  [
    'a malformed address of the site',
    () => ({ SITE_URL: 'directory.example.org' }),
    'SITE_URL',
    /should be an address/,
    /Correct SITE_URL/,
  ],
  [
    'an address without https',
    async () => ({
      SITE_URL: 'http://directory.example.org',
      SMTP_URL: await around.mailServer(),
      MAIL_FROM: 'a@example.org',
    }),
    'SITE_URL',
    /unencrypted/,
    /https:/,
  ],
  [
    'a signing key that is none',
    () => ({ AUTH_SIGNING_KEY: SECRET }),
    'AUTH_SIGNING_KEY',
    /should be the PEM/,
    /openssl genpkey/,
  ],
  [
    'a signing key that is missing',
    () => ({ AUTH_SIGNING_KEY: '' }),
    'AUTH_SIGNING_KEY',
    /since DATABASE_URL is set/,
    /Correct/,
  ],
  [
    'a data folder that cannot be written to',
    () => ({ DATA_DIR: join(around.aFile(), 'below') }),
    'DATA_DIR',
    /cannot be written to \(ENOTDIR\)/,
    /another folder/,
  ],
  [
    'a port that another program has',
    async () => ({ PORT: await around.server((_, response) => response.end('{}')) }),
    'PORT',
    /Another program/,
    /free one/,
  ],
  [
    'a port for metrics that another program has',
    async () => ({ METRICS_PORT: await around.server((_, response) => response.end('{}')) }),
    'METRICS_PORT',
    /Another program listens on \d+/,
    /free one/,
  ],
  [
    'a port for metrics that is the one of the service',
    () => ({ METRICS_PORT: around.port }),
    'METRICS_PORT',
    /another port than PORT/,
    /Correct METRICS_PORT/,
  ],
  [
    'a host that is not of this machine',
    () => ({ HOST: '192.0.2.1' }),
    'HOST',
    /Nobody can listen there/,
    /0\.0\.0\.0/,
  ],
  [
    'a word that is not known',
    () => ({ LOG_LEVEL: SECRET }),
    'LOG_LEVEL',
    /should be one of/,
    /Correct LOG_LEVEL/,
  ],
];

describe('doctor', () => {
  it.each(BROKEN.map((broken) => [broken[0], broken] as const))('names %s, and what to do', (_, broken) =>
    around.expectOnly(broken),
  );

  it('knows its own metrics, where the service serves them', async () => {
    const registry = new Registry();
    const forget = observeJobs(registry);
    const METRICS_PORT = String(await freePort());
    const stop = await serveMetrics(registry, { host: '127.0.0.1', port: Number(METRICS_PORT) });
    const { status, checks } = await around.doctor({ METRICS_PORT });
    stop();
    forget();
    expect(status).toBe(0);
    expect(checks).toContainEqual({ name: 'METRICS_PORT', status: 'ok', message: 'The service runs.' });
  });

  it('warns of a replica that is none, since the service does without', async () => {
    const { status, checks, failed } = await around.doctor({
      DATABASE_REPLICA_URLS: around.databaseUrl(() => undefined),
    });
    expect([status, failed]).toEqual([0, []]);
    expect(checks).toContainEqual({
      name: 'DATABASE_REPLICA_URLS',
      status: 'warning',
      message: 'Replica 1 of 1: It follows no database.',
      remedy: expect.stringContaining('streaming replication'),
    });
  });

  it('names tables that are not up to date', async () => {
    await types(['db', 'revert', '--yes']);
    const { failed } = await around.doctor({});
    await types(['db', 'migrate']);
    expect(failed).toEqual([
      expect.objectContaining({ name: 'MIGRATE_ON_START', remedy: expect.stringContaining('db migrate') }),
    ]);
  });

  it('names every one of many that are wrong at once', async () => {
    const { failed, status } = await around.doctor({
      DATABASE_URL: `postgres://u:${SECRET}@${NOBODY}/x`,
      AUTH_SIGNING_KEY: SECRET,
      AUTH_ISSUER: 'nobody',
      SITE_URL: 'directory',
      S3_ENDPOINT: `http://${NOBODY}`,
      SMTP_URL: `smtp://u:${SECRET}@${NOBODY}`,
      GEOCODER_URL: `http://${NOBODY}`,
      IMAGE_API_URL: `http://${NOBODY}`,
      DATA_DIR: join(around.aFile(), 'below'),
      LOG_FORMAT: 'loud',
      RATE_LIMIT: 'many',
    });
    expect(status).toBe(1);
    expect(failed.map(({ name }) => name).sort()).toEqual([
      'AUTH_ISSUER',
      'AUTH_SIGNING_KEY',
      'DATABASE_URL',
      'DATA_DIR',
      'GEOCODER_URL',
      'IMAGE_API_URL',
      'LOG_FORMAT',
      'MAIL_FROM',
      'RATE_LIMIT',
      'S3_BUCKET',
      'SITE_URL',
      'SMTP_URL',
    ]);
    expect(failed.filter(({ remedy }) => !remedy)).toEqual([]);
  });

  it('tells a person in lines', async () => {
    Object.assign(process.env, { SITE_URL: 'http://directory.example.org' });
    const { stdout, status } = await types(['doctor']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^ok +PORT +Nobody listens/m);
    expect(stdout).toMatch(/^failed +SITE_URL +Tokens .*\n +Set SITE_URL to/m);
    expect(stdout).toMatch(/^warning +DATABASE_URL /m);
  });
});
