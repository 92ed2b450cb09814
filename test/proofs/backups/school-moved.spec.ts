import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OperatorTokensService } from '../../../src/features/oauth/tokens/operator-tokens.service.js';
import { typesAt } from '../../support/schools/backups.js';
import { anAttachment } from '../../support/attachment.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { SchoolImages, embedding } from '../../support/files/embedded-images.js';
import { startAppWithDemo } from '../../support/database/demo-template.js';
import { aPhoto } from '../../support/files/images.js';
import { PhotoApp } from '../../support/files/photo-app.js';
import {
  answersTo,
  differences,
  readsOf,
  sessionOf,
  type Answers,
  type Asking,
} from '../../support/schools/school-answers.js';
import { aPerson, aSchool, TestSchool } from '../../support/school.factory.js';
import { startTestApp, testSigningKey, type TestApp } from '../../support/test-app.js';
import { TestClock } from '../../support/test-clock.js';
import { FROM_THERE } from '../../support/schools/school-moves.js';

/*
 * The demo school moves to where another school is. Ten of its people ask both installations for all that can be asked of
 * it, at one moment of one clock.
 */

const folder = mkdtempSync(join(tmpdir(), 'school-directory-moved-'));
const clock = new TestClock();
const signingKey = (process.env.AUTH_SIGNING_KEY = testSigningKey());
const file = join(folder, 'alder-falls.school');
let there: TestApp;
let here: TestApp;
let schoolId: string;

interface Someone {
  id: string;
  user_id: string;
  email: string;
  role: string;
  /** Belongs to other schools, here or there. */
  is_elsewhere: boolean;
}

beforeAll(async () => {
  // In one process they share what checks tokens, commands included.
  there = await startAppWithDemo(aDataDir('there'), { signingKey, clock });
  here = await startTestApp({ dataDir: aDataDir('here'), signingKey }, undefined, clock);
  schoolId = await idOf('alder-falls');
  await addPictures();
  await addOwnThings();
  await someoneInCommon();
  // Whoever has signed in until now does so again at the other place.
  await there.dataSource.query('delete from user_sessions');
  // From here on nothing differs by when it was asked.
  clock.stopAt(clock.now().toISOString());
}, 120_000);
afterAll(async () => {
  for (const each of [there, here]) await each?.close();
  rmSync(folder, { recursive: true });
});

function aDataDir(name: string): string {
  const dataDir = join(folder, name);
  mkdirSync(join(dataDir, 'objects'), { recursive: true });
  return dataDir;
}

async function idOf(shortName: string): Promise<string> {
  const [row] = await there.dataSource.query<[{ id: string }]>(
    'select id from schools where short_name = $1',
    [shortName],
  );
  return row.id;
}

const tokenAt = async (t: TestApp, email: string): Promise<string> =>
  (await t.app.get(OperatorTokensService).issue(email, 3600)).accessToken;

/** One of each kind that the demo school has none of. */
async function addPictures(): Promise<void> {
  const senior = await tokenAt(there, 'senior@demo.school');
  const photos = new PhotoApp(there, there.settings.dataDir);
  const student = await oneOf(
    'select id from students where school_id = $1 and archived_at is null order by id limit 1',
  );
  const answered = await photos.put(
    `/students/${student}/photo`,
    senior,
    'image/jpeg',
    await aPhoto('image/jpeg'),
  );
  expect(answered.status).toBeLessThan(300);
  const parent = await tokenAt(there, 'parent@demo.school');
  expect((await photos.put('/me/photo', parent, 'image/png', await aPhoto('image/png'))).status).toBeLessThan(
    300,
  );
  const organization = await oneOf('select id from organizations where school_id = $1 order by id limit 1');
  const of = `/organizations/${organization}/photos`;
  expect((await photos.put(of, senior, 'image/png', await aPhoto('image/png'))).status).toBe(201);
  const images = new SchoolImages(there, new TestSchool(there, schoolId));
  const image = await images.upload({ token: senior, userId: '', email: '' });
  const notice = { title: 'Mud', body: embedding(image), expires_at: '2199-01-01T00:00:00Z' };
  const event = {
    title: 'Picnic',
    start_date: '2199-06-01',
    end_date: '2199-06-01',
    all_day: true,
    rsvp: { by: 'person' },
  };
  const asking = await there.api.post(`/schools/${schoolId}/calendar/events`, { token: senior, body: event });
  expect([asking.status, asking.text]).toEqual([201, asking.text]);
  const path = `/schools/${schoolId}/notices`;
  const { status, body } = await there.api.post(path, { token: senior, body: notice });
  expect(status).toBe(201);
  const slip = await oneOf(
    `select id from permission_slips where school_id = $1 and opens_at < now() order by id limit 1`,
  );
  for (const given of [
    { entityType: 'notice', noticeId: body.id as string, position: 0 } as const,
    { entityType: 'permission_slip', permissionSlipId: slip, position: 0 } as const,
  ]) {
    const { key } = await anAttachment(there, new TestSchool(there, schoolId), null, given);
    writeObject(there, key, await aPhoto('image/png'));
  }
  const name = `${'a1'.repeat(16)}.png`;
  writeObject(there, `menu-images/${name}`, await aPhoto('image/png'));
  await there.dataSource.query(
    `update menu_entries set image_name = $2 where id = (select id from menu_entries where school_id = $1 limit 1)`,
    [schoolId, name],
  );
}

