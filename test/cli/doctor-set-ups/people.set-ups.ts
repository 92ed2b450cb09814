import { randomBytes } from 'node:crypto';
import { DataKeys } from '../../../src/platform/auth/data-keys.js';
import { NO_SIGNING_KEYS, readSigningKeys } from '../../../src/platform/auth/signing-keys.js';
import { freePort } from '../../support/processes/free-port.js';
import { startServiceProcess } from '../../support/processes/service-process.js';
import { testSigningKey } from '../../support/test-app.js';
import type { Desk, SetUp } from './desk.js';
import { asAdmin, command, type Env } from './operator-at-work.js';

const USER = `insert into users (email) values ('ada@example.org')`;
const [KEY_BEFORE, KEY_NOW] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'));
const SIGNING_KEY = testSigningKey();

/** A person whose second step was sealed with this key, or with what follows from the signing key. */
async function sealed(desk: Desk, key: string | null): Promise<Env> {
  const signing = key === null ? await readSigningKeys(SIGNING_KEY, null) : NO_SIGNING_KEYS;
  const keys = new DataKeys({ dataKeys: key === null ? [] : [Buffer.from(key, 'base64')] }, signing);
  return desk.changed(
    USER,
    `insert into user_credentials (user_id, totp_sealed) select id, '${keys.seal('totp', 'JBSWY3DPEHPK3PXP')}' from users`,
  );
}

const rotate = async (env: Env = {}): Promise<Env> => {
  await command(env, 'secrets', 'rotate');
  return env;
};

const INVITED = 'invite --school elm --email ada@example.org --role parent --send'.split(' ');

/** A mail that is owed, as it is after this. */
async function owed(desk: Desk, change: string): Promise<Env> {
  const { url, admin } = await desk.around.copy();
  await command({ DATABASE_URL: url }, ...INVITED);
  await asAdmin(`update mails set ${change}`, admin);
  return { DATABASE_URL: url };
}

/** What is wrong with what a database holds about people. */
export const peopleSetUps = (desk: Desk): SetUp[] => [
  {
    what: 'secrets that were sealed with another DATA_KEY',
    env: async () => ({ ...(await sealed(desk, KEY_BEFORE!)), DATA_KEY: KEY_NOW! }),
    name: 'DATA_KEY',
    remedy: 'Put the key that they were sealed with behind the first one in DATA_KEY',
    follow: () => ({ DATA_KEY: `${KEY_NOW},${KEY_BEFORE}` }),
    then: [{ name: 'DATA_KEY', remedy: 'Run "secrets rotate"', follow: () => rotate() }],
  },
  {
    what: 'another signing key than secrets were sealed with',
    env: async () => ({ ...(await sealed(desk, null)), DATA_KEY: '', AUTH_SIGNING_KEY: testSigningKey() }),
    name: 'DATA_KEY',
    remedy: 'or set AUTH_SIGNING_KEY back',
    follow: () => ({ AUTH_SIGNING_KEY: SIGNING_KEY }),
    then: [
      {
        name: 'DATA_KEY',
        remedy: 'set DATA_KEY (openssl rand -base64 32) and run "secrets rotate" first',
        follow: () => rotate({ DATA_KEY: KEY_NOW! }),
      },
    ],
  },
  {
    what: 'secrets without a key of their own',
    env: async () => ({ ...(await sealed(desk, null)), DATA_KEY: '', AUTH_SIGNING_KEY: SIGNING_KEY }),
    name: 'DATA_KEY',
    remedy: 'set DATA_KEY (openssl rand -base64 32) and run "secrets rotate" first',
    follow: () => rotate({ DATA_KEY: KEY_NOW! }),
  },
  {
    what: 'a mail that was given up',
    env: () => owed(desk, `state = 'dead', attempts = 9, ended_at = now(), last_error = 'connection'`),
    name: 'mails',
    remedy:
      'Run "jobs list --failed", which says whose they were and why. Put that right, and run "jobs retry ID"',
    follow: async () => {
      const { jobs } = (await command({}, 'jobs', 'list', '--failed')) as { jobs: { id: string }[] };
      for (const { id } of jobs) await command({}, 'jobs', 'retry', id);
      return {};
    },
  },
  {
    what: 'mails that nobody sends',
    env: () => owed(desk, `due_at = now() - interval '2 hours', created_at = now() - interval '2 hours'`),
    name: 'mails',
    remedy: 'Start the service, which sends them',
    follow: async () => {
      const service = await startServiceProcess({ ...(process.env as Env), PORT: String(await freePort()) });
      await desk.untilNone(`select from mails where state = 'waiting'`);
      await service.stop();
      return {};
    },
  },
  {
    what: 'graduates on a roster',
    env: () =>
      desk.changed(`insert into students (school_id, source, source_id, first_name, last_name, graduation_year)
        select id, 'content', 's1', 'Ada', 'Park', 2020 from schools`),
    name: 'families',
    remedy: 'Run "students archive --graduated --school S" for elm',
    follow: async () => {
      await command({}, 'students', 'archive', '--graduated', '--school', 'elm');
      return {};
    },
  },
  {
    what: 'a restricted guardian who is on the staff',
    env: () =>
      desk.changed(
        `insert into students (school_id, source, source_id, first_name, last_name, graduation_year)
          select id, 'content', 's1', 'Ada', 'Park', 2036 from schools`,
        `insert into guardians (school_id, student_id, source, first_name, last_name, email, relation, restricted_at)
          select school_id, id, 'content', 'Alex', 'Park', 'alex@example.org', 'parent', now() from students`,
        `insert into staff_members (school_id, source, source_id, first_name, last_name, email)
          select id, 'content', 'm1', 'Alex', 'Park', 'alex@example.org' from schools`,
      ),
    name: 'restrictions',
    remedy: 'take away what they should not have',
    follow: () => desk.amended('update staff_members set archived_at = now()'),
  },
  {
    what: 'passkeys of another host',
    env: async () => ({
      ...(await desk.changed(
        USER,
        `insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name, created_at)
          select id, 'x', 'x', 0, 'localhost', 'A phone', now() from users`,
      )),
      SITE_URL: process.env.SITE_URL!.replace('localhost', '127.0.0.1'),
    }),
    name: 'SITE_URL',
    remedy: 'Use the host before again',
    follow: () => ({ SITE_URL: process.env.SITE_URL!.replace('127.0.0.1', 'localhost') }),
  },
];
