import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aMenu } from '../../support/menu.factory.js';
import { aPermissionSlip } from '../../support/permission-slip.factory.js';
import { aPoll } from '../../support/poll.factory.js';
import type { TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { aWatch } from '../../support/watch.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const allDay = (start_date: string, end_date = start_date) => ({
  ...{ title: start_date, all_day: true },
  ...{ start_date, end_date },
});

describe('A watch at the very instant', () => {
  it('changes when an event begins and when it ends, and not a millisecond before', async () => {
    t.clock.stopAt('2026-09-14T14:00:00Z');
    const { look, calendar } = await aWatch(t);
    await calendar.anEvent({
      starts_at: '2026-09-14T16:00:00Z',
      ends_at: '2026-09-14T17:00:00Z',
      title: 'A',
    });
    await calendar.anEvent({
      starts_at: '2026-09-14T17:00:00Z',
      ends_at: '2026-09-14T18:00:00Z',
      title: 'B',
    });
    const seen = async (instant: string) => {
      t.clock.stopAt(instant);
      const { next, valid_until, timeline, today } = await look();
      const [{ line1, relevance }] = timeline as [(typeof timeline)[0]];
      return [next?.title ?? null, valid_until.slice(11, 16), line1, relevance, today.events.length];
    };
    expect(await seen('2026-09-14T13:59:59.999Z')).toEqual(['A', '16:00', 'A', 0.5, 2]);
    expect(await seen('2026-09-14T14:00:00.000Z')).toEqual(['A', '16:00', 'A', 0.8, 2]);
    expect(await seen('2026-09-14T15:59:59.999Z')).toEqual(['A', '16:00', 'A', 0.8, 2]);
    expect(await seen('2026-09-14T16:00:00.000Z')).toEqual(['A', '17:00', 'A', 1, 2]);
    expect(await seen('2026-09-14T16:59:59.999Z')).toEqual(['A', '17:00', 'A', 1, 2]);
    expect(await seen('2026-09-14T17:00:00.000Z')).toEqual(['B', '18:00', 'B', 1, 1]);
    expect(await seen('2026-09-14T18:00:00.000Z')).toEqual([null, '00:00', 'Springfield', 0, 0]);
  });

  it('lasts until midnight at the school', async () => {
    t.clock.stopAt('2026-09-14T14:00:00Z');
    const { look, calendar, school } = await aWatch(t);
    await calendar.anEvent(allDay('2026-09-14'));
    await calendar.anEvent(allDay('2026-09-15', '2026-09-16'));
    await aMenu(t, school, { date: '2026-09-15' });
    t.clock.stopAt('2026-09-15T03:59:59.999Z');
    expect(await look()).toMatchObject({
      valid_until: '2026-09-15T04:00:00.000Z',
      next: { title: '2026-09-15' },
      today: { date: '2026-09-14', all_day: ['2026-09-14'], lunch: null },
      timeline: [
        { at: '2026-09-15T02:00:00.000Z', line1: '2026-09-15' },
        { at: '2026-09-15T04:00:00.000Z', kind: 'lunch' },
        { at: '2026-09-15T18:00:00.000Z', line1: '2026-09-15', relevance: 0.4 },
      ],
    });
    t.clock.stopAt('2026-09-15T04:00:00.000Z');
    expect(await look()).toMatchObject({
      valid_until: '2026-09-15T10:00:00.000Z',
      next: null,
      today: { date: '2026-09-15', all_day: ['2026-09-15'], lunch: { items: 'Pizza' } },
    });
  });
});

