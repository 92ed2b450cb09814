import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aSchool, type TestMember, type TestSchool } from '../support/school.factory.js';
import { deliverMail, deliveriesOf, mailsOf, notificationsOf, toldOf } from '../support/alerts.js';
import { aSignup } from '../support/signup.factory.js';
import { untilWaiting } from '../support/database/lock-waits.js';
import type { TestApp } from '../support/test-app.js';
import { startAppWithDataDir } from '../support/data-dir-app.factory.js';

let t: TestApp;
let school: TestSchool;
let parent: TestMember;
let admin: TestMember;
beforeAll(async () => {
  t = await startAppWithDataDir({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());
beforeEach(async () => {
  school = await aSchool(t, { name: 'Lincoln School' });
  parent = await school.parent();
  admin = await school.admin();
});

const startsAt = new Date('2099-12-08T20:00:00Z');

describe('Who waits and gets a place', () => {
  it('gets a mail that says what they have, when and where', async () => {
    const items = { Cake: { capacity: 2, waitlistEnabled: true, startsAt } };
    const given = { location: 'Gym <A>', description: '<p>Long story</p>' };
    const signup = await aSignup(t, school, items, given);
    const first = await signup.claimed(admin, 'Cake', { quantity: 2 });
    await signup.claimed(parent, 'Cake', { quantity: 2, accept_waitlist: true });
    await signup.withdraw(admin, first);
    await deliverMail(t);
    const mails = await mailsOf(t, signup, 'signup_promoted');
    expect([...mails.keys()]).toEqual([parent.membershipId]);
    const { headers, text, html } = mails.get(parent.membershipId)!;
    expect(headers).toMatchObject({ subject: 'You have a place · Bake sale · Lincoln School' });
    expect(text).toContain('You were on the waitlist, and now you have a place.');
    expect(text).toContain(
      'What you have now:\n- 2 × Cake\n  Tuesday, December 8, 2099 at 3:00 PM Eastern Standard Time\n  Gym <A>\n',
    );
    expect(html).toContain('<strong><bdi>2 × Cake</bdi></strong><br/>');
    expect(html).toContain('<bdi>Gym &lt;A&gt;</bdi>');
    expect(text).not.toContain('Long story');
  });

  it('gets one notification of another place in the same sign-up', async () => {
    const one = { capacity: 1, waitlistEnabled: true };
    const signup = await aSignup(t, school, { Cake: one, Tea: one });
    const firsts = [await signup.claimed(admin, 'Cake'), await signup.claimed(admin, 'Tea')];
    await signup.claimed(parent, 'Cake', { accept_waitlist: true });
    await signup.claimed(parent, 'Tea', { accept_waitlist: true });
    await signup.withdraw(admin, firsts[0]!);
    const [told] = await notificationsOf(t, signup);
    const { token } = parent;
    expect((await t.api.post(`/notifications/${told!.id}/read`, { token })).status).toBe(204);
    await signup.withdraw(admin, firsts[1]!);
    const unread = { membershipId: parent.membershipId, kind: 'signup_promoted', readAt: null };
    expect(await notificationsOf(t, signup)).toMatchObject([unread]);
    await deliverMail(t);
    const { text } = (await mailsOf(t, signup, 'signup_promoted')).get(parent.membershipId)!;
    expect(text).toContain('- Cake\n- Tea\n');
  });

  it('gets no mail when the place was given back meanwhile', async () => {
    const signup = await aSignup(t, school, { Cake: { capacity: 1, waitlistEnabled: true } });
    const first = await signup.claimed(admin, 'Cake');
    const second = await signup.claimed(parent, 'Cake', { accept_waitlist: true });
    await signup.withdraw(admin, first);
    await signup.withdraw(parent, second);
    await deliverMail(t);
    expect(await deliveriesOf(t, signup)).toMatchObject([{ kind: 'signup_promoted', state: 'dropped' }]);
  });
});

describe('A claim that somebody else withdraws', () => {
  it('notifies its author, as it stands then', async () => {
    const signup = await aSignup(t, school, {
      Cake: {},
      Tea: { capacity: 1, waitlistEnabled: true },
      Cups: {},
    });
    await signup.claimed(await school.parent(), 'Tea');
    const id = await signup.claimed(parent, 'Cake');
    await signup.claimed(parent, 'Tea', { accept_waitlist: true });
    await signup.claimed(parent, 'Cups', { quantity: 12 });
    expect((await signup.withdraw(admin, id)).status).toBe(204);
    expect(await toldOf(t, signup, 'signup_changed')).toEqual([parent.membershipId]);
    await deliverMail(t);
    const { headers, text } = (await mailsOf(t, signup, 'signup_changed')).get(parent.membershipId)!;
    expect(headers).toMatchObject({
      to: parent.email,
      subject: 'Your sign-up has changed · Bake sale · Lincoln School',
    });
    expect(text).toContain('What you have now:\n- Tea (on the waitlist)\n- 12 × Cups\n');
  });

  it('notifies its author also after the sign-up has closed, and when nothing is left', async () => {
    const signup = await aSignup(t, school, { Cake: {} });
    const id = await signup.claimed(parent, 'Cake');
    await signup.set({ closesAt: new Date(t.clock.now().getTime() - 1) });
    await signup.withdraw(admin, id);
    await deliverMail(t);
    const { text, html } = (await mailsOf(t, signup, 'signup_changed')).get(parent.membershipId)!;
    for (const written of [text, html])
      expect(written).toContain('You no longer have anything in this sign-up.');
  });

  it('notifies its author of the other guardian of its student as well, and not of themselves', async () => {
    const ada = await school.student();
    const [mother, father] = [await school.parentOf(ada), await school.parentOf(ada)];
    const signup = await aSignup(t, school, { Cake: {} });
    const [ofMother, ofFather] = [
      await signup.claimed(mother, 'Cake', { student_id: ada.id }),
      await signup.claimed(father, 'Cake', { student_id: ada.id }),
    ];
    await signup.withdraw(mother, ofMother);
    expect(await toldOf(t, signup, 'signup_changed')).toEqual([]);
    await signup.withdraw(mother, ofFather);
    expect(await toldOf(t, signup, 'signup_changed')).toEqual([father.membershipId]);
  });

  it('a second time is news again, with one notification and one more mail', async () => {
    const signup = await aSignup(t, school, { Cake: {}, Tea: {} });
    const [cake, tea] = [await signup.claimed(parent, 'Cake'), await signup.claimed(parent, 'Tea')];
    await signup.withdraw(admin, cake);
    await deliverMail(t);
    const [first] = await notificationsOf(t, signup);
    await t.api.post(`/notifications/${first!.id}/read`, { token: parent.token });
    await signup.withdraw(admin, tea);
    expect(await notificationsOf(t, signup)).toMatchObject([{ kind: 'signup_changed', readAt: null }]);
    expect(await deliveriesOf(t, signup)).toMatchObject([{ state: 'waiting' }]);
  });

  it('a second time does not stand in the way of whoever is leaving', async () => {
    const signup = await aSignup(t, school, { Cake: {}, Tea: {} });
    const [cake, tea] = [await signup.claimed(parent, 'Cake'), await signup.claimed(parent, 'Tea')];
    await signup.withdraw(admin, cake);
    const { answer } = await t.dataSource.transaction(async (manager) => {
      // As the end of a membership does it: first itself, then what hangs on it.
      await manager.query('select 1 from memberships where id = $1 for update', [parent.membershipId]);
      const answer = signup.withdraw(admin, tea);
      await untilWaiting(t.dataSource);
      await manager.query('delete from notifications where membership_id = $1', [parent.membershipId]);
      return { answer };
    });
    expect((await answer).status).toBe(204);
  });
});
