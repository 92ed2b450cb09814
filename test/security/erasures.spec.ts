import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mailer } from '../../src/platform/mail/mailer.js';
import { EmptySlot, typesAt } from '../support/schools/backups.js';
import { FROM_THERE } from '../support/schools/school-moves.js';
import { EveryRow } from '../support/database/every-row.js';
import { aPerson, aSchool, type TestSchool } from '../support/school.factory.js';
import { startS3Server } from '../storage/stores-under-test.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { WholeLife } from '../support/whole-life.factory.js';

const dataDir = mkdtempSync(join(tmpdir(), 'erasures-'));
const list = join(dataDir, 'erasures.jsonl');
const backup = join(dataDir, 'before.backup');
const oneSchool = join(dataDir, 'before.school');
let t: TestApp;
let life: WholeLife;

const operator = (...argv: string[]) => typesAt(t.databaseUrl, dataDir, [...argv, '--json']);
const erase = (email: string) => operator('person', 'erase', '--email', email, '--confirm');
const mailsTo = (email: string): string[] =>
  readdirSync(join(dataDir, 'mail')).filter((name) =>
    readFileSync(join(dataDir, 'mail', name), 'utf8').includes(email),
  );

beforeAll(async () => {
  t = await startTestApp({ dataDir });
  process.env.AUTH_SIGNING_KEY = t.settings.signingKey!;
  life = await WholeLife.begin(t);
  const mailer = t.app.get(Mailer);
  const mail = { subject: 'Hello', text: 'You.' };
  await mailer.send({ ...mail, to: life.email });
  await mailer.send({ ...mail, to: `not-${life.email}` });
  // Of files there are only the rows.
  await t.dataSource.query('delete from attachments');
  await t.dataSource.query('delete from embedded_images');
  await t.dataSource.query('delete from organization_photos');
  await t.dataSource.query('delete from student_photos');
  await t.dataSource.query('delete from parent_photos');
  expect(await operator('backup', backup)).toMatchObject({ status: 0, stderr: '' });
  expect((await operator('backup', oneSchool, '--school', life.elsewhere.id)).status).toBe(0);
}, 120_000);
afterAll(async () => {
  await t.close();
  rmSync(dataDir, { recursive: true });
});

/** Where somebody with this email is known. */
const known = async ({ database }: EmptySlot, email: string): Promise<string[]> =>
  (await EveryRow.of(database.dataSource)).holding(email);

