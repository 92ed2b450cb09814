import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { DemoAccessService } from '../../src/demo/demo-access.service.js';
import { DEMO_ACCOUNTS, MAIN_SCHOOL, TWO_STEP_ACCOUNT } from '../../src/demo/demo-accounts.js';
import { bannerOf } from '../../src/runtime/banner.js';
import { ApplicationsService } from '../../src/features/oauth/applications.service.js';
import { DOCS_CLIENT_ID } from '../../src/features/oauth/applications.repository.js';
import { anApplication } from '../support/application.factory.js';
import { signInAtDocs } from '../support/sign-in/docs-sign-in.js';
import { expectError } from '../support/errors.js';
import { aPerson, aSchool, type TestSchool } from '../support/school.factory.js';
import { SigningBrowser, startAtItsAddress } from '../support/sign-in/signing-browser.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startAtItsAddress({ demo: null });
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

/** With the password that the banner has printed. */
const visitorIn = (text: string, email = VISITOR) => ({
  email,
  password: new RegExp(`${email} +(\\S+)`).exec(text)![1]!,
});

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

it('prints passwords that are the same at every start, and how to come by the code of the second step', async () => {
  await aDemo();
  const [text, later] = [await banner(), await banner()];
  const { password } = visitorIn(text);
  expect(later.split(password)).toHaveLength(DEMO_ACCOUNTS.length + 1);
  expect(text.split('\n').filter((line) => line.length > 80 && !/curl|Feed|mail/.test(line))).toEqual([]);
  const app = await anApplication(t);
  const { body: pair } = await app.signIn({ email: TWO_STEP_ACCOUNT }, password);
  expect(pair.mfa_required).toBe(true);
  const token = pair.access_token as string;
  const { body: challenge } = await t.api.post('/auth/two-step/challenge', {
    token,
    body: { method: 'totp' },
  });
  const [, secret] = /^ +([A-Z2-7]{32})$/m.exec(text)!;
  const code = generateSync({ secret: secret!, epoch: Math.floor(t.clock.now().getTime() / 1000) });
  const verified = await t.api.post('/auth/two-step/verify', {
    token,
    body: { challenge_id: challenge.challenge_id as string, code },
  });
  expect(verified.body.mfa_required).toBe(false);
  expect(text).toContain(`${t.settings.dataDir}/mail`);
});

describe('an account of the demo', () => {
  it('opens nothing any more, however it has signed in, once it is a member of another school', async () => {
    const school = await aDemo();
    const text = await banner();
    const visitor = visitorIn(text);
    const app = await anApplication(t);
    const browser = new SigningBrowser(t.url);
    const { access_token: ofBrowser, refresh_token } = await signInAtDocs(t.url, visitor, browser);
    const { body: pair } = await app.signIn(visitor, visitor.password);
    const tokens = [/Bearer (\S+)"/.exec(text)![1]!, ofBrowser, pair.access_token as string];
    for (const token of tokens)
      expect((await t.api.get(`/schools/${school.id}/students`, { token })).status).toBe(200);
    const [{ id } = { id: '' }] = await t.dataSource.query<{ id: string }[]>(
      'select id from users where email = $1',
      [VISITOR],
    );
    const other = await aSchool(t);
    await other.parent({}, { userId: id, email: VISITOR, token: '' });
    const later = await app.signIn(visitor, visitor.password);
    for (const token of [...tokens, later.body.access_token as string])
      for (const path of [
        `/schools/${other.id}/students`,
        `/schools/${school.id}/students`,
        '/me',
        '/me/export',
      ])
        expectError(await t.api.get(path, { token }), 401, 'not_authenticated');
    await expect(signInAtDocs(t.url, visitor)).rejects.toThrow('not signed in');
    await expect(signInAtDocs(t.url, visitor, browser)).rejects.toThrow();
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token,
      client_id: DOCS_CLIENT_ID,
    });
    expect((await fetch(`${t.url}/oauth/token`, { method: 'POST', body })).status).toBe(400);
  });

  it('gets its bounds where a release before has opened it for every school, with its sessions', async () => {
    const school = await aDemo();
    const { access_token: token } = await signInAtDocs(t.url, visitorIn(await banner()));
    await t.dataSource.query('update users set only_schools = null');
    await t.dataSource.query('update user_sessions set only_schools = null');
    expect(await t.app.get(DemoAccessService).find()).toBeNull();
    const { clientId } = await t.app.get(ApplicationsService).create('Demo visitor');
    await banner();
    const bounds = await t.dataSource.query(
      'select distinct only_schools from (select only_schools from users union all select only_schools from user_sessions) as bounds',
    );
    expect(bounds).toEqual([{ only_schools: [school.id] }]);
    expect((await t.api.get('/me', { token })).status).toBe(200);
    // Whoever had revoked it then has closed the demo.
    await t.dataSource.query('update users set only_schools = null');
    await t.app.get(ApplicationsService).revoke(clientId);
    expect(await t.app.get(DemoAccessService).find()).toBeNull();
  });
});

describe('the page to sign in', () => {
  const pageAt = async (app: TestApp) => (await fetch(`${app.url}/sign-in`)).text();

  it('offers the accounts where there is a demo and no other school, and one click signs in', async () => {
    await aDemo();
    const browser = new SigningBrowser(t.url);
    const { html } = await browser.open('/sign-in');
    for (const email of DEMO_ACCOUNTS) expect(html).toContain(`value="${email}"`);
    const [, password] = /name="password" value="([^"]+)"/.exec(html)!;
    expect(await signInAtDocs(t.url, { email: VISITOR, password: password! })).toHaveProperty('access_token');
    await aSchool(t);
    expect(await pageAt(t)).not.toContain('demo');
  });

  it('offers nobody where there is no demo, or the operator does not want it', async () => {
    await t.dataSource.query('truncate schools, users, applications cascade');
    await aSchool(t);
    expect(await pageAt(t)).not.toContain('demo');
    await aDemo();
    expect(await pageAt(t)).toContain('demo');
    const unwanted = await startTestApp({ demo: false, databaseUrl: t.settings.databaseUrl });
    try {
      expect(await pageAt(unwanted)).not.toContain('demo');
    } finally {
      await unwanted.close();
    }
  });
});
