import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Check } from '../../../src/cli/doctor/check.js';
import { EmptySlot } from '../../support/schools/backups.js';
import { databaseUrl } from '../../support/database/test-cluster.js';

const folder = mkdtempSync(join(tmpdir(), 'doctor-restore-'));
const at = (name: string): string => join(folder, name);
let slot: EmptySlot;
let admin: pg.Client;

beforeAll(async () => {
  slot = await EmptySlot.make();
  admin = new pg.Client(process.env.TEST_POSTGRES_URL);
  await admin.connect();
  await slot.types('school', 'create', '--name', 'Elm', '--short-name', 'elm', '--time-zone', 'UTC');
}, 60_000);
afterAll(async () => {
  await slot.remove();
  await admin.end();
  rmSync(folder, { recursive: true });
});

const tried = async (...argv: string[]): Promise<Check | undefined> => {
  const { json } = await slot.types('doctor', '--restore', ...argv, '--json');
  return (json as { checks: Check[] }).checks.filter(({ name }) => name === 'backups').at(-1);
};

/** Those of a suite beside this one go by themselves, and one that was left never. */
async function untilNoScratchDatabase(): Promise<void> {
  const scratch = `select from pg_database where datname like 'school_directory_scratch_%'`;
  while ((await admin.query(scratch)).rows.length > 0) await delay(200);
}

describe('doctor --restore', () => {
  it('says that there is none, before one was made', async () => {
    expect(await tried()).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('No backup has ever'),
    });
  });

  it('restores the newest into a database of its own, and leaves nothing', async () => {
    expect((await slot.types('backup', '--to', at('kept'))).status).toBe(0);
    expect(await tried()).toEqual({
      name: 'backups',
      status: 'ok',
      message: expect.stringMatching(
        /^The backup of .* was restored for a trial: \d+ rows; 0 objects are whole\.$/,
      ),
    });
    await untilNoScratchDatabase();
    expect(await tried(at('kept'))).toMatchObject({ status: 'ok' });
  });

  it('drops the database of a trial that was killed long ago, and no other one', async () => {
    const [left, fresh, theirs] = [
      'school_directory_scratch_1700000000_0123456789ab',
      `school_directory_scratch_${Math.floor(Date.now() / 1000) - 60}_0123456789ab`,
      'school_directory_scratch_of_somebody_else',
    ];
    for (const name of [left, fresh, theirs]) await admin.query(`create database ${name}`);
    expect(await tried(at('kept'))).toMatchObject({ status: 'ok' });
    const { rows } = await admin.query<{ datname: string }>(
      'select datname from pg_database where datname = any ($1::text[]) order by 1',
      [[left, fresh, theirs]],
    );
    expect(rows.map(({ datname }) => datname)).toEqual([fresh, theirs]);
    for (const name of [fresh, theirs]) await admin.query(`drop database ${name}`);
  });

  it('waits for a server that takes its time to make a database', async () => {
    const busy = new pg.Client(process.env.TEST_POSTGRES_URL);
    await busy.connect();
    await busy.query('begin');
    await busy.query(`comment on database template0 is 'held'`);
    const trial = tried(at('kept'));
    const waiting = `select 1 from pg_stat_activity
      where query like 'create database school_directory_scratch%' and wait_event_type = 'Lock'`;
    while ((await admin.query(waiting)).rows.length === 0) await delay(50);
    // Longer than one waits for a database that is only asked something.
    await delay(5_500);
    await busy.query('rollback');
    await busy.end();
    expect(await trial).toMatchObject({ status: 'ok' });
  }, 60_000);

  it('opens an encrypted one with the key that is named, and says so without', async () => {
    const secret = await generateX25519Identity();
    writeFileSync(at('key.txt'), `${secret}\n`);
    const file = at('sealed.age');
    await slot.types('backup', file, '--recipient', await identityToRecipient(secret));
    expect(await tried(file)).toMatchObject({
      status: 'failed',
      remedy: expect.stringContaining('--identity FILE'),
    });
    expect(await tried(file, '--identity', at('key.txt'))).toMatchObject({ status: 'ok' });
  });

  it('names one that cannot be restored, and leaves nothing of it', async () => {
    writeFileSync(at('broken.backup'), 'none');
    expect(await tried(at('broken.backup'))).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('is no whole backup'),
    });
    mkdirSync(at('empty'));
    expect(await tried(at('empty'))).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('no backup of this installation'),
    });
    await untilNoScratchDatabase();
  });

  it('tells the other findings as well where the database of the trial is not there', async () => {
    const { json } = await slot.types(
      ...['doctor', '--restore', at('kept'), '--scratch', databaseUrl('school_directory_nowhere'), '--json'],
    );
    const { checks } = json as { checks: Check[] };
    expect(checks.at(-1)).toMatchObject({
      ...{ name: 'backups', status: 'failed' },
      message: expect.stringContaining('--scratch should name a database that is there'),
    });
    expect(checks.length).toBeGreaterThan(5);
  });

  it('asks for another database where the user of the service may make none, and takes it', async () => {
    const name = new URL(slot.database.url).pathname.slice(1);
    await admin.query(`create role ${name}_plain login password 'word'`);
    const plain = new URL(slot.database.url);
    Object.assign(plain, { username: `${name}_plain`, password: 'word' });
    await slot.database.dataSource.query(`grant select on all tables in schema public to ${name}_plain`);
    const { url } = slot.database;
    Object.assign(slot.database, { url: plain.href });
    const refused = await tried(at('kept'));
    expect(refused).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/CREATEDB.*--scratch/),
    });
    await admin.query(`create database ${name}_scratch`);
    expect(await tried(at('kept'), '--scratch', databaseUrl(`${name}_scratch`))).toMatchObject({
      status: 'ok',
    });
    Object.assign(slot.database, { url });
    await slot.database.dataSource.query(`drop owned by ${name}_plain`);
    await admin.query(`drop database ${name}_scratch`);
    await admin.query(`drop role ${name}_plain`);
  });
});
