import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Notification } from '../../../src/features/alerts/notifications/notification.entity.js';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError } from '../../support/errors.js';
import {
  aSchool,
  type TestGuardian,
  type TestMember,
  type TestSchool,
} from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let admin: TestMember;
let ada: Student;
let maria: TestGuardian;
let id: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-11-30T12:00:00Z');
  school = await aSchool(t);
  admin = await school.admin('junior_admin');
  ada = await school.student();
  maria = await school.parentOf(ada);
  id = (await propose({ field: 'phone', proposed: '+1 555 0123' })).body.id;
});

const propose = (body: object, { token }: { token: string } = maria): Promise<ApiAnswer> =>
  t.api.send('POST', `/students/${ada.id}/corrections`, { token, body });
const settle = (body: object, { token }: { token: string } = admin, which = id): Promise<ApiAnswer> =>
  t.api.send('PATCH', `/corrections/${which}`, { token, body });
const list = (query = '', { token }: { token: string } = admin): Promise<ApiAnswer> =>
  t.api.get(`/schools/${school.id}/corrections${query}`, { token });
const told = () =>
  t.dataSource.manager.findBy(Notification, { schoolId: school.id, kind: 'correction_settled' });

describe('GET /schools/{schoolId}/corrections', () => {
  it('refuses whoever is no admin of the school, and a state that there is not', async () => {
    const elsewhere = await aSchool(t);
    for (const path of ['', '.csv'])
      for (const person of [maria, await elsewhere.admin()])
        expectError(await list(path, person), 403, 'not_authorized');
    expect((await list('?state=lost')).status).toBe(400);
  });

  it('lists all of students on the roster, newest first, or those of a state', async () => {
    t.clock.stopAt('2026-11-30T12:00:01Z');
    const { body: newer } = await propose({ field: 'address', proposed: '=1+1', comment: 'We moved.' });
    await settle({ state: 'declined', answer: 'Ask the town.' });
    const ids = async (query: string) =>
      (await list(query)).body.corrections.map((one: { id: string }) => one.id);
    expect(await ids('')).toEqual([newer.id, id]);
    expect(await ids('?state=open')).toEqual([newer.id]);
    expect(await ids('?state=declined')).toEqual([id]);
    expect(await ids('?state=done')).toEqual([]);
    const { text } = await list('.csv?state=open');
    expect(text.split('\r\n')).toEqual([
      'Student,Field,Present,Proposed,Comment,State,Answer,By,Created at,Settled at',
      `Ada Park,address,,'=1+1,We moved.,open,,Maria Park,2026-11-30T12:00:01.000Z,`,
      '',
    ]);
    await t.dataSource.query('update students set archived_at = now() where school_id = $1', [school.id]);
    expect(await ids('')).toEqual([]);
  });

  it('lists what a guardian has proposed who is kept apart by now', async () => {
    await school.restrict(maria);
    expect((await list()).body.corrections).toHaveLength(1);
  });
});

describe('PATCH /corrections/{correctionId}', () => {
  it('refuses its author, and does not exist for anybody else', async () => {
    expectError(await settle({ state: 'done' }, maria), 403, 'not_authorized');
    expectError(await settle({ state: 'lost' }, maria), 403, 'not_authorized');
    const elsewhere = await aSchool(t);
    for (const person of [await school.parentOf(ada), await school.parent(), await elsewhere.admin()])
      expectError(await settle({ state: 'done' }, person), 404, 'not_found');
    for (const unknown of [randomUUID(), 'x'])
      expectError(await settle({ state: 'done' }, admin, unknown), 404, 'not_found');
    await school.restrict(maria);
    expectError(await settle({ state: 'done' }, maria), 404, 'not_found');
  });

  it('refuses a state that there is not, and an answer that is too long', async () => {
    for (const body of [{}, { state: 'lost' }, { state: 'done', answer: 'x'.repeat(1001) }, { state: null }])
      expect((await settle(body)).status).toBe(400);
  });

  it('settles it, and tells its author once', async () => {
    t.clock.stopAt('2026-11-30T12:10:00Z');
    const answers = await Promise.all([1, 2, 3].map(() => settle({ state: 'done', answer: ' Thank you. ' })));
    for (const { status, body } of answers)
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          ...{ id, state: 'done', answer: 'Thank you.', settled_at: '2026-11-30T12:10:00.000Z' },
        }),
      ]);
    expect(await told()).toEqual([
      expect.objectContaining({ membershipId: maria.membershipId, title: 'Ada Park', targetId: id }),
    ]);
    const settled = await t.dataSource.query(
      `select count(*)::int as rows from changes where school_id = $1 and kind = 'correction.settled'`,
      [school.id],
    );
    expect(settled).toEqual([{ rows: 1 }]);
  });

  it('changes the answer without telling again, and tells of another outcome in the place of the first', async () => {
    await settle({ state: 'declined', answer: 'No.' });
    const [first] = await told();
    await settle({ state: 'declined', answer: null });
    expect(await told()).toEqual([first]);
    expect((await settle({ state: 'done' })).body).toMatchObject({ state: 'done', answer: null });
    const after = await told();
    expect(after).toHaveLength(1);
    expect(after[0]!.id).not.toBe(first!.id);
  });

  it('opens it again without telling anybody', async () => {
    await settle({ state: 'done', answer: 'Done.' });
    const before = await told();
    expect((await settle({ state: 'open' })).body).toMatchObject({
      ...{ state: 'open', settled_at: null, answer: 'Done.' },
    });
    expect(await told()).toEqual(before);
  });

  it('tells nothing to an author who is kept apart from the student by now', async () => {
    await school.restrict(maria);
    expect((await settle({ state: 'done' })).body.state).toBe('done');
    expect(await told()).toEqual([]);
  });
});
