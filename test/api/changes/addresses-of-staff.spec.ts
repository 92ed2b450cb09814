import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { OneTimeLinks } from '../../../src/features/account/links/one-time-links.service.js';
import { aPersonWithPassword } from '../../support/application.factory.js';
import { BrowserVisitor } from '../../support/browser-visitor.js';
import { Follower } from '../../support/changes/follower.js';
import { aStaffMember } from '../../support/organization.factory.js';
import { aSchool, type Person } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/* The staff directory has a member with a further address of theirs: it says that they are one while the address is proven. */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

let person: Person;
let work: string;
let reader: Follower;
let changed: string;
beforeEach(async () => {
  person = await aPersonWithPassword(t);
  await t.dataSource.query(`update users set email_verified_at = now() - interval '1 year' where id = $1`, [
    person.userId,
  ]);
  const school = await aSchool(t);
  await school.parent({}, person);
  work = `work-${randomUUID()}@example.org`;
  await t.dataSource.query(
    'insert into user_addresses (email, user_id, verified_at) values ($1, $2, now())',
    [work, person.userId],
  );
  const { id } = await aStaffMember(t, school, { email: work });
  changed = `changed staff_member ${id}`;
  reader = await Follower.begin(t, school, await school.parent());
});

const setByLink = async (): Promise<void> => {
  const token = await t.app.get(OneTimeLinks).create(t.dataSource.manager, {
    ...{ purpose: 'password', userId: person.userId, email: person.email, lifetimeMs: 60_000 },
  });
  const password = 'seven purple lanterns';
  expect((await new BrowserVisitor(t).post('/password/set', { token, password })).status).toBe(200);
};

describe('the entry of a member in the staff directory', () => {
  it('changes for all with their address, which is suspended, and proven again', async () => {
    await setByLink();
    expect(await reader.words()).toContain(changed);
    const browser = await new BrowserVisitor(t).signIn(person, 'seven purple lanterns');
    const { location } = await browser.post('/account/review', { which: work });
    expect(location).toBe('/account/review?done=confirmed');
    expect(await reader.words()).toContain(changed);
  });

  it('changes for all when they end everything that leads into their account', async () => {
    const browser = await new BrowserVisitor(t).signIn(person);
    expect((await browser.post('/account/review/end', {})).location).toBe('/account/review?done=ended');
    expect(await reader.words()).toContain(changed);
  });
});
