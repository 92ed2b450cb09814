import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AlertsService } from '../../../src/features/alerts/alerts.service.js';
import { aSchool, type TestMember, type TestSchool } from '../../support/school.factory.js';
import { aSignup } from '../../support/signup.factory.js';
import { anOrganization } from '../../support/organization.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.stopAt('2026-09-07T12:00:00Z');
  school = await aSchool(t);
  parent = await school.parent();
});

const startsAt = new Date('2026-09-08T14:00:00Z');
const get = async (path: string): Promise<any> => (await t.api.get(path, { token: parent.token })).body; // eslint-disable-line

describe('A sign-up', () => {
  it('counts as open until it closes, or the caller has something in it', async () => {
    const team = await anOrganization(t, school);
    const given = { organizationId: team.id, closesAt: new Date('2026-09-07T12:10:00Z') };
    const signup = await aSignup(t, school, { Cake: {} }, given);
    const seen = async () => [
      (await get(`/schools/${school.id}/features`)).counts.signups_open,
      (await get(`/organizations/${team.id}`)).counts.signups,
      (await get('/me/outstanding')).items.length,
    ];
    expect(await seen()).toEqual([1, 1, 1]);
    const id = await signup.claimed(parent, 'Cake');
    expect(await seen()).toEqual([0, 1, 0]);
    await signup.withdraw(parent, id);
    expect(await seen()).toEqual([1, 1, 1]);
    t.clock.advance(600_000);
    expect(await seen()).toEqual([0, 1, 0]);
    await school.setFeatures({ signups: false });
    expect(await seen()).toEqual([0, 0, 0]);
  });

  it('is told of once, when it opens', async () => {
    const opensAt = new Date('2026-09-07T12:10:00Z');
    const signup = await aSignup(t, school, { Cake: {} }, { opensAt, alertedAt: null });
    const told = async () => {
      const { notifications } = await get(`/schools/${school.id}/notifications`);
      return notifications.map(({ kind, target }: Record<string, unknown>) => [kind, target]);
    };
    await t.app.get(AlertsService).recordNextDue();
    expect(await told()).toEqual([]);
    t.clock.advance(600_000);
    while (await t.app.get(AlertsService).recordNextDue());
    expect(await told()).toEqual([['signup_opened', { type: 'signup', id: signup.id }]]);
  });

  it('whose items have all begun waits for nobody, and is new to nobody', async () => {
    const items = { Cake: { startsAt }, Cups: { startsAt: new Date('2026-09-07T12:30:00Z') } };
    const signup = await aSignup(t, school, items, { alertedAt: null });
    const due = async () =>
      (await get('/me/outstanding')).items.map((item: { due_at: unknown }) => item.due_at);
    const told = async (): Promise<number> => {
      while (await t.app.get(AlertsService).recordNextDue());
      return (await get(`/schools/${school.id}/notifications`)).notifications.length;
    };
    expect(await due()).toEqual([startsAt.toISOString()]);
    t.clock.stopAt(startsAt.toISOString());
    parent = await school.parent();
    const { counts } = await get(`/schools/${school.id}/features`);
    expect([await due(), await told(), counts.signups_open]).toEqual([[], 0, 1]);
    await signup.setItem('Cups', { startsAt: null });
    expect([await due(), await told()]).toEqual([[null], 1]);
  });

  it('is where a notification of it leads, until it is gone', async () => {
    const visibleUntil = new Date('2026-09-07T12:10:00Z');
    const signup = await aSignup(t, school, { Cake: {} }, { visibleUntil, alertedAt: null });
    while (await t.app.get(AlertsService).recordNextDue());
    const [{ id }] = (await get(`/schools/${school.id}/notifications`)).notifications;
    const link = () => get(`/notifications/${id}/link`);
    expect(await link()).toMatchObject({ available: true, api_path: `/api/v1/signups/${signup.id}` });
    t.clock.advance(600_000);
    expect(await link()).toMatchObject({ available: false, unavailable_reason: 'expired' });
  });
});

