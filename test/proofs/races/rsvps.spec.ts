import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StoredRsvp } from '../../../src/features/calendar/rsvp/stored-rsvp.entity.js';
import { MembershipsService } from '../../../src/features/memberships/memberships.service.js';
import { counted, sendTogether, type SocketAnswer } from '../../support/http/released-together.js';
import { race, rounds, timeFor } from '../../support/proofs/rounds.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { startBeside } from '../../support/processes/two-processes.js';
import { rsvpsOfACalendar, type TestRsvps } from '../../support/rsvp.factory.js';
import type { TestGuardian } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const ROUNDS = rounds(8);
const SOCKETS = 50;
const CAPACITY = 10;
/** After the present of the other processes, whose clock is the real one. */
const FAR = { starts_at: '2099-09-12T16:00:00Z', ends_at: '2099-09-12T18:00:00Z' };

let t: TestApp;
let processes: ServiceProcess[];
let rsvps: TestRsvps;
let families: { studentId: string; guardian: TestGuardian }[];
beforeAll(async () => {
  t = await startTestApp();
  processes = await Promise.all([startBeside(t), startBeside(t)]);
  rsvps = await rsvpsOfACalendar(t);
  t.clock.moveTo(new Date().toISOString());
  const { school } = rsvps.calendar;
  families = await Promise.all(
    Array.from({ length: SOCKETS }, async () => {
      const student = await school.student();
      return { studentId: student.id, guardian: await school.parentOf(student) };
    }),
  );
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((service) => service.stop()));
  await t.close();
});

const coming = (eventId: string): Promise<number> =>
  t.dataSource.manager.countBy(StoredRsvp, { eventId, answer: 'yes' });

const anEvent = (capacity: number): Promise<string> =>
  rsvps.anEvent({ ...FAR, rsvp: { by: 'student', capacity } });

const released = (id: string, answers: string[]): Promise<SocketAnswer[]> =>
  sendTogether(
    families.map(({ studentId, guardian }, at) => ({
      ...{
        url: processes[at % 2]!.url,
        path: `${rsvps.calendar.path}/events/${id}/rsvp`,
        method: 'PUT' as const,
      },
      ...{
        token: guardian.token,
        body: { answers: [{ student_id: studentId, answer: answers[at % answers.length] }] },
      },
    })),
  );

describe('Fifty answers, released together on two processes', () => {
  it(
    'never have more places than there are, and leave none free',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await anEvent(CAPACITY);
        const answers = await released(id, ['yes']);
        expect([await coming(id), counted(answers)]).toEqual([
          CAPACITY,
          { 200: CAPACITY, '409 item_full': SOCKETS - CAPACITY },
        ]);
      }
    },
    timeFor(ROUNDS),
  );

  race('give back and take places at once, and never beyond the capacity', async () => {
    const id = await anEvent(CAPACITY);
    await released(id, ['yes']);
    await released(id, ['no', 'yes', 'maybe']);
    expect(await coming(id)).toBeLessThanOrEqual(CAPACITY);
  });

  race('stay with a member who is there, or end with one who is deactivated', async () => {
    const id = await anEvent(SOCKETS);
    const { school } = rsvps.calendar;
    const student = await school.student();
    const leaver = await school.parentOf(student);
    const [answered] = await Promise.all([
      rsvps.as(leaver).put(id, [{ student_id: student.id }]),
      t.app.get(MembershipsService, { strict: false }).deactivate(school.id, leaver.email),
    ]);
    expect([200, 403, 404]).toContain(answered.status);
    expect(await rsvps.rsvpOf(id)).toMatchObject({ counts: { yes: 0 } });
  });

  race('end with the last of two guardians who leave at the same moment', async () => {
    const id = await anEvent(SOCKETS);
    const { school } = rsvps.calendar;
    const student = await school.student();
    const guardians = [await school.parentOf(student), await school.parentOf(student)];
    expect((await rsvps.as(guardians[0]!).put(id, [{ student_id: student.id }])).status).toBe(200);
    const left = await sendTogether(
      guardians.map(({ token, membershipId }, at) => ({
        ...{ url: processes[at]!.url, path: `/me/leave-school/${membershipId}` },
        ...{ method: 'POST' as const, token },
      })),
    );
    expect(counted(left)).toEqual({ 204: 2 });
    expect(await rsvps.rsvpOf(id)).toMatchObject({ counts: { yes: 0 } });
  });
});