describe('an erasure', () => {
  it('fails where it cannot be noted, and nothing is erased', async () => {
    const closed = join(dataDir, 'closed');
    writeFileSync(closed, '');
    const { status, stderr } = await typesAt(t.databaseUrl, closed, [
      ...['person', 'erase', '--email', life.email, '--confirm', '--json'],
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/cannot be written \(E\w+\).*Nothing was erased/);
    expect((await EveryRow.of(t.dataSource)).holding(life.email)).toContain('users.email');
  });

  it('leaves a note for its owner alone, without the email, and takes the mails that are files', async () => {
    expect(mailsTo(life.email)).toHaveLength(2);
    expect((await erase(life.email)).status).toBe(0);
    const text = readFileSync(list, 'utf8');
    expect(text).not.toContain(life.email.split('@')[0]);
    const lines = text.trim().split('\n');
    const notes = lines.map((line) => JSON.parse(line) as { of?: string; digest: string });
    // For each of the two addresses, and each id: by those they are known when they had another address. Before and after it.
    expect(notes.filter(({ of }) => of === undefined)).toHaveLength(2 * 2);
    expect(notes.filter(({ of }) => of === 'id').length).toBeGreaterThan(1);
    for (const line of notes)
      expect(line).toEqual({
        at: expect.any(String),
        salt: expect.stringMatching(/^[0-9a-f]{32}$/),
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        ...(line.of && { of: 'id' }),
      });
    expect(statSync(list).mode & 0o777).toBe(0o600);
    expect(mailsTo(life.email)).toHaveLength(1);
    expect(mailsTo(`not-${life.email}`)).toHaveLength(1);
  });
});

describe('a restored backup of before', () => {
  it('would bring the person back, without the list', async () => {
    const slot = await EmptySlot.make();
    const { json } = await slot.types('restore', backup, '--into-empty', '--json');
    expect(json).toMatchObject({ erased_again: 0, notes: null });
    expect(await known(slot, life.email)).toContain('users.email');
    const again = ['person', 'erase-again', '--since', json.made_at as string, '--erasures', list, '--json'];
    expect((await slot.types(...again)).json).toMatchObject({ erased_again: 1, not_erased: 0 });
    expect(await known(slot, life.email)).toEqual([]);
    await slot.remove();
  });

  it('leaves the person out', async () => {
    const slot = await EmptySlot.make();
    const { status, json } = await slot.types(
      'restore',
      backup,
      '--into-empty',
      '--erasures',
      list,
      '--json',
    );
    expect([status, json.erased_again, json.not_erased]).toEqual([0, 1, 0]);
    expect(await known(slot, life.email)).toEqual([]);
    await slot.remove();
  });

  it('keeps whoever has come again since then, when the command that it names is run once more', async () => {
    const slot = await EmptySlot.make();
    const { json } = await slot.types('restore', backup, '--into-empty', '--erasures', list, '--json');
    expect(json).toMatchObject({ erased_again: 1 });
    expect((await slot.types('user', 'create', '--email', life.email)).status).toBe(0);
    const again = ['person', 'erase-again', '--since', json.made_at as string, '--erasures', list, '--json'];
    expect((await slot.types(...again)).json).toMatchObject({ erased_again: 0, not_erased: 0 });
    expect(await known(slot, life.email)).toContain('users.email');
    await slot.remove();
  });

  it('takes no moment without its offset: the machine has a time zone of its own', async () => {
    for (const since of ['2026-11-30 09:41:00', '2026-11-30T09:41:00', '5'])
      expect(await operator('person', 'erase-again', '--since', since)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('--since should be a date or a date-time with an offset'),
      });
  });

  it('leaves the person out by itself where the list lies in DATA_DIR, as it does on the machine that it was made on', async () => {
    const slot = await EmptySlot.make();
    writeFileSync(join(slot.dataDir, 'erasures.jsonl'), readFileSync(list));
    const { json } = await slot.types('restore', backup, '--into-empty', '--json');
    expect(json).toMatchObject({ erased_again: 1 });
    expect(await known(slot, life.email)).toEqual([]);
    await slot.remove();
  });

  it('leaves the person out with one school as well', async () => {
    const slot = await EmptySlot.make();
    const { status, json } = await slot.types(
      'restore',
      oneSchool,
      ...FROM_THERE,
      '--erasures',
      list,
      '--json',
    );
    expect([status, json.erased_again]).toEqual([0, 1]);
    expect(await known(slot, life.email)).toEqual([]);
    await slot.remove();
  });

  it('leaves whoever has come again by themselves where their school is added', async () => {
    const slot = await EmptySlot.make();
    const come = (await slot.types('user', 'create', '--email', life.email, '--json')).json as {
      user_id: string;
    };
    const { json } = await slot.types('restore', oneSchool, ...FROM_THERE, '--erasures', list, '--json');
    expect(json).toMatchObject({ erased_again: 0 });
    const users = await slot.database.dataSource.query('select id from users where email = $1', [life.email]);
    expect(users).toEqual([{ id: come.user_id }]);
    await slot.remove();
  });

  it('fails with a list that cannot be read or is none, before anything is written', async () => {
    const slot = await EmptySlot.make();
    const before = await EveryRow.of(slot.database.dataSource);
    const broken = join(dataDir, 'broken.jsonl');
    writeFileSync(broken, '{"at":1}\n');
    for (const file of [broken, join(dataDir, 'nowhere')]) {
      const refused = await slot.types('restore', backup, '--into-empty', '--erasures', file, '--json');
      expect([refused.status, refused.stdout]).toEqual([1, '']);
    }
    expect(before.lackedBy(await EveryRow.of(slot.database.dataSource))).toEqual({});
    await slot.remove();
  });
});

