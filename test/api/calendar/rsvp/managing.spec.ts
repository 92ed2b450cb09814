import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Notification } from '../../../../src/features/alerts/notifications/notification.entity.js';
import { expectError } from '../../../support/errors.js';
import { rsvpsOfACalendar, type TestRsvps } from '../../../support/rsvp.factory.js';
import type { TestSchool } from '../../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let t: TestApp;
let rsvps: TestRsvps;
let school: TestSchool;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  rsvps = await rsvpsOfACalendar(t);
  ({ school } = rsvps.calendar);
});

const OPERATIONS = ['list', 'csv', 'remind'] as const;

const reminded = async (kind = 'event_rsvp_reminder'): Promise<string[]> =>
  (await t.dataSource.manager.findBy(Notification, { schoolId: school.id, kind: kind as never })).map(
    ({ membershipId }) => membershipId,
  );

describe('Who manages an event', () => {
  it.each(OPERATIONS)('refuses whoever does not manage it (%s), and knows no hidden event', async (name) => {
    const { mother } = await school.family();
    const outsider = await (await rsvpsOfACalendar(t)).calendar.school.parent();
    const team = await rsvps.calendar.anOrganization();
    const other = await rsvps.calendar.anEditor(await rsvps.calendar.anOrganization());
    const id = await rsvps.anEvent();
    const hidden = await rsvps.anEvent({ organization_id: team.id });
    for (const member of [mother, other]) {
      expectError(await rsvps.as(member)[name](id), 403, 'not_authorized');
      expectError(await rsvps.as(member)[name](hidden), 404, 'not_found');
    }
    expectError(await rsvps.as(outsider)[name](id), 403, 'not_authorized');
    for (const unknown of [randomUUID(), 'x', await rsvps.anEvent({ rsvp: null })])
      expectError(await rsvps[name](unknown), 404, 'not_found');
    await school.setFeatures({ calendar: false });
    expectError(await rsvps[name](id), 404, 'not_found');
  });

  it('reads who comes, by name, and who has not answered', async () => {
    const id = await rsvps.anEvent();
    const adams = await school.student({ firstName: 'Ada', lastName: 'Adams' });
    const brown = await school.student({ firstName: 'Ben', lastName: 'Brown' });
    const clark = await school.student({ firstName: 'Cleo', lastName: 'Clark' });
    const parent = await school.parentOf([brown, adams]);
    await rsvps
      .as(parent)
      .say(id, { student_id: brown.id, comment: '=cake' }, { student_id: adams.id, answer: 'no' });
    const { body } = await rsvps.list(id);
    expect(body).toMatchObject({
      counts: { yes: 1, no: 1, maybe: 0 },
      answers: [
        {
          student_id: adams.id,
          membership_id: null,
          name: 'Ada Adams',
          answer: 'no',
          answered_by: 'Maria Park',
        },
        { student_id: brown.id, name: 'Ben Brown', answer: 'yes', comment: '=cake' },
      ],
      outstanding: [{ student_id: clark.id, membership_id: null, name: 'Cleo Clark' }],
    });
    const csv = await rsvps.csv(id);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.text.split('\r\n')).toEqual([
      'Name,Answer,Comment,Answered by,Answered at',
      expect.stringMatching(/^Ada Adams,no,,Maria Park,2026-09-01 08:\d\d$/),
      expect.stringContaining("Ben Brown,yes,'=cake,Maria Park,"),
      'Cleo Clark,,,,',
      '',
    ]);
  });

  it('reads persons where it asks for persons', async () => {
    const team = await rsvps.calendar.anOrganization();
    const editor = await rsvps.calendar.anEditor(team);
    const id = await rsvps.anEvent({ organization_id: team.id, rsvp: { by: 'person' } });
    const parent = await school.parent({ firstName: 'Zoe', lastName: 'Zander' });
    await team.addParent(parent);
    await rsvps.as(editor).say(id, { membership_id: parent.membershipId, answer: 'maybe' });
    expect((await rsvps.as(editor).list(id)).body).toMatchObject({
      answers: [
        { student_id: null, membership_id: parent.membershipId, name: 'Zoe Zander', answer: 'maybe' },
      ],
      outstanding: [{ membership_id: editor.membershipId }],
    });
  });

  it('reads nothing of a student from whom the manager is kept apart', async () => {
    const team = await rsvps.calendar.anOrganization();
    const { student, mother, father } = await school.family();
    await team.enroll(student);
    await team.grant(father);
    await school.restrict(father);
    const id = await rsvps.anEvent({ organization_id: team.id });
    expect((await rsvps.as(father).list(id)).body).toMatchObject({ answers: [], outstanding: [] });
    await rsvps.as(mother).say(id, { student_id: student.id });
    const seen = await rsvps.as(father).list(id);
    expect(seen.body).toEqual({ counts: { yes: 0, no: 0, maybe: 0 }, answers: [], outstanding: [] });
  });

  it('reads the answers to what was called off, and nobody else does', async () => {
    const { student, mother } = await school.family();
    const series = await rsvps.aSeries();
    const [single, occurrence] = [await rsvps.anEvent(), await rsvps.calendar.on(series, '2026-09-14')];
    for (const id of [single, occurrence]) {
      await rsvps.as(mother).say(id, { student_id: student.id });
      await rsvps.calendar.remove(id);
      expect((await rsvps.list(id)).body).toMatchObject({ counts: { yes: 1 } });
    }
    expectError(await rsvps.as(mother).list(single), 404, 'not_found');
    expectError(await rsvps.as(mother).list(occurrence), 403, 'not_authorized');
  });
});

