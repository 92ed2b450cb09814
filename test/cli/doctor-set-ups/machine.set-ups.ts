import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '../../support/processes/free-port.js';
import { aKey, type Desk, type SetUp } from './desk.js';

/** What is wrong with keys, folders and ports. */
export const machineSetUps = (desk: Desk): SetUp[] => [
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
    env: () => ({ DATA_DIR: join(desk.around.aFile(), 'below') }),
    name: 'DATA_DIR',
    remedy: 'or set DATA_DIR to another folder',
    follow: () => ({ DATA_DIR: desk.around.folder }),
  },
  {
    what: 'notes of erasures that nobody can write',
    env: () => ({ TOMBSTONES: join(desk.around.aFile(), 'below') }),
    name: 'TOMBSTONES',
    remedy: 'Set TOMBSTONES to a folder that is kept',
    follow: () => ({ TOMBSTONES: join(desk.around.folder, 'notes') }),
  },
  {
    what: 'notes of erasures in a bucket that is not there',
    env: () => ({ ...desk.bucket(), TOMBSTONES: 's3://nowhere/notes' }),
    name: 'TOMBSTONES',
    remedy: 'or to one of a bucket: s3://bucket/folder',
    follow: () => ({ TOMBSTONES: `s3://${desk.s3.settings.bucket}/notes` }),
  },
  {
    what: 'a port that another program has',
    env: async () => ({ PORT: await desk.around.server((_, response) => response.end('{}')) }),
    name: 'PORT',
    remedy: 'or set PORT to a free one',
    follow: async () => ({ PORT: String(await freePort()) }),
  },
  {
    what: 'a port for metrics that another program has',
    env: async () => ({ METRICS_PORT: await desk.around.server((_, response) => response.end('{}')) }),
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
