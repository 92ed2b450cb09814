import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type IncomingMessage, request } from 'node:http';
import { StoredRsvp } from '../../../../src/features/calendar/rsvp/stored-rsvp.entity.js';
import type { Student } from '../../../../src/features/directory/students/student.entity.js';
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
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  rsvps = await rsvpsOfACalendar(t);
  ({ school } = rsvps.calendar);
  student = await school.student();
  mother = await aGuardian({ firstName: 'Maria' });
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

describe('The capacity of an event', () => {
  const full = { rsvp: { by: 'student', capacity: 1 } };

  it('bounds those who come, wholly or not at all', async () => {
    const id = await rsvps.anEvent(full);
    const sister = await school.student();
    await school.guardian(sister, { membershipId: mother.membershipId });
    const both = await rsvps.as(mother).put(id, [mine(), { student_id: sister.id }]);
    expectError(both, 409, 'conflict', 'item_full');
    expect(await rows()).toEqual([]);
    await rsvps.as(mother).say(id, mine(), { student_id: sister.id, answer: 'maybe' });
    const { student: other, mother: another } = await school.family();
    const late = await rsvps.as(another).put(id, [{ student_id: other.id }]);
    expectError(late, 409, 'conflict', 'item_full');
    expectError(await rsvps.put(id, [{ student_id: other.id }]), 409, 'conflict', 'item_full');
    await rsvps.as(mother).say(id, { ...mine(), answer: 'no' });
    expect(await rsvps.as(another).say(id, { student_id: other.id })).toMatchObject({ remaining: 0 });
  });

  it('gives a place from one own student to another at once', async () => {
    const id = await rsvps.anEvent(full);
    const sister = await school.student();
    await school.guardian(sister, { membershipId: mother.membershipId });
    await rsvps.as(mother).say(id, mine());
    const said = await rsvps.as(mother).say(id, { ...mine(), answer: 'no' }, { student_id: sister.id });
    expect(said.counts).toEqual({ yes: 1, no: 1, maybe: 0 });
  });

  it('throws nobody out when it is lowered', async () => {
    const id = await rsvps.anEvent({ rsvp: { by: 'student', capacity: 2 } });
    const { student: other, mother: another } = await school.family();
    await rsvps.as(mother).say(id, mine());
    await rsvps.as(another).say(id, { student_id: other.id });
    await rsvps.calendar.change(id, full);
    expect(await rsvps.as(mother).say(id, { ...mine(), comment: 'late' })).toMatchObject({
      ...{ counts: { yes: 2 }, remaining: 0 },
    });
  });

  it('refuses terms that cannot be', async () => {
    for (const [rsvp, path] of [
      [{ by: 'student', capacity: 0 }, 'rsvp.capacity'],
      [{ by: 'student', capacity: 1.5 }, 'rsvp.capacity'],
      [{ by: 'family' }, 'rsvp.by'],
      [{ by: 'student', until: '2026-09-12T16:00:01Z' }, 'rsvp.until'],
      [{ by: 'student', until: '2026-09-12' }, 'rsvp.until'],
    ] as const)
      expectInvalid(
        await rsvps.calendar.createEvent({
          title: 'Picnic',
          starts_at: '2026-09-12T16:00:00Z',
          ends_at: '2026-09-12T18:00:00Z',
          rsvp,
        }),
        path,
      );
  });

  it('holds of twenty who want the last places at once', async () => {
    const id = await rsvps.anEvent({ rsvp: { by: 'student', capacity: 5 } });
    const families = await Promise.all(Array.from({ length: 20 }, () => school.family()));
    const answers = await Promise.all(
      families.map((family) => rsvps.as(family.mother).put(id, [{ student_id: family.student.id }])),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
    expect(await rsvps.rsvpOf(id)).toMatchObject({ counts: { yes: 5 }, remaining: 0 });
  });
});

describe('A list of events', () => {
  it('leaves a list as it is where a comment of the reader is in it, and compresses it for others', async () => {
    const series = await rsvps.aSeries({ description: '<p>Bring a racket.</p>'.repeat(40) });
    const id = await rsvps.calendar.on(series, '2026-09-14');
    await rsvps.as(mother).say(id, { ...mine(), comment: 'comes late' });
    const codingOf = async (below: string, { token }: { token: string }): Promise<string | undefined> => {
      const url = `${t.url}/api/v1${rsvps.calendar.path}${below}`;
      const headers = { 'accept-encoding': 'gzip', authorization: `Bearer ${token}` };
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request(url, { headers }, resolve).on('error', reject).end();
      });
      answer.resume();
      return answer.headers['content-encoding'];
    };
    for (const below of ['', `/series/${series}/occurrences`]) {
      expect([below, await codingOf(below, mother)]).toEqual([below, undefined]);
      expect([below, await codingOf(below, await school.parent())]).toEqual([below, 'gzip']);
    }
  });
});