describe('A reminder of an event', () => {
  it('reaches those who owe an answer, once in 24 hours', async () => {
    const id = await rsvps.anEvent();
    const [owing, done] = [await school.family(), await school.family()];
    await rsvps.as(done.mother).say(id, { student_id: done.student.id });
    const sent = await rsvps.remind(id);
    expect([sent.status, sent.body]).toEqual([202, { recipients: 2 }]);
    expect((await reminded()).sort()).toEqual(
      [owing.mother, owing.father].map((one) => one.membershipId).sort(),
    );
    expectError(await rsvps.remind(id), 409, 'conflict', 'too_soon');
    t.clock.advance(24 * 3_600_000 - 60_000);
    expectError(await rsvps.remind(id), 409, 'conflict', 'too_soon');
    t.clock.advance(60_000);
    expect((await rsvps.remind(id)).status).toBe(202);
    expect(await reminded()).toHaveLength(2);
  });

  it('goes out once of ten at the same time, and once for a key', async () => {
    const [id, keyed] = [await rsvps.anEvent(), await rsvps.anEvent()];
    await school.family();
    const sent = await Promise.all(Array.from({ length: 10 }, () => rsvps.remind(id)));
    expect(sent.map(({ status }) => status).sort()).toEqual([202, ...Array<number>(9).fill(409)]);
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, again] = [await rsvps.remind(keyed, key), await rsvps.remind(keyed, key)];
    expect([first.status, again.status, again.body]).toEqual([202, 202, first.body]);
  });

  it('refuses to go out once answers have ended, and for what was called off', async () => {
    const series = await rsvps.aSeries();
    const id = await rsvps.calendar.on(series, '2026-09-14');
    await rsvps.calendar.remove(id);
    expectError(await rsvps.remind(id), 409, 'conflict', 'closed');
    const ended = await rsvps.anEvent({ rsvp: { by: 'student', until: '2026-09-02T12:00:00Z' } });
    t.clock.moveTo('2026-09-02T12:00:00Z');
    expectError(await rsvps.remind(ended), 409, 'conflict', 'closed');
  });
});

describe('send_alert', () => {
  it('tells nobody unless it is set, and then the audience once', async () => {
    const { mother } = await school.family();
    const quiet = await rsvps.anEvent();
    expect(await reminded('event_created')).toEqual([]);
    await rsvps.calendar.change(quiet, { send_alert: true });
    expect(await reminded('event_created')).toContain(mother.membershipId);
    const told = (await reminded('event_created')).length;
    await rsvps.calendar.change(quiet, { send_alert: true, title: 'Picnic!' });
    expect(await reminded('event_created')).toHaveLength(told);
  });

  it('tells of a series by its next occurrence', async () => {
    await school.family();
    const series = await rsvps.aSeries({ send_alert: true });
    const [one] = await t.dataSource.manager.findBy(Notification, {
      schoolId: school.id,
      kind: 'event_created',
    });
    expect(one!.targetId).toBe(await rsvps.calendar.on(series, '2026-09-07'));
  });
});
