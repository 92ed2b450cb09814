import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mailer } from '../../src/platform/mail/mailer.js';
import { EmptySlot, typesAt } from '../support/backups.js';
import { FROM_THERE } from '../support/school-moves.js';
import { EveryRow } from '../support/every-row.js';
import { aPerson } from '../support/school.factory.js';
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
  it('is refused where it cannot be noted, and nothing is erased', async () => {
    const closed = join(dataDir, 'closed');
    writeFileSync(closed, '');
    const { status, stderr } = await typesAt(t.databaseUrl, closed, [
      ...['person', 'erase', '--email', life.email, '--confirm', '--json'],
    ]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/cannot be written \(E\w+\).*Nothing was erased/);
    expect((await EveryRow.of(t.dataSource)).holding(life.email)).toContain('users.email');
  });

  it('is noted for its owner alone, without the email, and takes the mails that are files', async () => {
    expect(mailsTo(life.email)).toHaveLength(2);
    expect((await erase(life.email)).status).toBe(0);
    const text = readFileSync(list, 'utf8');
    expect(text).not.toContain(life.email.split('@')[0]);
    const lines = text.trim().split('\n');
    // For each of the two addresses.
    expect(lines).toHaveLength(2);
    for (const line of lines)
      expect(JSON.parse(line)).toEqual({
        at: expect.any(String),
        salt: expect.stringMatching(/^[0-9a-f]{32}$/),
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
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
    expect(json).toMatchObject({ erased_again: 0 });
    expect(await known(slot, life.email)).toContain('users.email');
    const again = ['person', 'erase-again', '--since', json.made_at as string, '--erasures', list, '--json'];
    expect((await slot.types(...again)).json).toEqual({ erased_again: 1, not_erased: 0 });
    expect(await known(slot, life.email)).toEqual([]);
    await slot.remove();
  });

  it('does not bring the person back', async () => {
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

  it('does so by itself where the list lies in DATA_DIR, as it does on the machine that it was made on', async () => {
    const slot = await EmptySlot.make();
    writeFileSync(join(slot.dataDir, 'erasures.jsonl'), readFileSync(list));
    const { json } = await slot.types('restore', backup, '--into-empty', '--json');
    expect(json).toMatchObject({ erased_again: 1 });
    expect(await known(slot, life.email)).toEqual([]);
    await slot.remove();
  });

  it('does not with one school either', async () => {
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

  it('is refused with a list that cannot be read or is none, before anything is written', async () => {
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
