import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import type { PermissionSlip } from '../../../src/features/permission-slips/permission-slip.entity.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { TestCalendar } from '../../support/calendar.factory.js';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import { aSchool, type Person, type TestGuardian, type TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let ada: Student;
let ben: Student;
let parent: TestGuardian;
beforeAll(async () => {
  t = await startTestApp({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-09-07T12:00:00Z');
  school = await aSchool(t);
  [ada, ben] = [
    await school.student({ firstName: 'Ada', graduationYear: 2030 }),
    await school.student({ firstName: 'Ben', graduationYear: 2031 }),
  ];
  parent = await school.parentOf([ada, ben]);
});

const inMinutes = (minutes: number): Date => new Date(t.clock.now().getTime() + minutes * 60_000);
const get = async (path: string, { token }: Pick<Person, 'token'> = parent): Promise<ApiAnswer['body']> =>
  (await t.api.get(path, { token })).body;
const aSlip = (given: Partial<PermissionSlip> = {}, of: TestSchool = school): Promise<PermissionSlip> =>
  aPermissionSlip(t, of, given);
const answer = (slip: PermissionSlip, student: Student | null, decision = 'granted', by: Person = parent) =>
  new SlipClient(t, slip.id).answer(by, { student_id: student?.id ?? null, decision });

/** Students of /me/outstanding, the count beside the list, the count on the watch, and the list itself. */
async function owed(person: Person = parent, of: TestSchool = school): Promise<unknown[]> {
  const { items } = await get('/me/outstanding', person);
  const here = (items as { kind: string; school_id: string; student_id: string | null }[]).filter(
    ({ kind, school_id }) => kind === 'permission_slip' && school_id === of.id,
  );
  const { counts } = await get(`/schools/${of.id}/features`, person);
  const { counts: onWatch } = await get(`/schools/${of.id}/watch`, person);
  const { permission_slips: slips = [] } = await get(`/schools/${of.id}/permission-slips`, person);
  const listed = (slips as { outstanding: number }[]).reduce((sum, { outstanding }) => sum + outstanding, 0);
  const names = here.map(({ student_id: id }) => (id === ada.id ? 'Ada' : id === ben.id ? 'Ben' : id));
  return [names.sort(), counts.permission_slips_outstanding, onWatch.outstanding, listed];
}
const NOTHING = [[], 0, 0, 0];

describe('What a slip wants of a guardian', () => {
  it('comes to nothing while it is to come, closed, gone, for others, or of a school left or without sign-ups', async () => {
    const [left, elsewhere, off] = [await aSchool(t), await aSchool(t), await aSchool(t)];
    await left.deactivate(await left.parent({}, parent));
    await off.parent({}, parent);
    await off.setFeatures({ signups: false });
    for (const other of [left, elsewhere, off]) await aSlip({}, other);
    await aSlip({ opensAt: inMinutes(1) });
    await aSlip({ closesAt: t.clock.now() });
    await aSlip({ visibleUntil: t.clock.now() });
    await aSlip({ audienceType: 'admins' });
    await aSlip({ audienceType: 'graduation_years', audienceYears: [2040] });
    expect(await owed()).toEqual(NOTHING);
    expect(await owed(await school.admin())).toEqual(NOTHING);
  });

  it('comes with the student, when it is due and where to answer', async () => {
    const { id } = await aSlip({
      closesAt: inMinutes(5),
      audienceType: 'graduation_years',
      audienceYears: [2030],
    });
    expect((await get('/me/outstanding')).items).toEqual([
      {
        kind: 'permission_slip',
        id,
        school_id: school.id,
        title: 'Museum trip',
        student_id: ada.id,
        due_at: '2026-09-07T12:05:00.000Z',
        deep_link: `https://directory.example.org/schools/${school.id}/permission-slips/${id}`,
      },
    ]);
  });

  it('comes to one answer a student, until it is given or refused, and again once it is withdrawn', async () => {
    const slip = await aSlip();
    expect(await owed()).toEqual([['Ada', 'Ben'], 2, 2, 2]);
    const { body } = await answer(slip, ada);
    expect(await owed()).toEqual([['Ben'], 1, 1, 1]);
    await answer(slip, ben, 'declined');
    expect(await owed()).toEqual(NOTHING);
    await new SlipClient(t, slip.id).withdraw(parent, body.id);
    expect(await owed()).toEqual([['Ada'], 1, 1, 1]);
  });

  it('comes to one answer for a family, about nobody in particular', async () => {
    const slip = await aSlip({ answerPer: 'family' });
    expect(await owed()).toEqual([[null], 1, 1, 1]);
    await answer(slip, null);
    expect(await owed()).toEqual(NOTHING);
  });

  it('comes to the second signature of the other guardian, and no more of the first', async () => {
    const other = await school.parentOf([ada, ben]);
    const slip = await aSlip({ secondGuardianRequired: true });
    await answer(slip, ada);
    expect([await owed(), await owed(other)]).toEqual([
      [['Ben'], 1, 1, 1],
      [['Ada', 'Ben'], 2, 2, 2],
    ]);
  });

  it('ends at the very moment at which it closes, and with the feature', async () => {
    await aSlip({ opensAt: inMinutes(10), closesAt: inMinutes(20) });
    expect(await owed()).toEqual(NOTHING);
    t.clock.advance(600_000);
    expect(await owed()).toEqual([['Ada', 'Ben'], 2, 2, 2]);
    t.clock.advance(599_999);
    expect(await owed()).toEqual([['Ada', 'Ben'], 2, 2, 2]);
    t.clock.advance(1);
    expect(await owed()).toEqual(NOTHING);
    await aSlip();
    await school.setFeatures({ signups: false });
    expect(await owed()).toEqual(NOTHING);
  });

  it('counts in each school of a person apart', async () => {
    const second = await aSchool(t);
    const cleo = await second.student();
    await second.guardian(cleo, { membershipId: (await second.parent({}, parent)).membershipId });
    await aSlip();
    await aSlip({}, second);
    expect(await owed()).toEqual([['Ada', 'Ben'], 2, 2, 2]);
    expect(await owed(parent, second)).toEqual([[cleo.id], 1, 1, 1]);
  });
});

describe('An event of the calendar', () => {
  const links = async (id: string, person: Person = parent): Promise<(string | null)[]> => {
    const path = `/schools/${school.id}/calendar`;
    const event = await get(`${path}/events/${id}`, person);
    const { events } = await get(path, person);
    const listed = (events as Record<string, string | null>[]).find((one) => one.id === id)!;
    expect([listed.signup_id, listed.permission_slip_id]).toEqual([
      event.signup_id,
      event.permission_slip_id,
    ]);
    return [event.signup_id, event.permission_slip_id];
  };

  it('leads to its sign-up and its slip while the caller has them in the list', async () => {
    const calendar = new TestCalendar(t, school, (await school.admin()).token);
    const eventId = await calendar.anEvent();
    const times = { opensAt: inMinutes(10), visibleUntil: inMinutes(20) };
    const slip = await aSlip({ eventId, ...times });
    const signup = await aSignup(t, school, { Cake: {} }, { eventId, ...times });
    const seen = [await links(eventId)];
    for (const minutes of [10, 10]) {
      t.clock.advance(minutes * 60_000);
      seen.push(await links(eventId));
    }
    expect(seen).toEqual([
      [null, null],
      [signup.id, slip.id],
      [null, null],
    ]);
  });

  it('leads to the first that opened, where there are several', async () => {
    const eventId = await new TestCalendar(t, school, (await school.admin()).token).anEvent();
    const [first, second] = [{ opensAt: inMinutes(-20) }, { opensAt: inMinutes(-10) }];
    await aSlip({ eventId, ...second });
    const slip = await aSlip({ eventId, ...first });
    await aSignup(t, school, {}, { eventId, ...second });
    const signup = await aSignup(t, school, {}, { eventId, ...first });
    await aSignup(t, school, {}, { eventId, ...second });
    expect(await links(eventId)).toEqual([signup.id, slip.id]);
  });

  it('leads nobody to what is not addressed to them, and nobody at all while sign-ups are off', async () => {
    const eventId = await new TestCalendar(t, school, (await school.admin()).token).anEvent();
    const slip = await aSlip({ eventId, audienceType: 'graduation_years', audienceYears: [2030] });
    const others = [await school.parent(), await school.admin()];
    expect(await Promise.all([parent, ...others].map((person) => links(eventId, person)))).toEqual([
      [null, slip.id],
      [null, null],
      [null, null],
    ]);
    await school.setFeatures({ signups: false });
    expect(await links(eventId)).toEqual([null, null]);
  });

  it('changes for a client that has kept it, once it has a slip', async () => {
    const eventId = await new TestCalendar(t, school, (await school.admin()).token).anEvent();
    const path = `/schools/${school.id}/calendar/events/${eventId}`;
    const etag = async () => (await t.api.get(path, { token: parent.token })).headers.get('etag');
    const before = await etag();
    await aSlip({ eventId });
    expect(await etag()).not.toBe(before);
  });

  it('keeps its slip when its series is cut in two before it', async () => {
    const calendar = new TestCalendar(t, school, (await school.admin()).token);
    const seriesId = await calendar.aSeries();
    const occurrence = `${seriesId}_20260921T193000Z`;
    const [row] = await t.dataSource.query<{ id: string }[]>(
      `select id from events where series_id = $1 and original_start = '20260921T193000Z'`,
      [seriesId],
    );
    const slip = await aSlip({ eventId: row!.id });
    expect(await links(occurrence)).toEqual([null, slip.id]);
    const { body } = await calendar.change(`${seriesId}_20260914T193000Z`, { title: 'Match' }, 'following');
    expect(body.series_id).not.toBe(seriesId);
    const next = `${body.series_id as string}_20260921T193000Z`;
    expect(await links(next)).toEqual([null, slip.id]);
    expect((await get(`/permission-slips/${slip.id}`)).event_id).toBe(next);
  });
});