describe('The validity of a watch', () => {
  const [now, then] = ['2026-09-14T14:00:00.000Z', '2026-09-14T16:00:00.000Z'];
  const closesAt = new Date(then);

  it('lasts when a sign-up in which a place was claimed goes out of sight: the place stays', async () => {
    t.clock.stopAt(now);
    const { look, school, parent, token } = await aWatch(t);
    const item = { Cake: { startsAt: new Date('2026-09-15T16:00:00Z') } };
    const signup = await aSignup(t, school, item, { visibleUntil: new Date(then) });
    await signup.claimed({ ...parent, token }, 'Cake');
    const commitments = [expect.objectContaining({ id: signup.id })];
    expect(await look()).toMatchObject({ valid_until: '2026-09-14T20:00:00.000Z', commitments });
    t.clock.stopAt(then);
    expect(await look()).toMatchObject({ valid_until: '2026-09-14T22:00:00.000Z', commitments });
  });

  it.each<[what: string, make: (school: TestSchool) => Promise<unknown>]>([
    ['a poll', (school) => aPoll(t, school, { closesAt })],
    ['a sign-up', (school) => aSignup(t, school, { Cake: {} }, { closesAt })],
    ['a permission slip', (school) => aPermissionSlip(t, school, { closesAt })],
  ])('ends when %s that waits for an answer closes', async (_, make) => {
    t.clock.stopAt(now);
    const { look, school, parent } = await aWatch(t);
    await school.guardian(await school.student(), { membershipId: parent.membershipId });
    // Those that close later, or never, shorten nothing.
    await aPoll(t, school, { closesAt: new Date('2026-09-14T17:00:00Z') });
    await aPoll(t, school);
    await make(school);
    expect(await look()).toMatchObject({ valid_until: then, counts: { outstanding: 3 } });
    t.clock.stopAt(then);
    expect(await look()).toMatchObject({
      valid_until: '2026-09-14T17:00:00.000Z',
      counts: { outstanding: 2 },
    });
  });

  it('lasts beyond what others are to answer, or was answered', async () => {
    t.clock.stopAt(now);
    const { look, school, token } = await aWatch(t);
    await aPoll(t, school, { closesAt, audienceType: 'admins' });
    const poll = await aPoll(t, school, { closesAt });
    expect((await look()).valid_until).toBe(then);
    expect((await poll.respond({ token })).status).toBe(200);
    expect(await look()).toMatchObject({
      valid_until: '2026-09-14T20:00:00.000Z',
      counts: { outstanding: 0 },
    });
  });
});

describe('A watch where the clocks are changed', () => {
  it.each<[zone: string, now: string, date: string, midnight: string, afternoon: string]>([
    // 23 hours, and 25.
    ['America/New_York', '2027-03-14T23:00:00Z', '2027-03-14', '2027-03-15T04:00:00.000Z', '14T18:00'],
    ['America/New_York', '2026-11-02T01:00:00Z', '2026-11-01', '2026-11-02T05:00:00.000Z', '01T19:00'],
    // By half an hour.
    ['Australia/Lord_Howe', '2026-10-04T12:00:00Z', '2026-10-04', '2026-10-04T13:00:00.000Z', '04T03:00'],
    ['Australia/Lord_Howe', '2027-04-04T12:00:00Z', '2027-04-04', '2027-04-04T13:30:00.000Z', '04T03:30'],
    // The day before the one that Samoa went without.
    ['Pacific/Apia', '2011-12-30T08:00:00Z', '2011-12-29', '2011-12-30T10:00:00.000Z', '30T00:00'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31', '2011-12-30T16:00:00.000Z', '31T00:00'],
    // Without a midnight.
    ['Asia/Beirut', '2026-03-28T20:00:00Z', '2026-03-28', '2026-03-28T22:00:00.000Z', '28T12:00'],
    ['Asia/Beirut', '2026-03-28T22:00:00Z', '2026-03-29', '2026-03-29T04:00:00.000Z', '29T11:00'],
  ])('%s at %s is on %s, until %s, and has lunch until %s', async (timeZone, now, date, until, afternoon) => {
    t.clock.stopAt(now);
    const { look, school } = await aWatch(t, { timeZone });
    await aMenu(t, school, { date });
    const { today, valid_until, timeline } = await look();
    expect([today.date, today.lunch?.items, valid_until]).toEqual([date, 'Pizza', until]);
    const isAfternoon = now >= `${now.slice(0, 8)}${afternoon}`;
    expect(timeline.map(({ kind }) => kind)).toEqual(isAfternoon ? ['school'] : ['lunch', 'school']);
    expect(timeline.at(-1)!.at.slice(8, 16)).toBe(afternoon);
  });

  it('shows the right instants on the night of the change', async () => {
    t.clock.stopAt('2027-03-14T05:00:00Z');
    const { look, calendar } = await aWatch(t);
    await calendar.aSeries({ local_start: '2027-03-12T02:30', rrule: 'FREQ=DAILY;COUNT=4', title: 'Watch' });
    const { next, timeline } = await look();
    expect(next).toMatchObject({
      starts_at: '2027-03-14T07:30:00.000Z',
      ends_at: '2027-03-14T08:30:00.000Z',
    });
    expect(timeline.map(({ at, relevance }) => `${at.slice(8, 16)} ${relevance}`)).toEqual([
      '14T05:00 0.5',
      '14T05:30 0.8',
      '14T07:30 1',
      '14T08:30 0.2',
      '15T04:00 0.5',
      '15T04:30 0.8',
    ]);
    expect(timeline[2]?.line2?.replace(/[\u202f\u2009]/g, ' ')).toBe('3:30 – 4:30 AM');
  });
});
