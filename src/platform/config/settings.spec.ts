import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { APPS } from '../../../test/support/processes/app-settings.js';
import { OBSERVERS, SERVICES, type Example } from '../../../test/support/processes/service-settings.js';
import { SEVERAL_HOSTS } from './database-address.js';
import { fromProjectRoot } from './project-root.js';
import { SettingsError } from '../errors/operator.error.js';
import { settingsFrom, type Settings } from './settings.js';

const NOW = Date.parse('2026-11-01T12:00:00Z');
const DATA_KEY = Buffer.alloc(32, 1).toString('base64');
const KEY = 'the PEM of a key';

const read = (env: Record<string, string | undefined>, terminal = false): Settings =>
  settingsFrom(env, { now: NOW, terminal });

const refusalOf = (env: Record<string, string>): string => {
  try {
    read(env);
    return 'accepted';
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
};

/** Operations section 3: every variable that is read. */
const VARIABLES: Record<string, Example> = {
  PORT: {
    good: [['8080', { port: 8080 }]],
    wrong: ['0', '65536', 'http', '80.5', '-1'],
    missing: { port: 3000 },
  },
  API_TOOLS: {
    good: [['extended', { hasExtendedTools: true }]],
    wrong: ['all', 'true'],
    missing: { hasExtendedTools: false },
  },
  HOST: { good: [['0.0.0.0', { host: '0.0.0.0' }]], wrong: [], missing: { host: '127.0.0.1' } },
  SITE_URL: {
    good: [
      ['https://directory.example.org', { siteUrl: 'https://directory.example.org' }],
      ['https://directory.example.org/', { siteUrl: 'https://directory.example.org' }],
    ],
    wrong: [
      'directory.example.org',
      'https://example.org/api',
      'ftp://example.org',
      'https://example.org?from=mail',
      'https://example.org/#top',
      'https://example.org/?',
      'https://user:secret@example.org',
      'https://example.org/ ',
    ],
    missing: { siteUrl: 'http://localhost:3000' },
  },
  TOMBSTONES: {
    good: [
      ['s3://backups/erasures', { tombstones: 's3://backups/erasures' }],
      ['/mnt/erasures', { tombstones: '/mnt/erasures' }],
    ],
    wrong: ['s3://B', 's3://UPPER/x', 's3://backups/a b'],
    missing: { tombstones: fromProjectRoot('.data') },
  },
  DATA_DIR: {
    good: [
      ['/var/lib/school', { dataDir: '/var/lib/school' }],
      ['kept', { dataDir: fromProjectRoot('kept') }],
    ],
    wrong: [],
    missing: { dataDir: fromProjectRoot('.data') },
  },
  DATABASE_URL: {
    good: [
      ['postgres://db.example.org/school', { databaseUrl: 'postgres://db.example.org/school', demo: false }],
      [SEVERAL_HOSTS, { databaseUrl: SEVERAL_HOSTS }],
      ['postgres://u:p,w@a,b:5433,[::1]:5434/c', { databaseUrl: 'postgres://u:p,w@a,b:5433,[::1]:5434/c' }],
    ],
    wrong: [
      'mysql://db.example.org/school',
      'db.example.org',
      'secret',
      'postgres://u:secret@a:port/c',
      'postgres://u:secret@a,,b/c',
      'postgres://u:secret@a:5432,b:65536/c',
      'postgres://u:secret@a:5432,b:port/c',
      `postgres://u:secret@${'a,'.repeat(10)}b/c`,
      'postgres://u:secret@a,b/c?target_session_attrs=standby',
      'postgres://u:secret@a/c?target_session_attrs=any',
      'postgres://u:secret@/c?host=a,b',
    ],
    missing: { databaseUrl: null },
    beside: { AUTH_SIGNING_KEY: KEY },
  },
  DATABASE_POOL_SIZE: {
    good: [['25', { databasePoolSize: 25 }]],
    wrong: ['0', '1001', 'many'],
    missing: { databasePoolSize: 10 },
  },
  DATABASE_REPLICA_URLS: {
    good: [
      ['postgres://r1/school', { databaseReplicaUrls: ['postgres://r1/school'] }],
      [
        'postgres://r1/school, postgresql://r2/school',
        { databaseReplicaUrls: ['postgres://r1/school', 'postgresql://r2/school'] },
      ],
    ],
    wrong: ['mysql://r1/school', 'postgres://r1/school,r2', 'postgres://r1/school,'],
    missing: { databaseReplicaUrls: [] },
  },
  DATABASE_REPLICA_MAX_LAG_MS: {
    good: [['5000', { databaseReplicaMaxLagMs: 5_000 }]],
    wrong: ['0', '86400001', 'soon'],
    missing: { databaseReplicaMaxLagMs: 30_000 },
  },
  MAIL_CODES: {
    good: [
      ['false', { mailCodes: false }],
      ['1', { mailCodes: true }],
    ],
    wrong: ['yes', '2'],
    missing: { mailCodes: true },
  },
  MIGRATE_ON_START: {
    good: [
      ['false', { migrateOnStart: false }],
      ['1', { migrateOnStart: true }],
    ],
    wrong: ['yes', '2'],
    missing: { migrateOnStart: true },
  },
  DEMO: {
    good: [
      ['true', { demo: true }],
      ['0', { demo: false }],
    ],
    wrong: ['yes'],
    missing: { demo: null },
  },
  AUTH_SIGNING_KEY: { good: [[KEY, { signingKey: KEY }]], wrong: [], missing: { signingKey: null } },
  DATA_KEY: {
    good: [
      [DATA_KEY, { dataKeys: [Buffer.alloc(32, 1)] }],
      [`${DATA_KEY}, ${DATA_KEY}`, { dataKeys: [Buffer.alloc(32, 1), Buffer.alloc(32, 1)] }],
    ],
    wrong: ['secret', Buffer.alloc(31).toString('base64'), `${DATA_KEY},`],
    missing: { dataKeys: [] },
  },
  AUTH_VERIFY_KEYS: { good: [[KEY, { verifyKeys: KEY }]], wrong: [], missing: { verifyKeys: null } },
  ...APPS,
  ...SERVICES,
  ...OBSERVERS,
  UPSTREAM_TIMEOUT_MS: {
    good: [['250', { upstreamTimeoutMs: 250 }]],
    wrong: ['0', '600001', '1s'],
    missing: { upstreamTimeoutMs: 10_000 },
  },
  IMAGE_TIMEOUT_MS: {
    good: [['90000', { imageTimeoutMs: 90_000 }]],
    wrong: ['0', '600001', '1m'],
    missing: { imageTimeoutMs: 60_000 },
  },
  WEBHOOK_ALLOW_LOOPBACK: {
    good: [
      ['true', { reachesLoopback: true }],
      ['false', { reachesLoopback: false }],
    ],
    wrong: ['maybe'],
    missing: { reachesLoopback: false },
    beside: { NODE_ENV: 'test' },
  },
  LOG_LEVEL: { good: [['debug', { logLevel: 'debug' }]], wrong: ['loud'], missing: { logLevel: 'info' } },
  LOG_FORMAT: { good: [['pretty', { logFormat: 'pretty' }]], wrong: ['xml'], missing: { logFormat: 'json' } },
  TRUST_PROXY: {
    good: [
      ['true', { trustProxy: 1 }],
      ['1', { trustProxy: 1 }],
      ['2', { trustProxy: 2 }],
      ['10', { trustProxy: 10 }],
      ['false', { trustProxy: 0 }],
      ['0', { trustProxy: 0 }],
    ],
    wrong: ['10.0.0.0/8', '11', '-1', '1.5', 'yes', 'loopback'],
    missing: { trustProxy: 0 },
  },
  SHUTDOWN_GRACE_MS: {
    good: [['0', { shutdownGraceMs: 0 }]],
    wrong: ['600001', 'soon'],
    missing: { shutdownGraceMs: 10_000 },
  },
  CLUSTER_WORKERS: {
    good: [['4', { clusterWorkers: 4 }]],
    wrong: ['0', '257', 'two', '1.5'],
    missing: { clusterWorkers: 1 },
  },
  SNAPSHOT_CACHE_MB: {
    good: [
      ['0', { snapshotCacheMb: 0 }],
      ['1024', { snapshotCacheMb: 1024 }],
    ],
    wrong: ['-1', '64 MB', '100001'],
    missing: { snapshotCacheMb: 192 },
  },
  RATE_LIMIT: { good: [['0', { rateLimit: 0 }]], wrong: ['-1', 'none'], missing: { rateLimit: 6000 } },
  ADMISSION_WAIT_MS: {
    good: [['0', { admissionWaitMs: 0 }]],
    wrong: ['-1', 'never', '10001'],
    missing: { admissionWaitMs: 10 },
  },
  CLOCK: {
    good: [
      ['2026-11-01T13:00:00Z', { clockOffsetMs: 3_600_000 }],
      ['+PT2H', { clockOffsetMs: 7_200_000 }],
      ['-P1D', { clockOffsetMs: -86_400_000 }],
    ],
    wrong: ['2026-11-02', 'PT3H', '+P', 'tomorrow'],
    missing: { clockOffsetMs: 0 },
    beside: { NODE_ENV: 'test' },
  },
};

describe.each(Object.entries(VARIABLES))('%s', (name, { good, wrong, missing, beside }) => {
  it.each(good)('takes %s', (value, expected) => {
    expect(read({ ...beside, [name]: value })).toMatchObject(expected);
  });

  it.each(good)('reaches a worker as it was read: %s', (value) => {
    const settings = read({ ...beside, [name]: value });
    // How a process in charge sends it (src/runtime/cluster/workers.ts).
    expect(deserialize(serialize(settings))).toEqual(settings);
  });

  it('stays optional, missing or empty', () => {
    expect(read({})).toMatchObject(missing);
    expect(read({ [name]: '' })).toMatchObject(missing);
  });

  if (wrong.length > 0)
    it.each(wrong)('refuses %s: one line names it and never the value', (value) => {
      const refusal = refusalOf({ ...beside, [name]: value });
      expect(refusal).toMatch(new RegExp(`^${name} should be .+\\.$`));
      expect(refusal).not.toContain('\n');
      // What is expected may hold a digit that was given; anything longer would be the value.
      if (value.length > 2) expect(refusal).not.toContain(value);
    });
});

describe('the settings', () => {
  it('appear here, every one of them', () => {
    const source = readFileSync(new URL('./environment.ts', import.meta.url), 'utf8');
    const [, shape] = /export const environment = z\.object\(\{\n([\s\S]*?)\n\}\);/.exec(source) ?? [];
    const read = [...(shape ?? '').matchAll(/^ {2}([A-Z][A-Z_0-9]*):/gm)].map(([, name]) => name);
    expect(read.sort()).toEqual([...Object.keys(VARIABLES), 'NODE_ENV'].sort());
  });

  it('match those that docs/settings.md lists', () => {
    const page = readFileSync(fromProjectRoot('docs/settings.md'), 'utf8');
    const rows = page.matchAll(/^\| (`[A-Z][^|]*)\|/gm);
    const listed = [...rows].flatMap(([, names]) => [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(listed.sort()).toEqual(Object.keys(VARIABLES).sort());
  });
});
