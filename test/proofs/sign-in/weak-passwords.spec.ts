import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aPersonWithPassword, PASSWORD } from '../../support/application.factory.js';
import { BrowserVisitor } from '../../support/browser-visitor.js';
import { LinkedService, NEW_PASSWORD } from '../../support/mail/mailed-links.js';
import { aSchool } from '../../support/school.factory.js';

/*
 * To find out that a password is easy to guess is work. Whoever has a link that is good, or an account, cannot ask for it without
 * end.
 */

const WEAK = 'password1234';
const ALLOWED = 20;
let service: LinkedService;
beforeAll(async () => {
  service = await LinkedService.start();
});
beforeEach(() => service.begin());
afterAll(() => service.close());

/** @returns status by status, with the last one of a good password */
async function tried(set: (password: string) => Promise<{ status: number }>): Promise<number[]> {
  const statuses = [];
  for (let asked = 0; asked <= ALLOWED; asked += 1) statuses.push((await set(WEAK)).status);
  return [...new Set(statuses.slice(0, -1)), statuses.at(-1)!, (await set(NEW_PASSWORD)).status];
}

describe('Passwords that are too easy to guess are refused for an hour after twenty', () => {
  it('by the link of a forgotten one, which stays good', async () => {
    const token = await service.linkOf(await aPersonWithPassword(service.t));
    expect(await tried((password) => service.set(token, password))).toEqual([400, 429, 429]);
    service.t.clock.moveTo(new Date().toISOString());
    await service.t.dataSource.query(`delete from attempt_counts`);
    expect((await service.set(token)).status).toBe(200);
  });

  it('by an invitation', async () => {
    const token = await service.invite(await aSchool(service.t), 'weak-one@example.org');
    expect(await tried((password) => service.accept(token, { password }))).toEqual([400, 429, 429]);
  });

  it('on the page of the own one', async () => {
    const person = await aPersonWithPassword(service.t);
    const browser = await new BrowserVisitor(service.t).signIn(person);
    expect(await tried((password) => browser.post('/account/password', { old: PASSWORD, password }))).toEqual(
      [...[400, 429, 429]],
    );
  });

  it('and of somebody else none is', async () => {
    const token = await service.linkOf(await aPersonWithPassword(service.t));
    await tried((password) => service.set(token, password));
    const another = await service.linkOf(await aPersonWithPassword(service.t));
    expect((await service.set(another)).status).toBe(200);
  });

  it('and good ones are not counted', async () => {
    const person = await aPersonWithPassword(service.t);
    const browser = await new BrowserVisitor(service.t).signIn(person);
    for (let at = 0; at <= ALLOWED; at += 1) {
      const [old, password] = [at === 0 ? PASSWORD : `${NEW_PASSWORD} ${at - 1}`, `${NEW_PASSWORD} ${at}`];
      expect((await browser.post('/account/password', { old, password })).location).toBe(
        '/account?done=password',
      );
    }
  });
});
