import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Follower } from '../../support/changes/follower.js';
import { anOrganization } from '../../support/organization.factory.js';
import { aPublisher, type TestPublisher } from '../../support/publisher.factory.js';
import { aSchool, type TestMember } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let notices: TestPublisher;
let parent: TestMember;
let reader: Follower;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-09-01T12:00:00.000Z');
  notices = await aPublisher(t, 'notices');
  parent = await notices.school.parent();
  reader = await Follower.begin(t, notices.school, parent);
});
afterEach(() => t.clock.moveTo(new Date().toISOString()));

const at = (minutes: number): string =>
  new Date(Date.parse('2026-09-01T12:00:00Z') + minutes * 60_000).toISOString();
const window = (from: number, until: number) => ({ starts_at: at(from), expires_at: at(until) });

describe('A window of time', () => {
  it('tells nobody of a notice before it opens, and of one that was deleted before', async () => {
    const id = await notices.anItem(window(10, 20));
    expect(await reader.words()).toEqual([]);
    await notices.change(id, { title: 'Later' });
    await notices.remove(id);
    expect(await reader.words()).toEqual([]);
  });

  it('tells of an opening and of the end at the very moment', async () => {
    const id = await notices.anItem(window(10, 20));
    t.clock.stopAt(new Date(Date.parse(at(10)) - 1).toISOString());
    expect(await reader.words()).toEqual([]);
    t.clock.stopAt(at(10));
    expect(await reader.words()).toContain(`changed notice ${id}`);
    expect(await reader.words()).toEqual([]);
    t.clock.stopAt(at(20));
    expect(await reader.words()).toContain(`removed notice ${id}`);
    expect(await reader.words()).toEqual([]);
  });

  it('tells of a notice that came and went between two calls as removed', async () => {
    const id = await notices.anItem(window(10, 20));
    await reader.follow();
    t.clock.stopAt(at(30));
    expect(await reader.words()).toContain(`removed notice ${id}`);
  });

  it('tells nobody of an end that is not addressed to them', async () => {
    await notices.anItem({ ...window(0, 20), audience: { type: 'admins' } });
    expect(await reader.words()).toEqual([]);
    t.clock.stopAt(at(30));
    expect(await reader.words()).toEqual([]);
  });

  it('tells of a notice whose audience loses the reader, and of nothing to others', async () => {
    const id = await notices.anItem(window(0, 20));
    await reader.follow();
    await notices.change(id, { audience: { type: 'admins' } });
    expect(await reader.words()).toContain(`removed notice ${id}`);
    await notices.change(id, { title: 'For admins' });
    expect(await reader.words()).toEqual([]);
  });

  it('tells that a day of a team is over at the first of two midnights', async () => {
    const havana = await aSchool(t, { timeZone: 'America/Havana' });
    const team = await anOrganization(t, havana);
    const { token } = await havana.admin();
    const body = {
      ...{ title: 'Outing', all_day: true, start_date: '2026-10-31', end_date: '2026-10-31' },
      organization_id: team.id,
    };
    expect((await t.api.post(`/schools/${havana.id}/calendar/events`, { token, body })).status).toBe(201);
    t.clock.stopAt('2026-11-01T03:59:00.000Z');
    const follower = await Follower.begin(t, havana, await havana.parent());
    t.clock.stopAt('2026-11-01T04:00:00.000Z');
    expect(await follower.words()).toContain(`changed organization ${team.id}`);
  });
});
