import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aRound, closeRound, confirm, readConfirmation } from '../../support/confirmation.factory.js';
import { untilWaiting } from '../../support/database/lock-waits.js';
import { expectError } from '../../support/errors.js';
import {
  aPerson,
  aSchool,
  HOME,
  type Person,
  type TestGuardian,
  type TestSchool,
} from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let maria: TestGuardian;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-11-30T12:00:00Z');
  school = await aSchool(t);
  maria = await school.parentOf(await school.studentAtHome({ grade: '5' }));
});

const read = (person: Person = maria, at = school) => readConfirmation(t, at, person);
const outstanding = async ({ token }: Person) => (await t.api.get('/me/outstanding', { token })).body.items;
const outstandingKinds = async (person: Person): Promise<string[]> =>
  (await outstanding(person)).map(({ kind }: { kind: string }) => kind);

describe('GET /me/confirmation', () => {
  it('refuses a call without a token, without a school, and for a school of others', async () => {
    expectError(await t.api.get(`/me/confirmation?schoolId=${school.id}`), 401, 'not_authenticated');
    const { status, body } = await t.api.get('/me/confirmation', { token: maria.token });
    expect([status, body.error.fields[0].path]).toEqual([400, 'schoolId']);
    for (const id of [randomUUID(), 'x', (await aSchool(t)).id])
      expectError(
        await t.api.get(`/me/confirmation?schoolId=${id}`, { token: maria.token }),
        403,
        'not_authorized',
      );
    await school.deactivate(maria);
    expectError(await read(), 403, 'not_authorized');
  });

  it('returns what the school has on file of the caller and their family, and the round that asks', async () => {
    const id = await aRound(t, school, { due: '2026-12-15', message: ' Please look.\nThank you. ' });
    const { body } = await read();
    expect(body).toEqual({
      round: {
        id,
        opened_at: '2026-11-30T12:00:00.000Z',
        due_on: '2026-12-15',
        message: 'Please look.\nThank you.',
        confirmed_at: null,
      },
      contact: { first_name: 'Maria', last_name: 'Park', phone: '+1 555 0100' },
      profile_visibility: 'full',
      address_visible: true,
      students: [
        {
          id: expect.any(String),
          name: 'Ada Park',
          graduation_year: 2030,
          grade: '5',
          address: HOME,
          relation: 'mother',
          guardians: [{ name: 'Maria Park', relation: 'mother' }],
        },
      ],
    });
  });

  it('returns no round before one is opened, once it is closed, and to whoever has no family at the school', async () => {
    expect((await read()).body.round).toBeNull();
    await aRound(t, school);
    const [admin, single] = [await school.admin(), await school.parent()];
    for (const person of [admin, single])
      expect((await read(person)).body).toMatchObject({ round: null, students: [], address_visible: null });
    await closeRound(t, school);
    expect((await read()).body.round).toBeNull();
  });

  it('leaves out students who are archived or restricted, and guardians who are kept apart', async () => {
    await aRound(t, school);
    const archived = await school.student({ archivedAt: new Date() });
    const gone = await school.parentOf(archived);
    expect((await read(gone)).body).toMatchObject({ round: null, students: [] });
    const shared = await school.student({ firstName: 'Sam' });
    const [own, apart] = [await school.parentOf(shared), await school.parentOf(shared, { firstName: 'Rob' })];
    await school.restrict(apart);
    expect((await read(apart)).body).toMatchObject({ round: null, students: [] });
    expect((await read(own)).body.students[0].guardians).toEqual([
      { name: 'Maria Park', relation: 'mother' },
    ]);
  });

  it('returns null for the visibility of addresses that differ', async () => {
    const both = [await school.student({ addressVisible: false }), await school.student()];
    expect((await read(await school.parentOf(both))).body.address_visible).toBeNull();
  });
});

