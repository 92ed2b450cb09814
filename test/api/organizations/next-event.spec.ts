import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.js';
import { aTeam, type TestTeam } from '../../support/team.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const next = async (team: TestTeam): Promise<ApiAnswer['body']> => (await team.get()).body.next_event;
const nextTitle = async (team: TestTeam): Promise<string | undefined> => (await next(team))?.title;
const allDay = { starts_at: undefined, ends_at: undefined };

describe('The next event of an organization', () => {
  it('stays empty while nothing is ahead', async () => {
    const team = await aTeam(t);
    await team.aGame({ starts_at: '2026-08-01T12:00:00Z', ends_at: '2026-08-01T13:00:00Z' });
    await team.aGame({ organization_id: null });
    expect(await next(team)).toBeNull();
  });

  it('reads as the schedule shows it', async () => {
    const team = await aTeam(t);
    await team.aGame({ home_away: 'home', uniform: 'White' });
    const { events } = (await team.schedule()).body;
    expect(await next(team)).toEqual(events[0]);
  });

  it('remains the one that is under way, until the instant at which it ends', async () => {
    const team = await aTeam(t);
    await team.aGame({ title: 'First' });
    await team.aGame({ title: 'Second', starts_at: '2026-09-12T16:30:00Z', ends_at: '2026-09-13T16:30:00Z' });
    t.clock.stopAt('2026-09-12T16:59:59.999Z');
    expect(await nextTitle(team)).toBe('First');
    t.clock.stopAt('2026-09-12T17:00:00.000Z');
    expect(await nextTitle(team)).toBe('Second');
  });

  it('remains a whole day until it is over at the school', async () => {
    const team = await aTeam(t);
    await team.aGame({ ...allDay, title: 'Camp', start_date: '2026-09-11', end_date: '2026-09-12' });
    await team.aGame({ title: 'Later', starts_at: '2026-09-20T16:00:00Z', ends_at: '2026-09-20T17:00:00Z' });
    t.clock.stopAt('2026-09-13T03:59:59.999Z');
    expect(await nextTitle(team)).toBe('Camp');
    t.clock.stopAt('2026-09-13T04:00:00.000Z');
    expect(await nextTitle(team)).toBe('Later');
  });

  it('names an occurrence, and never one that was called off', async () => {
    const team = await aTeam(t);
    const series = await team.games({ rrule: 'FREQ=WEEKLY;COUNT=3' });
    await team.calendar.remove(await team.calendar.on(series, '2026-09-07'));
    const single = await team.aGame({ starts_at: '2026-09-10T16:00:00Z', ends_at: '2026-09-10T17:00:00Z' });
    expect((await next(team)).id).toBe(single);
    await team.calendar.remove(single);
    expect((await next(team)).id).toBe(await team.calendar.on(series, '2026-09-14'));
  });

  it('names the first that the caller may see', async () => {
    const team = await aTeam(t);
    await team.aGame({ title: 'Office', audience: { type: 'admins' } });
    await team.aGame({ title: 'All', starts_at: '2026-09-20T16:00:00Z', ends_at: '2026-09-20T17:00:00Z' });
    const { school } = team.calendar;
    expect(await nextTitle(team.as(await school.parent()))).toBe('All');
    const editor = await team.calendar.anEditor(team.organization);
    expect(await nextTitle(team.as(editor))).toBe('Office');
  });

  it('stays with its organization', async () => {
    const [team, other] = [await aTeam(t), await aTeam(t)];
    await other.aGame({ title: 'Theirs', starts_at: '2026-09-02T16:00:00Z' });
    await team.aGame({
      title: 'Beside',
      organization_id: (await team.calendar.anOrganization()).id,
      starts_at: '2026-09-02T16:00:00Z',
    });
    await team.aGame({ title: 'Own' });
    expect(await nextTitle(team)).toBe('Own');
  });
});

describe('An organization', () => {
  it('shows its record as soon as there is a result, and none before', async () => {
    const team = await aTeam(t, { season: 'Fall 2026' });
    const id = await team.aGame();
    expect((await team.get()).body.record).toBeNull();
    t.clock.moveTo('2026-09-12T16:00:00Z');
    await team.put(id, { outcome: 'tie', score_for: 1, score_against: 1 });
    const { body } = await team.get();
    expect(body.record).toEqual((await team.results()).body.record);
    expect(body.record).toMatchObject({ season: 'Fall 2026', ties: 1, streak: 'T1' });
    await team.remove(id);
    expect((await team.get()).body.record).toBeNull();
  });

  it('shows no record of results that the caller does not see', async () => {
    const team = await aTeam(t);
    const id = await team.aGame({ audience: { type: 'admins' } });
    t.clock.moveTo('2026-09-12T16:00:00Z');
    await team.put(id);
    expect((await team.get()).body.record).not.toBeNull();
    expect((await team.as(await team.calendar.school.parent()).get()).body.record).toBeNull();
  });

  it('shows neither while the school has the calendar turned off', async () => {
    const team = await aTeam(t);
    const id = await team.aGame();
    await team.aGame({ starts_at: '2026-10-12T16:00:00Z', ends_at: '2026-10-12T17:00:00Z' });
    t.clock.moveTo('2026-09-12T16:00:00Z');
    await team.put(id);
    await team.calendar.school.setFeatures({ calendar: false });
    expect((await team.get()).body).toMatchObject({ next_event: null, record: null });
    await team.calendar.school.setFeatures({});
    const { body } = await team.get();
    expect([body.next_event, body.record]).not.toContain(null);
  });

  it('shows both in the answer to a change of its texts', async () => {
    const team = await aTeam(t);
    await team.aGame();
    const { body } = await t.api.patch(team.path, { token: team.token, body: { meeting_info: 'Mondays' } });
    expect(body.next_event).toMatchObject({ title: 'Game' });
  });
});
