import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CalendarEvent } from '../../../src/features/calendar/events/calendar-event.entity.js';
import { aCalendar, PICNIC, type TestCalendar } from '../../support/calendar.factory.js';
import type { ApiAnswer } from '../../support/api-client.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import {
  INVALID_DETAILS,
  INVALID_TIMES,
  MISSING_TIMES,
  type Invalid,
} from '../../support/http/invalid-events.js';
import { refusesOutsidersOfTheSchool } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let calendar: TestCalendar;
beforeAll(async () => {
  t = await startTestApp();
  calendar = await aCalendar(t);
});
afterAll(() => t.close());

const stored = (): Promise<number> =>
  t.dataSource.manager.countBy(CalendarEvent, { schoolId: calendar.school.id });
const tagOf = async (id: string): Promise<string> => (await calendar.getEvent(id)).headers.get('etag') ?? '';

const NO_TITLE: Invalid = ['no title', { title: undefined }, 'title'];

describe('POST /schools/:schoolId/calendar/events', () => {
  refusesOutsidersOfTheSchool(() => t, {
    method: 'POST',
    path: (id) => `/schools/${id}/calendar/events`,
    body: PICNIC,
  });

  it.each([...MISSING_TIMES, ...INVALID_TIMES, ...INVALID_DETAILS, NO_TITLE])(
    'refuses %s, and stores nothing',
    async (_what, given, path) => {
      const before = await stored();
      expectInvalid(await calendar.createEvent({ ...PICNIC, ...given }), path);
      expect(await stored()).toBe(before);
    },
  );

  it('creates an event with everything that there is to say', async () => {
    const organization = await calendar.anOrganization();
    const { status, body } = await calendar.createEvent({
      ...PICNIC,
      title: '  Away game  ',
      tags: [' Sport ', 'sport', 'SPORT', '', 'Fall'],
      organization_id: organization.id,
      event_type: 'game',
      home_away: 'away',
      opponent: 'Bears',
      uniform: 'White',
      arrival_at: '2026-09-12T11:15:00-04:00',
      unknown_field: true,
    });
    expect([status, body.title, body.tags]).toEqual([201, 'Away game', ['Sport', 'Fall']]);
    expect(await calendar.row(body.id)).toMatchObject({
      audienceType: 'organizations',
      audienceOrganizationIds: [organization.id],
      eventType: 'game',
      homeAway: 'away',
      opponent: 'Bears',
      uniform: 'White',
      arrivalAt: new Date('2026-09-12T15:15:00Z'),
      sequence: 0,
      source: 'api',
    });
  });

  it('understands dates without times as all day, and leaves the times null', async () => {
    const { body } = await calendar.createEvent({
      title: 'Break',
      start_date: '2026-12-21',
      end_date: '2027-01-01',
    });
    expect(body).toMatchObject({
      all_day: true,
      starts_at: null,
      ends_at: null,
      start_date: '2026-12-21',
      end_date: '2027-01-01',
    });
  });

  it('takes an event of no length, and the longest title', async () => {
    const title = '🦊'.repeat(200);
    const { body } = await calendar.createEvent({ ...PICNIC, title, ends_at: PICNIC.starts_at });
    expect([body.title, body.ends_at]).toEqual([title, '2026-09-12T16:00:00.000Z']);
  });
});

describe('GET /schools/:schoolId/calendar/events/:eventId', () => {
  it.each([
    'x',
    randomUUID(),
    `${randomUUID()}_20260907`,
    `${randomUUID()}_20260907T193000Z`,
    `${randomUUID()}_`,
    `${randomUUID()}_20260907T193000`,
    `${randomUUID()}_2026-09-07`,
    '_20260907',
    '%00',
  ])('answers 404 for %s', async (id) => {
    expectError(await calendar.getEvent(id), 404, 'not_found');
  });

  it('knows an occurrence by one id alone, and never by that of its row', async () => {
    const series = await calendar.aSeries({ rrule: 'FREQ=WEEKLY;COUNT=2' });
    const id = await calendar.on(series, '2026-09-07');
    expect(id).toBe(`${series}_20260907T193000Z`);
    expect((await calendar.getEvent(id)).body).toMatchObject({ id, original_start: '20260907T193000Z' });
    expectError(await calendar.getEvent((await calendar.row(id)).id), 404, 'not_found');
    expectError(await calendar.getEvent(series), 404, 'not_found');
    expectError(await calendar.getEvent(`${series}_20260907`), 404, 'not_found');
    const allDay = await calendar.aSeries({
      all_day: true,
      local_start: '2026-09-07',
      rrule: 'FREQ=DAILY;COUNT=2',
    });
    expect((await calendar.getEvent(`${allDay}_20260908`)).body.start_date).toBe('2026-09-08');
  });

  it('hides the event of another school, also by way of one’s own', async () => {
    const other = await aCalendar(t);
    const id = await other.anEvent();
    const series = await other.aSeries();
    for (const foreign of [id, `${series}_20260907T193000Z`])
      expectError(await calendar.getEvent(foreign), 404, 'not_found');
  });

  it('sends a strong ETag, and 304 to it', async () => {
    const id = await calendar.anEvent();
    const etag = await tagOf(id);
    expect(etag).toMatch(/^"[\w-]{20,}"$/);
    const headers = { 'if-none-match': etag };
    expect((await calendar.send('GET', `/events/${id}`, { headers })).status).toBe(304);
  });
});