describe('POST /me/confirmation/{roundId}', () => {
  it('refuses whoever the round does not ask: it does not exist for them', async () => {
    const id = await aRound(t, school);
    const apart = await school.parentOf(await school.student());
    await school.restrict(apart);
    const elsewhere = await aSchool(t);
    const strangers = [
      await school.admin(),
      await school.parent(),
      apart,
      await aPerson(t),
      await elsewhere.parentOf(await elsewhere.student()),
    ];
    for (const person of strangers) expectError(await confirm(t, id, person), 404, 'not_found');
    for (const unknown of [randomUUID(), 'x'])
      expectError(await confirm(t, unknown, maria), 404, 'not_found');
    await school.deactivate(maria);
    expectError(await confirm(t, id, maria), 404, 'not_found');
  });

  it('refuses in a closed round', async () => {
    const id = await aRound(t, school);
    await closeRound(t, school);
    expectError(await confirm(t, id, maria), 409, 'conflict', 'closed');
  });

  it('confirms once for the caller, however often and at the same time', async () => {
    const id = await aRound(t, school);
    const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(t, id, maria)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    t.clock.stopAt('2026-11-30T12:10:00Z');
    expect((await confirm(t, id, maria)).status).toBe(204);
    expect((await read()).body.round.confirmed_at).toBe('2026-11-30T12:00:00.000Z');
    const journaled = await t.dataSource.query(
      `select count(*)::int as rows from changes where school_id = $1 and kind = 'confirmation.confirmed'`,
      [school.id],
    );
    expect(journaled).toEqual([{ rows: 1 }]);
  });

  it('never confirms for the other guardian, nor in another school', async () => {
    const { mother, father } = await school.family();
    const other = await aSchool(t);
    const there = await other.parent({}, mother);
    await other.guardian(await other.student(), { membershipId: there.membershipId });
    const [id] = [await aRound(t, school), await aRound(t, other)];
    await confirm(t, id, mother);
    expect((await read(father)).body.round.confirmed_at).toBeNull();
    expect((await read(mother, other)).body.round.confirmed_at).toBeNull();
    expect(await outstandingKinds(father)).toEqual(['confirmation']);
    expect((await outstanding(mother)).map(({ school_id }: { school_id: string }) => school_id)).toEqual([
      other.id,
    ]);
  });

  it('waits for a close that is under way, and is refused after it', async () => {
    const id = await aRound(t, school);
    const closing = t.dataSource.createQueryRunner();
    await closing.startTransaction();
    await closing.query('update confirmation_rounds set closed_at = now() where school_id = $1', [school.id]);
    const answer = confirm(t, id, maria);
    await untilWaiting(t.dataSource);
    await closing.commitTransaction();
    await closing.release();
    expectError(await answer, 409, 'conflict', 'closed');
  });
});

describe('GET /me/outstanding', () => {
  it('lists an open round until the caller has confirmed, it is closed, or they have no family there', async () => {
    t.clock.stopAt('2026-12-16T04:30:00Z');
    maria = await school.parentOf(await school.student());
    const id = await aRound(t, school, { due: '2026-12-15' });
    const [item] = await outstanding(maria);
    expect(item).toMatchObject({
      ...{ kind: 'confirmation', id, school_id: school.id, student_id: null },
      title: 'Is what we have on file still right?',
      due_at: '2026-12-16T05:00:00.000Z',
      deep_link: `http://localhost:3000/schools/${school.id}/confirmations/${id}`,
    });
    expect(
      (await t.api.get(`/schools/${school.id}/watch`, { token: maria.token })).body.counts.outstanding,
    ).toBe(1);
    t.clock.stopAt('2026-12-16T05:00:00Z');
    expect((await outstanding(maria))[0].due_at).toBeNull();
    await confirm(t, id, maria);
    expect(await outstanding(maria)).toEqual([]);
    const late = await school.parentOf(await school.student());
    expect(await outstandingKinds(late)).toEqual(['confirmation']);
    await closeRound(t, school);
    expect(await outstanding(late)).toEqual([]);
  });

  it('lists a round as due at the first of two midnights', async () => {
    t.clock.stopAt('2026-10-31T12:00:00Z');
    const havana = await aSchool(t, { timeZone: 'America/Havana' });
    const parent = await havana.parentOf(await havana.student());
    await aRound(t, havana, { due: '2026-10-31' });
    expect((await outstanding(parent))[0].due_at).toBe('2026-11-01T04:00:00.000Z');
  });

  it('leaves out whoever is kept apart from their only student', async () => {
    await aRound(t, school);
    await school.restrict(maria);
    expect(await outstanding(maria)).toEqual([]);
  });
});
