import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { StoredRsvp } from '../../../../src/features/calendar/rsvp/stored-rsvp.entity.js';
import { Student } from '../../../../src/features/directory/students/student.entity.js';
import { expectError, expectInvalid } from '../../../support/errors.js';
import { rsvpsOfACalendar, type TestRsvps } from '../../../support/rsvp.factory.js';
import type { TestGuardian, TestSchool } from '../../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { tokenOf } from '../../../support/tokens.js';

let t: TestApp;
let rsvps: TestRsvps;
let school: TestSchool;
let student: Student;
let mother: TestGuardian;
let father: TestGuardian;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  rsvps = await rsvpsOfACalendar(t);
  ({ school } = rsvps.calendar);
  student = await school.student();
  mother = await aGuardian({ firstName: 'Maria' });
  father = await aGuardian({ firstName: 'Paul' });
});

/** A guardian of the student, who stays signed in for as long as the tests go. */
async function aGuardian(given: { firstName: string }): Promise<TestGuardian> {
  const member = await school.parent(given);
  const { membershipId } = member;
  const { id: guardianId } = await school.guardian(student, { ...given, membershipId });
  return { ...member, guardianId, token: await tokenOf(t, member, { ttl: 60 * 86_400 }) };
}

const rows = (): Promise<StoredRsvp[]> => t.dataSource.manager.findBy(StoredRsvp, { schoolId: school.id });
const mine = (): { student_id: string } => ({ student_id: student.id });

