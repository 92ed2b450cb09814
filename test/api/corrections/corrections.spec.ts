import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import { expectError } from '../../support/errors.js';
import {
  aPerson,
  aSchool,
  type Person,
  type TestGuardian,
  type TestSchool,
} from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let ada: Student;
let maria: TestGuardian;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-11-30T12:00:00Z');
  school = await aSchool(t);
  ada = await school.studentAtHome({ phone: '+1 555 0199', email: 'ada@example.org', grade: '5' });
  maria = await school.parentOf(ada);
});

const PHONE = { field: 'phone', proposed: '+1 555 0123' };
const propose = (
  { token }: Pick<Person, 'token'> = maria,
  body: object = PHONE,
  { id }: { id: string } = ada,
  key?: string,
) =>
  t.api.send('POST', `/students/${id}/corrections`, {
    token,
    body,
    headers: { ...(key && { 'idempotency-key': key }) },
  });
const mine = ({ token }: Pick<Person, 'token'> = maria, query = '') =>
  t.api.get(`/me/corrections${query}`, { token });

describe('POST /students/{studentId}/corrections', () => {
  it('refuses whoever is no guardian of the student, and whom the student is not there for', async () => {
    expectError(
      await t.api.post(`/students/${ada.id}/corrections`, { body: PHONE }),
      401,
      'not_authenticated',
    );
    for (const person of [await school.parent(), await school.admin()])
      expectError(await propose(person), 403, 'not_authorized');
    const elsewhere = await aSchool(t);
    for (const person of [await aPerson(t), await elsewhere.admin()])
      expectError(await propose(person), 404, 'not_found');
    const archived = await school.student({ archivedAt: new Date() });
    const gone = await school.parentOf(archived);
    for (const id of [archived.id, randomUUID(), 'x'])
      expectError(await propose(gone, PHONE, { id }), 404, 'not_found');
  });

  it('refuses a guardian who is kept apart from the student', async () => {
    await school.restrict(maria);
    expectError(await propose(), 403, 'not_authorized', 'restricted');
  });

  it.each([
    ['without a field', { proposed: 'x' }],
    ['for a field that there is not', { field: 'shoe_size', proposed: '38' }],
    ['without a value', { field: 'phone' }],
    ['for nothing', { field: 'phone', proposed: ' \n ' }],
    ['that is too long', { field: 'other', proposed: 'x'.repeat(1001) }],
    ['with a comment that is too long', { ...PHONE, comment: 'x'.repeat(1001) }],
    ['of another type', { field: 'graduation_year', proposed: 2031 }],
  ])('refuses a correction %s', async (_, body) => {
    const { status, body: answer } = await propose(maria, body);
    expect([status, answer.error.code]).toEqual([400, 'validation_failed']);
  });

  it('stores what is proposed beside what the roster says, and changes nothing of the student', async () => {
    const { status, body } = await propose(maria, { ...PHONE, comment: ' ' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        student_id: ada.id,
        student_name: 'Ada Park',
        field: 'phone',
        present: '+1 555 0199',
        proposed: '+1 555 0123',
        comment: null,
        state: 'open',
        answer: null,
        by_name: 'Maria Park',
        created_at: expect.any(String),
        settled_at: null,
      },
    ]);
    const { body: detail } = await t.api.get(`/students/${ada.id}`, { token: maria.token });
    expect(detail.phone).toBe('+1 555 0199');
  });

  it.each([
    ['name', 'Ada Park'],
    ['preferred_name', null],
    ['address', 'Main Street 1, Springfield, NY, 12345, US'],
    ['email', 'ada@example.org'],
    ['grade', '5'],
    ['graduation_year', '2030'],
    ['guardians', 'Maria Park (mother)'],
    ['other', null],
  ])('says what the roster has of %s', async (field, present) => {
    await school.restrict(await school.parentOf(ada, { firstName: 'Rob' }));
    expect((await propose(maria, { field, proposed: 'x' })).body.present).toBe(present);
  });

  it('lets a person have 20 open ones for a student, also at the same time', async () => {
    for (let n = 0; n < 18; n += 1) await propose();
    const answers = await Promise.all([1, 2, 3, 4].map(() => propose()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expectError(await propose(), 409, 'conflict', 'limit_reached');
    const sister = await school.student();
    await school.guardian(sister, { membershipId: maria.membershipId });
    expect((await propose(maria, PHONE, sister)).status).toBe(201);
    expect((await propose(await school.parentOf(ada))).status).toBe(201);
  });

  it('makes one for a key, and none for who has lost the right', async () => {
    const key = randomUUID();
    const [first, second] = [await propose(maria, PHONE, ada, key), await propose(maria, PHONE, ada, key)];
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect((await mine()).body.corrections).toHaveLength(1);
    await t.dataSource.query('update guardians set membership_id = null where school_id = $1', [school.id]);
    expectError(await propose(maria, PHONE, ada, key), 403, 'not_authorized');
  });
});

describe('GET /me/corrections', () => {
  it('refuses a school of others', async () => {
    const other = await aSchool(t);
    for (const id of [other.id, randomUUID(), 'x'])
      expectError(await mine(maria, `?schoolId=${id}`), 403, 'not_authorized');
  });

  it('lists the own ones alone, newest first, of one school or of all', async () => {
    const first = (await propose()).body;
    t.clock.stopAt('2026-11-30T12:00:01Z');
    const second = (await propose()).body;
    const father = await school.parentOf(ada, { relation: 'father' });
    await propose(father);
    const other = await aSchool(t);
    const there = await other.parent({}, maria);
    const bea = await other.student({ firstName: 'Bea' });
    await other.guardian(bea, { membershipId: there.membershipId });
    t.clock.stopAt('2026-11-30T12:00:02Z');
    const third = (await propose(maria, PHONE, bea)).body;
    expect((await mine()).body).toEqual({ corrections: [third, second, first] });
    expect((await mine(maria, `?schoolId=${school.id}`)).body).toEqual({ corrections: [second, first] });
  });

  it('lists none of a student who has been archived, unlinked or restricted, until they are back', async () => {
    await propose();
    const listed = async () => (await mine()).body.corrections.length;
    const set = (change: string, of: string, id: string) =>
      t.dataSource.query(`update ${of} set ${change} where school_id = $1 and id = $2`, [school.id, id]);
    for (const [change, back, of, id] of [
      ['archived_at = now()', 'archived_at = null', 'students', ada.id],
      ['membership_id = null', `membership_id = '${maria.membershipId}'`, 'guardians', maria.guardianId],
    ] as const) {
      await set(change, of, id);
      expect(await listed()).toBe(0);
      await set(back, of, id);
      expect(await listed()).toBe(1);
    }
    await school.restrict(maria);
    expect(await listed()).toBe(0);
  });
});
