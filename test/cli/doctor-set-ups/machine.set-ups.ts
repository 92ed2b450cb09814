import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '../../support/processes/free-port.js';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { jest } from '@jest/globals';
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
  {
    what: 'a file of settings with the line ends of Windows',
    env: () => ({ PORT: `${process.env.PORT}\r` }),
    name: 'PORT',
    remedy: 'Correct PORT in the environment or in .env',
    follow: () => ({ PORT: process.env.PORT!.trim() }),
  },
  {
    what: 'a port for metrics that is the one of the service',
    env: () => ({ METRICS_PORT: process.env.PORT! }),
    name: 'METRICS_PORT',
    remedy: 'Correct METRICS_PORT',
    follow: async () => ({ METRICS_PORT: String(await freePort()) }),
  },
  {
    what: 'a clock that is a minute off',
    env: () => {
      const now = Date.now.bind(Date);
      jest.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
      return {};
    },
    name: 'clock',
    remedy: 'Let both machines set their clocks by NTP',
    follow: () => {
      jest.restoreAllMocks();
      return {};
    },
  },
  {
    what: 'a data folder on a disk without room',
    ...fullFolder(desk),
    name: 'DATA_DIR',
    remedy: 'make room on its disk',
  },
  {
    what: 'a data folder on a disk that takes no writes',
    ...readOnlyFolder(desk),
    name: 'DATA_DIR',
    remedy: 'or set DATA_DIR to another folder',
  },
  {
    what: 'a signing key in the data folder that nobody can read',
    env: () => {
      // The user of PostgreSQL has to come by.
      chmodSync(desk.around.folder, 0o755);
      const folder = join(desk.around.folder, 'embedded');
      mkdirSync(join(folder, 'signing-key.pem'), { recursive: true });
      return embedded(folder);
    },
    name: 'AUTH_SIGNING_KEY',
    remedy: 'Let the user who runs the service read signing-key.pem in DATA_DIR, or put it back as it was',
    follow: () => {
      const file = join(desk.around.folder, 'embedded', 'signing-key.pem');
      rmdirSync(file);
      writeFileSync(file, aKey());
      return {};
    },
  },
  {
    what: 'a proxy that is believed, and is none',
    env: () => ({ ...embedded(join(desk.around.folder, 'embedded')), TRUST_PROXY: 'true' }),
    name: 'TRUST_PROXY',
    remedy: 'Set TRUST_PROXY=false',
    follow: () => ({ TRUST_PROXY: 'false' }),
  },
];

/** For this machine alone, with the database that the service brings. */
const embedded = (folder: string): Record<string, string> => ({
  ...{ DATABASE_URL: '', DATA_DIR: folder, AUTH_SIGNING_KEY: '', DATA_KEY: '' },
  ...{ SITE_URL: `http://localhost:${process.env.PORT}`, TRUST_PROXY: 'false' },
});

function fullFolder(desk: Desk): Pick<SetUp, 'isHere' | 'env' | 'follow'> {
  const disk = desk.smallDisk();
  const env = (): Record<string, string> => {
    disk!.fill();
    return { DATA_DIR: disk!.folder };
  };
  const follow = (): Record<string, string> => {
    disk!.empty();
    return {};
  };
  return { isHere: disk !== null, env, follow };
}

function readOnlyFolder(desk: Desk): Pick<SetUp, 'isHere' | 'env' | 'follow'> {
  const folder = join(desk.around.folder, 'read-only');
  const env = (): Record<string, string> => {
    mkdirSync(folder);
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder]);
    desk.around.atEnd(() => spawnSync('umount', [folder]));
    return { DATA_DIR: folder };
  };
  return { isHere: process.getuid?.() === 0, env, follow: () => ({ DATA_DIR: desk.around.folder }) };
}