describe('PATCH /schools/:schoolId/calendar/events/:eventId of a single event', () => {
  it.each([...INVALID_TIMES, ...INVALID_DETAILS])(
    'refuses %s, and changes nothing',
    async (_what, given, path) => {
      const id = await calendar.anEvent();
      const before = await calendar.getEvent(id);
      expectInvalid(await calendar.change(id, given), path);
      expect((await calendar.getEvent(id)).body).toEqual(before.body);
    },
  );

  it('refuses an unknown scope', async () => {
    const id = await calendar.anEvent();
    expectInvalid(await calendar.send('PATCH', `/events/${id}?scope=some`, { body: {} }), 'scope');
  });

  it('refuses a change of what the caller has not seen', async () => {
    const id = await calendar.anEvent();
    const headers = { 'if-match': await tagOf(id) };
    expect((await calendar.change(id, { title: 'First' }, 'this', headers)).status).toBe(200);
    expectError(await calendar.change(id, { title: 'Second' }, 'this', headers), 409, 'conflict', 'stale');
    expectError(await calendar.remove(id, 'this', headers), 409, 'conflict', 'stale');
    expect((await calendar.getEvent(id)).body.title).toBe('First');
  });

  it('keeps what is left out, and clears what is null', async () => {
    const id = await calendar.anEvent({
      location: 'Lawn',
      tags: ['Fun'],
      opponent: 'Bears',
      event_type: 'game',
    });
    const { body } = await calendar.change(id, { title: 'Feast', tags: null, event_type: null });
    expect(body).toMatchObject({ title: 'Feast', location: 'Lawn', tags: [], dropped_exceptions: [] });
    expect(await calendar.row(id)).toMatchObject({ opponent: 'Bears', eventType: 'other', sequence: 1 });
    expect((await calendar.change(id, { location: null })).body.location).toBeNull();
  });

  it('turns a timed event into one of whole days and back', async () => {
    const id = await calendar.anEvent({ arrival_at: '2026-09-12T15:30:00Z' });
    const days = await calendar.change(id, { all_day: true });
    expect(days.body).toMatchObject({
      all_day: true,
      starts_at: null,
      start_date: '2026-09-12',
      end_date: '2026-09-12',
    });
    expectInvalid(await calendar.change(id, { all_day: false }), 'starts_at');
    const { starts_at, ends_at } = PICNIC;
    expect((await calendar.change(id, { starts_at, ends_at })).body).toMatchObject({ all_day: false });
  });

  it('moves the arrival along with the start', async () => {
    const id = await calendar.anEvent({ arrival_at: '2026-09-12T15:30:00Z' });
    await calendar.change(id, { starts_at: '2026-09-19T17:00:00Z', ends_at: '2026-09-19T18:00:00Z' });
    expect((await calendar.row(id)).arrivalAt).toEqual(new Date('2026-09-19T16:30:00Z'));
  });

  it('takes its own answer back unchanged', async () => {
    const id = await calendar.anEvent({ location: 'Lawn' });
    const before = (await calendar.getEvent(id)).body;
    const { body } = await calendar.change(id, before);
    expect(body).toEqual({ ...before, updated_at: body.updated_at, dropped_exceptions: [] });
  });
});

describe('DELETE /schools/:schoolId/calendar/events/:eventId of a single event', () => {
  it('takes it out of sight, and keeps it as cancelled for those who have it', async () => {
    const id = await calendar.anEvent();
    const answer: ApiAnswer = await calendar.remove(id, 'all');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expectError(await calendar.getEvent(id), 404, 'not_found');
    expectError(await calendar.remove(id), 404, 'not_found');
    expectError(await calendar.change(id, { title: 'Back' }), 404, 'not_found');
    expect(await calendar.row(id)).toMatchObject({ status: 'cancelled', sequence: 1 });
  });
});
