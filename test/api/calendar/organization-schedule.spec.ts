import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aTeam, type TestTeam } from '../../support/team.factory.js';
import { expectError, expectInvalid } from '../../support/errors.js';
import { hidesTheOrganizationFromOutsiders } from '../../support/shared-refusals.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const titles = async (team: TestTeam, query = ''): Promise<string[]> => {
  const { status, body } = await team.schedule(query);
  expect(status).toBe(200);
  return (body.events as { title: string }[]).map(({ title }) => title);
};

const DAYS_30 = 30 * 86_400_000;

describe('GET /organizations/:organizationId/schedule', () => {
  hidesTheOrganizationFromOutsiders(() => t, {
    method: 'GET',
    path: (id) => `/organizations/${id}/schedule`,
  });

  it('answers 404 while the school has the calendar turned off', async () => {
    const team = await aTeam(t);
    await team.calendar.school.setFeatures({ calendar: false });
    expectError(await team.schedule(), 404, 'not_found');
    expectError(await team.schedule('?from=soon'), 404, 'not_found');
  });

  it.each([
    ['?from=soon', 'from'],
    ['?from=', 'from'],
    ['?from=2026-9-1', 'from'],
    ['?from=2026-09-01T00:00:00Z', 'from'],
    ['?from=2026-09-01&from=2026-09-02', 'from'],
    ['?to=2026-02-30', 'to'],
    ['?from=2026-09-02&to=2026-09-01', 'to'],
  ])('refuses %s', async (query, field) => {
    expectInvalid(await (await aTeam(t)).schedule(query), field);
  });

  it('returns nothing before there is anything', async () => {
    expect((await (await aTeam(t)).schedule()).body).toEqual({ events: [] });
  });

  it('shows an event with what a team wants to know of it', async () => {
    const team = await aTeam(t);
    const id = await team.aGame({
      home_away: 'away',
      arrival_at: '2026-09-12T15:15:00Z',
      uniform: 'White',
      location: 'Old oak',
    });
    const { body: event } = await team.calendar.getEvent(id);
    expect((await team.schedule()).body).toEqual({
      events: [
        {
          ...event,
          event_type: 'game',
          home_away: 'away',
          opponent: 'Lions',
          arrival_at: '2026-09-12T15:15:00.000Z',
          uniform: 'White',
          result: null,
        },
      ],
    });
  });

  it('carries the result of each occurrence', async () => {
    const team = await aTeam(t);
    const series = await team.games({ rrule: 'FREQ=WEEKLY;COUNT=3' });
    t.clock.moveTo('2026-09-22T12:00:00Z');
    const second = await team.calendar.on(series, '2026-09-14');
    const { body: result } = await team.put(second, { outcome: 'tie', score_for: 1, score_against: 1 });
    const { events } = (await team.schedule()).body;
    expect(events.map((event: { result: unknown }) => event.result)).toEqual([null, result, null]);
  });

  it('leaves out what is of the school, of another organization or of another school', async () => {
    const [team, elsewhere] = [await aTeam(t), await aTeam(t)];
    const other = await team.calendar.anOrganization();
    await elsewhere.aGame();
    await team.aGame({ title: "Another's", organization_id: other.id });
    await team.aGame({ title: "The school's", organization_id: null });
    await team.aGame({ title: 'Own' });
    expect(await titles(team)).toEqual(['Own']);
  });

  it('sorts as the calendar does: by day, all-day first, then time, then title', async () => {
    const team = await aTeam(t);
    const day = { starts_at: undefined, ends_at: undefined };
    for (const given of [
      { title: 'Late', starts_at: '2026-10-02T20:00:00Z', ends_at: '2026-10-02T21:00:00Z' },
      { title: 'B', starts_at: '2026-10-02T13:00:00Z', ends_at: '2026-10-02T14:00:00Z' },
      { title: 'A', starts_at: '2026-10-02T13:00:00Z', ends_at: '2026-10-02T14:00:00Z' },
      { ...day, title: 'Camp', start_date: '2026-10-02', end_date: '2026-10-03' },
      { title: 'Before', starts_at: '2026-10-02T03:00:00Z', ends_at: '2026-10-02T04:00:00Z' },
    ])
      await team.aGame(given);
    expect(await titles(team)).toEqual(['Before', 'Camp', 'A', 'B', 'Late']);
    expect(await titles(team)).toEqual((await team.calendar.events()).map(({ title }) => title));
  });

  it('shows what touches the days asked for, its ends included', async () => {
    const team = await aTeam(t);
    for (const [start_date, end_date] of [
      ['2026-10-01', '2026-10-02'],
      ['2026-10-03', '2026-10-03'],
      ['2026-10-04', '2026-10-09'],
      ['2026-10-05', '2026-10-05'],
    ])
      await team.aGame({ starts_at: undefined, ends_at: undefined, title: start_date, start_date, end_date });
    expect(await titles(team, '?from=2026-10-02&to=2026-10-04')).toEqual([
      '2026-10-01',
      '2026-10-03',
      '2026-10-04',
    ]);
    expect(await titles(team, '?from=2026-10-06')).toEqual(['2026-10-04']);
    expect(await titles(team, '?to=2026-10-01')).toEqual(['2026-10-01']);
    expect(await titles(team, '?from=2026-10-03&to=2026-10-03')).toEqual(['2026-10-03']);
  });

  it('asks for days at the school', async () => {
    const team = await aTeam(t);
    // Still the first of October in New York.
    await team.aGame({ starts_at: '2026-10-02T03:00:00Z', ends_at: '2026-10-02T03:30:00Z' });
    expect(await titles(team, '?from=2026-10-01&to=2026-10-01')).toEqual(['Game']);
    expect(await titles(team, '?from=2026-10-02')).toEqual([]);
  });

  it('shows what is addressed to the caller, and all of it to managers', async () => {
    const team = await aTeam(t);
    const { school } = team.calendar;
    const [parent, editor] = [await school.parent(), await team.calendar.anEditor(team.organization)];
    const child = await school.student();
    await team.organization.enroll(child);
    const family = await school.parentOf(child);
    await team.aGame({ title: 'All' });
    await team.aGame({ title: 'Team', audience: undefined });
    await team.aGame({ title: 'Office', audience: { type: 'admins' } });
    expect(await titles(team.as(parent))).toEqual(['All']);
    expect(await titles(team.as(family))).toEqual(['All', 'Team']);
    expect(await titles(team.as(editor))).toEqual(['All', 'Office', 'Team']);
    expect(await titles(team)).toEqual(['All', 'Office', 'Team']);
  });

  it('shows an archived organization to admins', async () => {
    const team = await aTeam(t);
    await team.aGame();
    await team.organization.archive();
    expect(await titles(team)).toEqual(['Game']);
  });

  it('treats what is called off as the calendar does', async () => {
    const team = await aTeam(t);
    const single = await team.aGame({ title: 'Single' });
    const series = await team.games({ rrule: 'FREQ=WEEKLY;COUNT=2' });
    await team.calendar.remove(single);
    await team.calendar.remove(await team.calendar.on(series, '2026-09-07'));
    const statuses = async (): Promise<string[]> =>
      (await team.schedule()).body.events.map((event: { status: string }) => event.status);
    expect(await statuses()).toEqual(['cancelled', 'confirmed']);
    t.clock.advance(DAYS_30);
    expect(await statuses()).toEqual(['confirmed']);
  });

  it('answers 304 to whom it has not changed for', async () => {
    const team = await aTeam(t);
    const id = await team.aGame();
    const etag = (await team.schedule()).headers.get('etag') ?? '';
    const again = () =>
      t.api.get(`${team.path}/schedule`, { token: team.token, headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    t.clock.moveTo('2026-09-12T16:00:00Z');
    await team.put(id);
    expect((await again()).status).toBe(200);
  });
});