describe('PUT …/events/:eventId/rsvp refuses', () => {
  it('an event that is unknown, malformed, or in another school', async () => {
    const other = await rsvpsOfACalendar(t);
    for (const id of [randomUUID(), 'picnic', '%00', await other.anEvent()])
      expectError(await rsvps.as(mother).put(id, [mine()]), 404, 'not_found');
    expectError(await other.as(mother).put(await other.anEvent(), [mine()]), 403, 'not_authorized');
  });

  it('an event that is not addressed to the caller, as if it did not exist', async () => {
    const id = await rsvps.anEvent({ audience: { type: 'admins' } });
    expectError(await rsvps.as(mother).put(id, [mine()]), 404, 'not_found');
  });

  it('an event that does not ask, as if there were none', async () => {
    const id = await rsvps.anEvent({ rsvp: null });
    expectError(await rsvps.as(mother).put(id, [mine()]), 404, 'not_found');
    expect(await rsvps.as(mother).rsvpOf(id)).toBeNull();
  });

  it('a student of others with 403, an unknown or archived one with 404, and writes nothing of the rest', async () => {
    const id = await rsvps.anEvent();
    const { student: stranger } = await school.family();
    const archived = await school.student({ archivedAt: new Date('2026-08-01T00:00:00Z') });
    const as = rsvps.as(mother);
    expectError(await as.put(id, [mine(), { student_id: stranger.id }]), 403, 'not_authorized');
    expectError(await as.put(id, [mine(), { student_id: randomUUID() }]), 404, 'not_found');
    expectError(await as.put(id, [mine(), { student_id: archived.id }]), 404, 'not_found');
    expect(await rows()).toEqual([]);
  });

  it('an own student whom the event does not ask', async () => {
    const id = await rsvps.anEvent({ audience: { type: 'graduation_years', graduation_years: [2031] } });
    const older = await school.student({ graduationYear: 2031 });
    await t.dataSource.manager.update(Student, { id: student.id }, { graduationYear: 2035 });
    await school.guardian(older, { membershipId: mother.membershipId });
    expectError(await rsvps.as(mother).put(id, [mine()]), 403, 'not_authorized');
    expect((await rsvps.as(mother).rsvpOf(id))!.mine).toMatchObject([{ student_id: older.id, answer: null }]);
  });

  it('a student who is named twice or not at all, and one where each person answers', async () => {
    const [byStudent, byPerson] = [await rsvps.anEvent(), await rsvps.anEvent({ rsvp: { by: 'person' } })];
    const as = rsvps.as(mother);
    for (const [id, answers] of [
      [byStudent, [mine(), mine()]],
      [byStudent, [mine(), { student_id: student.id.toUpperCase() }]],
      [byStudent, [{}]],
      [byStudent, [mine(), {}]],
      [byStudent, [{ ...mine(), membership_id: mother.membershipId }]],
      [byPerson, [mine()]],
      [byPerson, [{}, {}]],
      [byPerson, [{}, { membership_id: mother.membershipId }]],
    ] as const)
      expect((await as.put(id, [...answers])).body).toMatchObject({ error: { reason: 'invalid_answers' } });
    expect(await rows()).toEqual([]);
  });

  it('another member where each person answers', async () => {
    const id = await rsvps.anEvent({ rsvp: { by: 'person' } });
    expectError(
      await rsvps.as(mother).put(id, [{ membership_id: father.membershipId }]),
      403,
      'not_authorized',
    );
    expectError(await rsvps.as(mother).put(id, [{ membership_id: randomUUID() }]), 404, 'not_found');
  });

  it('a body of the wrong shape', async () => {
    const id = await rsvps.anEvent();
    const send = (body: object) => rsvps.as(mother).calendar.send('PUT', `/events/${id}/rsvp`, { body });
    for (const [body, path] of [
      [{}, 'answers'],
      [{ answers: [] }, 'answers'],
      [{ answers: [{ ...mine(), answer: 'perhaps' }] }, 'answers.0.answer'],
      [{ answers: [{ student_id: 'x', answer: 'yes' }] }, 'answers.0.student_id'],
      [{ answers: [{ ...mine(), answer: 'yes', comment: 'x'.repeat(301) }] }, 'answers.0.comment'],
    ] as const)
      expectInvalid(await send(body), path);
  });

  it('answers from the last moment on, or from the start, but not those of managers', async () => {
    const early = await rsvps.anEvent({ rsvp: { by: 'student', until: '2026-09-10T12:00:00Z' } });
    const late = await rsvps.anEvent();
    const allDay = await rsvps.anEvent({
      ...{ starts_at: null, ends_at: null, all_day: true, start_date: '2026-09-12', end_date: '2026-09-13' },
    });
    const as = rsvps.as(mother);
    for (const [id, last, closed] of [
      [early, '2026-09-10T11:59:59.999Z', '2026-09-10T12:00:00Z'],
      [allDay, '2026-09-12T03:59:59.999Z', '2026-09-12T04:00:00Z'],
      [late, '2026-09-12T15:59:59.999Z', '2026-09-12T16:00:00Z'],
    ] as const) {
      t.clock.stopAt(last);
      expect(await as.say(id, mine())).toMatchObject({ closed: false, counts: { yes: 1 } });
      t.clock.stopAt(closed);
      expectError(await as.put(id, [{ ...mine(), answer: 'no' }]), 400, 'validation_failed', 'closed');
      expect(await as.rsvpOf(id)).toMatchObject({ closed: true, counts: { yes: 1 } });
      expect(await rsvps.say(id, { ...mine(), answer: 'no' })).toMatchObject({ counts: { yes: 0, no: 1 } });
    }
  });

  it('answers to what was called off, of managers as well', async () => {
    const series = await rsvps.aSeries();
    const id = await rsvps.calendar.on(series, '2026-09-14');
    await rsvps.as(mother).say(id, mine());
    await rsvps.calendar.remove(id);
    for (const as of [rsvps.as(mother), rsvps])
      expectError(await as.put(id, [mine()]), 400, 'validation_failed', 'closed');
    const single = await rsvps.anEvent();
    await rsvps.calendar.remove(single);
    expectError(await rsvps.put(single, [mine()]), 404, 'not_found');
  });

  it('a guardian whom the school keeps apart from the student, also where the event is out of sight', async () => {
    await school.restrict(father);
    const [shown, hidden] = [await rsvps.anEvent(), await rsvps.anEvent({ audience: { type: 'admins' } })];
    for (const id of [shown, hidden])
      expectError(await rsvps.as(father).put(id, [mine()]), 403, 'not_authorized', 'restricted');
    expect((await rsvps.as(father).rsvpOf(shown))!.mine).toEqual([]);
  });

  it('an answer to a state of the event that the caller has not seen', async () => {
    const id = await rsvps.anEvent();
    const tag = (await rsvps.as(mother).calendar.getEvent(id)).headers.get('etag')!;
    await rsvps.as(father).say(id, mine());
    const stale = await rsvps.as(mother).put(id, [mine()], { 'If-Match': tag });
    expectError(stale, 409, 'conflict', 'stale');
  });
});