describe('a backup of after', () => {
  it('keeps whoever has come again since they were erased', async () => {
    await aPerson(t, { email: life.email });
    const after = join(dataDir, 'after.backup');
    expect((await operator('backup', after)).status).toBe(0);
    const slot = await EmptySlot.make();
    const { json } = await slot.types('restore', after, '--into-empty', '--erasures', list, '--json');
    expect(json).toMatchObject({ erased_again: 0 });
    expect(await known(slot, life.email)).toEqual(['user_addresses.email', 'users.email']);
    await slot.remove();
  });
});

describe('a person whose address has changed between backup and erasure', () => {
  const before = join(dataDir, 'changed.backup');
  const old = 'old@elsewhere.example.org';
  const now = 'now@elsewhere.example.org';
  let school: TestSchool;
  beforeAll(async () => {
    school = await aSchool(t);
    const person = await aPerson(t, { email: old });
    await school.parent({}, person);
    const student = await school.student();
    const guardian = `insert into guardians (school_id, student_id, source, source_id, first_name, last_name, relation, email, phone)
      values ($1, $2, 'content', $3, 'Kim', 'Elsewhere', 'other', $4, '+1 555 0199')`;
    await t.dataSource.query(guardian, [school.id, student.id, 'with', 'guardian-old@elsewhere.example.org']);
    await t.dataSource.query(guardian, [school.id, student.id, 'without', null]);
    expect((await operator('backup', before)).status).toBe(0);
    await t.dataSource.query('update users set email = $2 where email = $1', [old, now]);
    await t.dataSource.query('delete from user_addresses where email = $1', [old]);
    await t.dataSource.query(
      `update guardians set email = $2 where school_id = $1 and last_name = 'Elsewhere'`,
      [school.id, now],
    );
    expect((await erase(now)).json.erased).toMatchObject({ users: 1, guardians: 2 });
  });

  it('stays away, and so do records of them that had another address, or none', async () => {
    const slot = await EmptySlot.make();
    await slot.types('restore', before, '--into-empty');
    expect((await known(slot, 'elsewhere')).sort()).toEqual(
      expect.arrayContaining(['guardians.email', 'guardians.last_name', 'users.email']),
    );
    await slot.remove();
    const noted = await EmptySlot.make();
    const { json } = await noted.types('restore', before, '--into-empty', '--erasures', list, '--json');
    expect(json.not_erased).toBe(0);
    expect(await known(noted, 'elsewhere')).toEqual([]);
    await noted.remove();
  });

  it('says so where there are no notes at all', async () => {
    const slot = await EmptySlot.make();
    const { stdout } = await slot.types('restore', before, '--into-empty');
    expect(stdout).toContain('No notes of erasures were found');
    await slot.remove();
  });
});

describe('notes in a bucket', () => {
  it('get there by an erasure, and reach a restore', async () => {
    const s3 = await startS3Server(true);
    const { bucket, endpoint, region, credentials } = s3.settings;
    const here = {
      ...{ S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint },
      S3_ACCESS_KEY_ID: credentials!.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
      TOMBSTONES: `s3://${bucket}/notes`,
    };
    const before = join(dataDir, 'bucket.backup');
    const person = await aPerson(t, { email: 'in-a-bucket@example.org' });
    expect((await operator('backup', before)).status).toBe(0);
    Object.assign(process.env, here);
    // As in the containers that are shipped: nothing of them can be written to.
    const erased = await typesAt(t.databaseUrl, '/proc/nothing', [
      ...['person', 'erase', '--email', person.email, '--confirm', '--json'],
    ]);
    expect([erased.status, erased.stderr]).toEqual([0, '']);
    const slot = await EmptySlot.make();
    const { json } = await slot.types('restore', before, '--into-empty', '--json');
    for (const name of Object.keys(here)) delete process.env[name];
    expect(json).toMatchObject({ erased_again: 1 });
    expect(await known(slot, person.email)).toEqual([]);
    await slot.remove();
    await s3.close();
  });
});
