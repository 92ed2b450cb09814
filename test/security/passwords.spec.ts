import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CredentialsService } from '../../src/features/account/passwords/credentials.service.js';
import { anApplication, aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import { aSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const setPassword = (userId: string, password: string): Promise<void> =>
  t.app.get(CredentialsService).setPassword(userId, password);

describe('A weak password', () => {
  it.each([
    ['shorter than ten characters', 'x7#Kq9!vZ'],
    ['shorter than ten characters, some of which count double elsewhere', '🦊🦋🐙🦉🐳🦔🐝🦩🐢'],
    ['longer than 200', 'x7#Kq9!vZ '.repeat(21)],
    ['one of the commonest', '1234567890'],
    ['one of them with digits', 'password1234'],
    ['one of them in other letters', 'P@ssw0rd123'],
    ['one of them in full-width letters', 'ｐａｓｓｗｏｒｄ１２３４'],
    ['a row of keys', 'Qwertyuiop1'],
    ['one letter again and again', 'aaaaaaaaaaaa'],
    [
      'one letter as far as it is looked at, whatever comes after it',
      `${'a'.repeat(64)}x7#Kq9!vZ-and-more-of-it`,
    ],
  ])('fails when it is %s', async (_, password) => {
    const person = await aPersonWithPassword(t);
    await expect(setPassword(person.userId, password)).rejects.toThrow(/10 to 200 characters/);
    expect((await (await anApplication(t)).signIn(person)).status).toBe(200);
  });

  it('fails when it is their own address or name', async () => {
    const person = await aPersonWithPassword(t);
    await t.dataSource.query(
      `update users set first_name = 'Wilhelmina', last_name = 'Brandywine' where id = $1`,
      [person.userId],
    );
    for (const password of [person.email, 'wilhelmina1', 'Brandywine!'])
      await expect(setPassword(person.userId, password)).rejects.toThrow(/tried first/);
  });
});

describe('A changed password', () => {
  it('ends sessions and the addresses of feeds, to the calendar and to menus, and of nobody else', async () => {
    const school = await aSchool(t);
    const app = await anApplication(t);
    const [person, other] = [await aPersonWithPassword(t), await aPersonWithPassword(t)];
    for (const one of [person, other]) await school.parent({}, one);
    const feedsOf = async (one: typeof person): Promise<string[]> => {
      const token = (await app.signIn(one)).body.access_token as string;
      const feeds = [];
      for (const kind of ['calendar', 'menus']) {
        const path = `/schools/${school.id}/${kind}/subscriptions`;
        const { body } = await t.api.post(path, { token, body: kind === 'menus' ? { meal_types: [] } : {} });
        feeds.push(t.url + new URL(body.subscription.feed_url).pathname);
      }
      return feeds;
    };
    const [own, others] = [await feedsOf(person), await feedsOf(other)];
    const statuses = (feeds: string[]) => Promise.all(feeds.map(async (feed) => (await fetch(feed)).status));
    expect(await statuses([...own, ...others])).toEqual([200, 200, 200, 200]);
    const { body } = await app.signIn(person);
    await setPassword(person.userId, 'another long password');
    expect(await statuses([...own, ...others])).toEqual([404, 404, 200, 200]);
    expect((await t.api.get('/me', { token: body.access_token })).status).toBe(401);
    expect((await app.renew(body.refresh_token)).status).toBe(401);
    expect((await app.signIn(person, PASSWORD)).status).toBe(401);
    expect((await app.signIn(person, 'another long password')).status).toBe(200);
  });
});