/** Of a parent alone: a list with a student and a guardian, a note, a star, feeds, a choice about mail. */
async function addOwnThings(): Promise<void> {
  await there.dataSource.query('update schools set address_books = true where id = $1', [schoolId]);
  const token = await tokenAt(there, 'parent@demo.school');
  const post = async (path: string, body: object): Promise<ApiAnswer> => {
    const answer = await there.api.post(path, { token, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer;
  };
  for (const kind of ['calendar', 'menus']) await post(`/schools/${schoolId}/${kind}/subscriptions`, {});
  const { body: list } = await post(`/schools/${schoolId}/lists`, { name: 'Car pool' });
  const [guardian] = await there.dataSource.query<Record<string, string>[]>(
    `select student_id, membership_id from guardians where school_id = $1 and membership_id is not null order by id limit 1`,
    [schoolId],
  );
  const { student_id, membership_id } = guardian!;
  await post(`/lists/${list.id}/students`, { student_id });
  const entry = { guardian_membership_id: membership_id, linked_student_id: student_id };
  await post(`/lists/${list.id}/guardians`, entry);
  await post(`/students/${student_id}/star`, {});
  const note = { token, body: { body: 'Rides the early bus.' } };
  expect((await there.api.put(`/students/${student_id}/note`, note)).status).toBe(200);
  await there.dataSource.query(
    `insert into mail_choices (membership_id, school_id, token) values ($1, $2, $3)`,
    [membership_id, schoolId, 'token'.padEnd(43, '-')],
  );
}

const oneOf = async (sql: string): Promise<string> =>
  (await there.dataSource.query<[{ id: string }]>(sql, [schoolId]))[0].id;

function writeObject(t: TestApp, key: string, bytes: Buffer): void {
  const path = join(t.settings.dataDir, 'objects', key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** A parent who is known where the school comes to, with another id, and belongs to a school there. */
async function someoneInCommon(): Promise<void> {
  const email = await parentWithAnswer();
  const [known] = await there.dataSource.query<Record<string, string>[]>(
    'select first_name, last_name, phone from users where email = $1',
    [email],
  );
  const { first_name: firstName, last_name: lastName, phone } = known!;
  const school = await aSchool(here);
  await school.parent({}, await aPerson(here, { email, firstName, lastName, phone }));
}

/** As if each of them had proven their address, and had the standing addresses that they had. */
async function everybodyHasComeBack(): Promise<void> {
  const standing = ['calendar_subscriptions', 'menu_subscriptions', 'mail_choices'];
  await here.dataSource.query('delete from mail_choices where school_id = $1', [schoolId]);
  for (const table of [...standing, 'users']) {
    const which = table === 'users' ? 'email_verified_at is not null or $1::uuid is null' : 'school_id = $1';
    const rows = await there.dataSource.query(`select * from ${table} where ${which}`, [schoolId]);
    const given = `jsonb_populate_recordset(null::${table}, $1) given`;
    await here.dataSource.query(
      table === 'users'
        ? `update users u set email_verified_at = given.email_verified_at from ${given}
           where given.email = u.email and u.email_verified_at is null`
        : `insert into ${table} select * from ${given}`,
      [JSON.stringify(rows)],
    );
  }
}

const parentWithAnswer = async (): Promise<string> =>
  (
    await there.dataSource.query<[{ email: string }]>(
      `select u.email from users u join memberships m on m.user_id = u.id
       where m.school_id = $1 and m.role = 'parent' and u.email not like '%@demo.school'
         and exists (select from permission_slip_responses r where r.school_id = $1 and r.signed_by_user_id = u.id)
         and exists (select from poll_responses p where p.school_id = $1 and p.user_id = u.id)
         and not exists (select from memberships e where e.user_id = u.id and e.school_id <> $1)
       order by u.email limit 1`,
      [schoolId],
    )
  )[0].email;

/** Of every role, signed in where they have an account, active and not. */
async function tenPeople(inCommon: string): Promise<Someone[]> {
  const people = await there.dataSource.query<(Someone & { kind: string })[]>(
    `select m.id, m.user_id, u.email, m.role,
       case when u.email like '%@demo.school' then 'named ' || u.email
         when u.email = $2 then 'in common'
         when m.deactivated_at is not null then 'deactivated'
         when m.profile_visibility = 'name_only' then 'hides'
         else m.role end as kind,
       u.email = $2 or exists (select from memberships e where e.user_id = u.id and e.school_id <> $1) as is_elsewhere
     from memberships m join users u on u.id = m.user_id where m.school_id = $1 order by u.email`,
    [schoolId, inCommon],
  );
  const one = (kind: string): Someone[] => people.filter((person) => person.kind === kind).slice(0, 1);
  const named = people.filter(({ kind }) => kind.startsWith('named'));
  const others = people.filter(({ kind, is_elsewhere }) => kind === 'parent' && !is_elsewhere);
  const found = [...named, ...one('in common'), ...one('deactivated'), ...one('hides'), ...others];
  return found.slice(0, 10);
}

async function asked(t: TestApp, people: Someone[]): Promise<Record<string, Answers>> {
  const answers: Record<string, Answers> = {};
  for (const { email, id, is_elsewhere: isElsewhere } of people) {
    const [account] = await t.dataSource.query<[{ id: string }]>('select id from users where email = $1', [
      email,
    ]);
    const token = await tokenAt(t, email);
    const asking: Asking = { userId: account.id, membershipId: id, email, token, isElsewhere };
    const same = (text: string): string =>
      text.replaceAll(account.id, `user ${email}`).replaceAll(sessionOf(token), 'the session');
    answers[email] = await answersTo(t, schoolId, asking, same);
  }
  return answers;
}

/** Webhooks stay where they are: nothing is asked of them. */
const STAYING = ['GET /schools/:schoolId/webhooks/:webhookId/deliveries'];

describe('a school that has moved', () => {
  it('answers everybody as before, photos and documents byte by byte', async () => {
    const inCommon = await parentWithAnswer();
    const people = await tenPeople(inCommon);
    expect(people).toHaveLength(10);
    const backup = await typesAt(there.databaseUrl, there.settings.dataDir, [
      ...['backup', file, '--school', 'alder-falls', '--json'],
    ]);
    expect(backup).toMatchObject({ status: 0, json: { school_id: schoolId, missing_objects: 0 } });
    const before = await asked(there, people);

    const restore = await typesAt(here.databaseUrl, here.settings.dataDir, [
      ...['restore', file, ...FROM_THERE, '--json'],
    ]);
    const { missing_objects: _, ...contents } = backup.json as Record<string, unknown>;
    expect(restore).toMatchObject({ status: 0, json: { ...contents, known_people: 1 } });
    await everybodyHasComeBack();
    const after = await asked(here, people);

    for (const { email } of people)
      expect([email, differences(before[email]!, after[email]!)]).toEqual([email, []]);
    const shown = Object.values(before).flatMap((answers) =>
      Object.values(answers).flatMap(({ status, operation }) => (status === 200 ? [operation] : [])),
    );
    expect(readsOf(there).filter((operation) => !shown.includes(operation))).toEqual(STAYING);
  }, 600_000);
});
