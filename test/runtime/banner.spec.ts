import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DemoAccessService } from '../../src/demo/demo-access.service.js';
import { DEMO_ACCOUNTS, MAIN_SCHOOL } from '../../src/demo/demo-accounts.js';
import { bannerOf } from '../../src/runtime/banner.js';
import { CredentialsService } from '../../src/features/identity/credentials.service.js';
import { aPersonWithPassword } from '../support/application.factory.js';
import { expectError } from '../support/errors.js';
import { aPerson, aSchool, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const banner = () => bannerOf(t.app, t.settings);

/** Where the banner says, at the place where the test listens. */
const importIn = (text: string): string =>
  /Feed\s+(\S+)/.exec(text)?.[1]?.replace(t.settings.siteUrl, t.url) ?? 'none';

async function aDemo(): Promise<TestSchool> {
  await t.dataSource.query('truncate schools, users, applications cascade');
  const school = await aSchool(t);
  await t.dataSource.query('update schools set short_name = $2 where id = $1', [school.id, MAIN_SCHOOL]);
  for (const email of DEMO_ACCOUNTS) await school.parent({}, await aPerson(t, { email }));
  await t.app.get(DemoAccessService).open();
  return school;
}

const VISITOR = 'parent@demo.school';

/** With what the banner has printed. */
const signIn = (text: string, email = VISITOR) => {
  const [, id, secret, password] = /CLIENT_ID=(\S+) CLIENT_SECRET=(\S+) PASSWORD=(\S+)/.exec(text)!;
  const authorization = `Basic ${btoa(`${id}:${secret}`)}`;
  const body = { grant_type: 'password', email, password };
  return t.api.post('/auth/token', { headers: { authorization }, body });
};

it('says where to look, and nothing of a demo that is not there', async () => {
  const text = await banner();
  expect(text).toContain(`${t.settings.siteUrl}/docs`);
  expect(importIn(text)).toBe('none');
});

it('names the same demo feed at every start', async () => {
  await aDemo();
  const [first, again] = [await banner(), await banner()];
  expect(importIn(again)).toBe(importIn(first));
  const answer = await fetch(importIn(first));
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('BEGIN:VCALENDAR')]);
  const [, token, address] = /Bearer (\S+)" (\S+)/.exec(again)!;
  const roster = await fetch(address!.replace(t.settings.siteUrl, t.url), {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(roster.status).toBe(200);
});

it('prints the secret of the demo once, whichever process comes first, and its passwords at every start', async () => {
  await aDemo();
  const texts = await Promise.all([banner(), banner(), banner()]);
  const { clientSecret, password } = (await t.app.get(DemoAccessService).find())!;
  expect(texts.join().split(clientSecret)).toHaveLength(2);
  const later = await banner();
  expect(later).not.toContain(clientSecret);
  expect(later.split(password)).toHaveLength(DEMO_ACCOUNTS.length + 1);
  expect(later).toContain('client create');
});

describe('the secret of the demo', () => {
  it('signs nobody in who is no member of a demo school alone, with the answer to a wrong password', async () => {
    await aDemo();
    const text = await banner();
    const [{ userId, email }, other] = [await aPersonWithPassword(t), await aSchool(t)];
    await t.app.get(CredentialsService).setPassword(userId, /PASSWORD=(\S+)/.exec(text)![1]!);
    const asked = await signIn(text, email);
    expectError(asked, 401, 'not_authenticated');
    await other.parent({}, { userId, email, token: '' });
    expect((await signIn(text, email)).text).toBe(asked.text);
    expect((await signIn(text)).status).toBe(200);
  });

  it('opens nothing any more, nor do its tokens, once an account of the demo is a member of another school', async () => {
    const school = await aDemo();
    const text = await banner();
    const { body: pair } = await signIn(text);
    const [, printed] = /Bearer (\S+)"/.exec(text)!;
    const tokens = [pair.access_token as string, printed!];
    for (const token of tokens)
      expect((await t.api.get(`/schools/${school.id}/students`, { token })).status).toBe(200);
    const [visitor] = await t.dataSource.query<{ id: string }[]>('select id from users where email = $1', [
      VISITOR,
    ]);
    const other = await aSchool(t);
    await other.parent({}, { userId: visitor!.id, email: VISITOR, token: '' });
    for (const token of tokens)
      for (const path of [
        `/schools/${other.id}/students`,
        `/schools/${school.id}/students`,
        '/me',
        '/me/export',
      ])
        expectError(await t.api.get(path, { token }), 401, 'not_authenticated');
    const [, id, secret] = /CLIENT_ID=(\S+) CLIENT_SECRET=(\S+)/.exec(text)!;
    const renewed = await t.api.post('/auth/token', {
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: { grant_type: 'refresh_token', refresh_token: pair.refresh_token as string },
    });
    expectError(renewed, 401, 'not_authenticated', 'invalid_grant');
    expectError(await signIn(text), 401, 'not_authenticated');
  });

  it('is bounded where a release before has opened it for every school, with its sessions', async () => {
    const school = await aDemo();
    const { body: pair } = await signIn(await banner());
    await t.dataSource.query('update applications set only_schools = null');
    await t.dataSource.query('update user_sessions set only_schools = null');
    await banner();
    const bounds = await t.dataSource.query(
      'select only_schools from applications union all select only_schools from user_sessions where application_id is not null',
    );
    expect(bounds).toEqual([{ only_schools: [school.id] }, { only_schools: [school.id] }]);
    expect((await t.api.get('/me', { token: pair.access_token as string })).status).toBe(200);
  });
});
