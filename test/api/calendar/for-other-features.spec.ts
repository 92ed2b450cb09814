import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Member } from '../../../src/platform/auth/caller.js';
import { EventsService } from '../../../src/features/calendar/events/events.service.js';
import type { Days } from '../../../src/features/calendar/events/calendar.repository.js';
import { aCalendar, type TestCalendar } from '../../support/calendar.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('The calendar for other features', () => {
  it('finds what touches a span of days, its ends included', async () => {
    const calendar = await aCalendar(t);
    for (const [start_date, end_date] of [
      ['2026-10-01', '2026-10-02'],
      ['2026-10-03', '2026-10-03'],
      ['2026-10-04', '2026-10-09'],
      ['2026-10-05', '2026-10-05'],
    ])
      await calendar.createEvent({ title: start_date, start_date, end_date });
    const found = async (days: Days): Promise<string[]> =>
      (await t.app.get(EventsService).findInDays(await memberOf(calendar), days)).map(({ title }) => title);
    expect(await found({ from: '2026-10-02', to: '2026-10-04' })).toEqual([
      '2026-10-01',
      '2026-10-03',
      '2026-10-04',
    ]);
    expect(await found({ from: '2026-10-06' })).toEqual(['2026-10-04']);
    expect(await found({ to: '2026-10-01' })).toEqual(['2026-10-01']);
    expect(await found({})).toHaveLength(4);
  });

  it('resolves an id to its row', async () => {
    const calendar = await aCalendar(t);
    const id = await calendar.on(await calendar.aSeries(), '2026-09-14');
    expect(await t.app.get(EventsService).resolve(await memberOf(calendar), id)).toMatchObject({
      rowId: (await calendar.row(id)).id,
      managed: true,
      body: { id },
    });
  });
});

async function memberOf({ school }: TestCalendar): Promise<Member> {
  const { userId, membershipId } = await school.admin();
  const rights = { role: 'senior_admin', isAdmin: true, features: {}, restrictedStudentIds: [] } as const;
  return { userId, membershipId, schoolId: school.id, ...rights };
}
