import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { aPoll } from '../../support/poll.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** The end of a day on which the clocks change there, or of any. */
const MIDNIGHTS: [zone: string, day: string][] = [
  ['America/New_York', '2026-11-01'],
  ['Europe/Berlin', '2027-03-28'],
  ['Asia/Kathmandu', '2026-12-31'],
  ['Pacific/Apia', '2027-01-01'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Asia/Kolkata', '2026-12-31'],
];

describe('A poll', () => {
  it.each(MIDNIGHTS)('opens and closes at the very moment: %s, %s', async (timeZone, day) => {
    t.clock.moveTo('2026-09-20T12:00:00Z');
    const school = await aSchool(t, { timeZone });
    const token = await tokenOf(t, await school.parent(), { ttl: 400 * 86_400 });
    const admin = await tokenOf(t, await school.admin(), { ttl: 400 * 86_400 });
    const opens = Temporal.PlainDate.from(day).toZonedDateTime(timeZone);
    const [opensAt, closesAt] = [opens, opens.add({ days: 1 })].map((at) => at.epochMilliseconds);
    const poll = await aPoll(t, school, { opensAt: new Date(opensAt!), closesAt: new Date(closesAt!) });
    const at = async (moment: number) => {
      t.clock.stopAt(new Date(moment).toISOString());
      const { body: list } = await t.api.get(`/schools/${school.id}/polls`, { token });
      const { body: features } = await t.api.get(`/schools/${school.id}/features`, { token });
      const { body: outstanding } = await t.api.get('/me/outstanding', { token });
      const seen = await poll.get({ token });
      const ofAdmin = (await poll.get({ token: admin })).body;
      // Refused for its answers, if for nothing else.
      const { status, body } = await poll.respond({ token }, []);
      return [
        (list.polls as { closed: boolean }[]).map(({ closed }) => closed),
        [seen.status, seen.body.closed, Boolean(ofAdmin.results)],
        [status, body.error.reason],
        [features.counts.polls_open, outstanding.items.length],
      ];
    };
    const hidden = [[], [404, undefined, false], [404, undefined], [0, 0]];
    const open = [[false], [200, false, true], [400, 'invalid_answers'], [1, 1]];
    const closed = [[true], [200, true, true], [400, 'closed'], [0, 0]];
    expect(await at(opensAt! - 1)).toEqual(hidden);
    expect(await at(opensAt!)).toEqual(open);
    expect(await at(closesAt! - 1)).toEqual(open);
    expect(await at(closesAt!)).toEqual(closed);
  });
});