describe('A confirmed claim', () => {
  it('raises its sequence and stamp with each change, its own or of its sign-up', async () => {
    const items = { Cake: { startsAt }, Tea: { startsAt: new Date('2026-09-09T14:00:00Z') } };
    const signup = await aSignup(t, school, items);
    const id = await signup.claimed(parent, 'Cake');
    const path = `/schools/${school.id}/calendar/subscriptions`;
    const { body } = await t.api.post(path, { token: parent.token });
    const { pathname } = new URL(body.subscription.feed_url);
    const seen: string[] = [];
    const look = async (): Promise<void> => {
      const feed = await (await fetch(t.url + pathname)).text();
      const [, sequence] = /^SEQUENCE:(\d+)/m.exec(feed)!;
      const [, stamp] = /^LAST-MODIFIED:\d+T(\d+)Z/m.exec(feed)!;
      seen.push(`${sequence} ${stamp}`);
      t.clock.advance(2000);
    };
    await look();
    expect((await signup.change(parent, id, { item_id: signup.items.Tea })).status).toBe(200);
    await look();
    await signup.setItem('Tea', { startsAt: new Date('2026-09-09T15:00:00Z') });
    await signup.set({ updatedAt: t.clock.now() });
    await look();
    expect(seen).toEqual(['0 120000', '2 120002', '4 120004']);
  });

  it('is among the commitments on a watch, and in the calendar feed of who made it', async () => {
    const signup = await aSignup(
      t,
      school,
      { Cake: { startsAt }, Full: { startsAt, capacity: 1, waitlistEnabled: true }, Tea: {} },
      { location: 'Gym' },
    );
    await signup.claimed(await school.parent(), 'Full');
    for (const item of ['Cake', 'Full', 'Tea'] as const)
      await signup.claimed(parent, item, { accept_waitlist: true });
    const { commitments } = await get(`/schools/${school.id}/watch`);
    expect(commitments).toEqual([
      {
        id: signup.id,
        kind: 'signup',
        title: 'Cake',
        starts_at: startsAt.toISOString(),
        ends_at: null,
        location: 'Gym',
        deep_link: `http://localhost:3000/schools/${school.id}/signups/${signup.id}`,
      },
    ]);
    const feedOf = async (person: TestMember): Promise<string> => {
      const path = `/schools/${school.id}/calendar/subscriptions`;
      const { body } = await t.api.post(path, { token: person.token });
      return (await fetch(new URL(body.subscription.feed_url).pathname.replace(/^/, t.url))).text();
    };
    const feed = await feedOf(parent);
    expect(feed).toContain('SUMMARY:Cake (Bake sale)');
    expect(feed.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    const [, url = ''] = /^URL[^:]*:(.*)$/m.exec(feed.replace(/\r\n[ \t]/g, '')) ?? [];
    expect(url.trim()).toBe(`http://localhost:3000/schools/${school.id}/signups/${signup.id}`);
    expect(await feedOf(await school.parent())).not.toContain('Cake');
    await school.setFeatures({ signups: false });
    expect((await get(`/schools/${school.id}/watch`)).commitments).toEqual([]);
    expect(await feedOf(parent)).not.toContain('Cake');
  });

  it('stays on the watch and in the feed once its sign-up is gone, or for others by now', async () => {
    const visibleUntil = new Date('2026-09-07T12:10:00Z');
    const signup = await aSignup(t, school, { Cake: { startsAt } }, { visibleUntil });
    await signup.claimed(parent, 'Cake');
    const path = `/schools/${school.id}/calendar/subscriptions`;
    const { body } = await t.api.post(path, { token: parent.token });
    const address = t.url + new URL(body.subscription.feed_url).pathname;
    const etag = (await fetch(address)).headers.get('etag') ?? '';
    const again = async () => (await fetch(address, { headers: { 'if-none-match': etag } })).status;
    const ahead = async () => (await get(`/schools/${school.id}/watch`)).commitments.length;
    t.clock.advance(600_000);
    expect([(await signup.get(parent)).status, await ahead(), await again()]).toEqual([404, 1, 304]);
    await signup.set({ audienceType: 'admins' });
    expect([await ahead(), await again()]).toEqual([1, 304]);
    await signup.set({ opensAt: new Date('2026-09-07T13:00:00Z') });
    expect([await ahead(), await again()]).toEqual([0, 200]);
  });
});
