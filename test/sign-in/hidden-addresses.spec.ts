import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { OneTimeLinks } from '../../src/features/account/links/one-time-links.service.js';
import { Guardian } from '../../src/features/directory/guardians/guardian.entity.js';
import { lockImportsOfSchool } from '../../src/platform/import-history/import-locks.repository.js';
import { aPersonWithPassword } from '../support/application.factory.js';
import { BrowserVisitor } from '../support/browser-visitor.js';
import { aSchool, type Person, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { tokenOf } from '../support/tokens.js';

/* Somebody hides their contact, and a school where they are no member has them on file with another address of theirs. */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

let person: Person;
let browser: BrowserVisitor;
let elsewhere: TestSchool;
let work: string;
let onFile: Guardian;
beforeEach(async () => {
  person = await aPersonWithPassword(t);
  await (await aSchool(t)).parent({}, person);
  browser = await new BrowserVisitor(t).signIn(person);
  elsewhere = await aSchool(t);
  work = `work-${randomUUID()}@example.org`;
  onFile = await elsewhere.guardian(await elsewhere.student(), { email: work });
});

const hide = async (): Promise<void> => {
  const token = await tokenOf(t, person);
  const body = { profile_visibility: 'name_only' };
  expect((await t.api.patch('/me/profile-visibility', { token, body })).status).toBe(204);
};
const shown = async (): Promise<string> =>
  (await t.dataSource.manager.findOneByOrFail(Guardian, { id: onFile.id })).profileVisibility;
const suspend = (): Promise<unknown> =>
  t.dataSource.query('insert into user_addresses (email, user_id, suspended_at) values ($1, $2, now())', [
    work,
    person.userId,
  ]);

describe('an address of somebody who hides their contact', () => {
  it('hides what is on file under it once it is suspended no more', async () => {
    await suspend();
    await hide();
    expect(await shown()).toBe('full');
    const { location } = await browser.post('/account/review', { which: work });
    expect(location).toBe('/account/review?done=confirmed');
    expect(await shown()).toBe('name_only');
  });

  it('comes to the account together with that, or not at all: while an import runs the link is good still', async () => {
    await hide();
    const token = await t.app.get(OneTimeLinks).create(t.dataSource.manager, {
      ...{ purpose: 'address', userId: person.userId, email: work, lifetimeMs: 60_000 },
    });
    const take = () => browser.post('/account/address', { token });
    await t.dataSource.transaction(async (manager) => {
      await lockImportsOfSchool(manager, elsewhere.id);
      expect((await take()).status).toBe(503);
    });
    expect((await browser.get('/account/addresses')).text).not.toContain(work);
    expect((await take()).location).toBe('/account?done=address');
    expect(await shown()).toBe('name_only');
  });
});