describe('PUT …/events/:eventId/rsvp', () => {
  it('answers for all own students at once, with what both guardians see', async () => {
    const id = await rsvps.anEvent();
    const sister = await school.student({ firstName: 'Zoe', lastName: student.lastName });
    await school.guardian(sister, { membershipId: mother.membershipId });
    const said = await rsvps
      .as(mother)
      .say(id, { ...mine(), comment: '  brings cake ' }, { student_id: sister.id, answer: 'maybe' });
    expect(said).toMatchObject({ by: 'student', counts: { yes: 1, no: 0, maybe: 1 }, remaining: null });
    expect(said.mine).toHaveLength(2);
    const [line] = (await rsvps.as(father).rsvpOf(id))!.mine;
    expect(line).toMatchObject({ ...mine(), answer: 'yes', comment: 'brings cake' });
    expect(line!.answered_by).toEqual(
      said.mine.find(({ student_id }) => student_id === student.id)!.answered_by,
    );
  });

  it('lets the last of two guardians count, and says who it was', async () => {
    const id = await rsvps.anEvent();
    const first = await rsvps.as(mother).say(id, mine());
    const last = await rsvps.as(father).say(id, { ...mine(), answer: 'no' });
    expect(last.counts).toEqual({ yes: 0, no: 1, maybe: 0 });
    expect(last.mine[0]!.answered_by).not.toBe(first.mine[0]!.answered_by);
    expect((await rsvps.as(mother).rsvpOf(id))!.mine).toEqual(last.mine);
    expect(await rows()).toHaveLength(1);
  });

  it('shows numbers to everybody, and own lines alone', async () => {
    const id = await rsvps.anEvent();
    await rsvps.as(mother).say(id, { ...mine(), comment: 'secret' });
    const stranger = await school.parent();
    const seen = await rsvps.as(stranger).calendar.getEvent(id);
    expect(seen.body.rsvp).toMatchObject({ counts: { yes: 1 }, mine: [] });
    expect(seen.text).not.toContain('secret');
  });

  it('answers alike in every list, byte for byte', async () => {
    const series = await rsvps.aSeries({
      rsvp: { by: 'student', until: '2026-09-07T12:00:00Z', capacity: 3 },
    });
    const id = await rsvps.calendar.on(series, '2026-09-14');
    await rsvps.as(mother).say(id, mine());
    const as = rsvps.as(mother).calendar;
    const one = (await as.getEvent(id)).body;
    expect(one.rsvp).toMatchObject({ until: '2026-09-14T12:00:00.000Z', capacity: 3, remaining: 2 });
    for (const events of [await as.events(), await as.occurrences(series)])
      expect(JSON.stringify(events.find((event) => event.id === id))).toBe(JSON.stringify(one));
  });

  it('takes one answer of each person where it asks for persons', async () => {
    const id = await rsvps.anEvent({ rsvp: { by: 'person' } });
    expect((await rsvps.as(mother).say(id, {})).mine).toMatchObject([{ student_id: null, answer: 'yes' }]);
    await rsvps.as(father).say(id, { membership_id: father.membershipId, answer: 'maybe' });
    expect(await rsvps.rsvpOf(id)).toMatchObject({ counts: { yes: 1, no: 0, maybe: 1 } });
  });

  it('lets a manager answer for anybody of the audience, and for nobody else', async () => {
    const year = { type: 'graduation_years', graduation_years: [student.graduationYear] };
    const [byStudent, byPerson] = [
      await rsvps.anEvent({ audience: year }),
      await rsvps.anEvent({ audience: year, rsvp: { by: 'person' } }),
    ];
    const elsewhere = await school.student({ graduationYear: student.graduationYear! + 1 });
    const outsider = await school.parent();
    await rsvps.say(byStudent, mine());
    await rsvps.say(byPerson, { membership_id: mother.membershipId });
    expectInvalid(await rsvps.put(byStudent, [{ student_id: elsewhere.id }]), 'answers');
    expectInvalid(await rsvps.put(byPerson, [{ membership_id: outsider.membershipId }]), 'answers');
    expectError(await rsvps.put(byStudent, [{ student_id: randomUUID() }]), 404, 'not_found');
  });

  it('lets a manager give back the place of whoever is in the audience no more, and take none for them', async () => {
    const year = { type: 'graduation_years', graduation_years: [student.graduationYear] };
    const events = await Promise.all([
      rsvps.anEvent({ audience: year, rsvp: { by: 'student', capacity: 1 } }),
      rsvps.anEvent({ audience: year, rsvp: { by: 'person', capacity: 1 } }),
    ]);
    const named = [mine(), { membership_id: mother.membershipId }];
    await rsvps.as(mother).say(events[0], mine());
    await rsvps.as(mother).say(events[1], {});
    await t.dataSource.manager.update(Student, { id: student.id }, { graduationYear: 2031 });
    for (const [at, id] of events.entries()) {
      expectError(await rsvps.as(mother).put(id, [mine()]), 404, 'not_found');
      expectInvalid(await rsvps.put(id, [{ ...named[at], comment: 'Still' }]), 'answers');
      expect(await rsvps.say(id, { ...named[at], answer: 'no' })).toMatchObject({
        ...{ counts: { yes: 0, no: 1, maybe: 0 }, remaining: 1 },
      });
      expectInvalid(await rsvps.put(id, [named[at]!]), 'answers');
    }
  });

  it('writes nothing for the same answer again', async () => {
    const id = await rsvps.anEvent();
    await rsvps.as(mother).say(id, mine());
    const before = await rows();
    t.clock.advance(60_000);
    await rsvps.as(mother).say(id, mine());
    expect(await rows()).toEqual(before);
  });
});
