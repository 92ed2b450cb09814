import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DemoAccessService } from '../../src/demo/demo-access.service.js';
import { DEMO_ACCOUNTS } from '../../src/demo/demo-accounts.js';
import { bannerOf } from '../../src/runtime/banner.js';
import { aPerson, aSchool } from '../support/school.factory.js';
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

it('says where to look, and nothing of a demo that is not there', async () => {
  const text = await banner();
  expect(text).toContain(`${t.settings.siteUrl}/docs`);
  expect(importIn(text)).toBe('none');
});

it('names the same demo feed at every start', async () => {
  const school = await aSchool(t);
  for (const email of DEMO_ACCOUNTS) await school.parent({}, await aPerson(t, { email }));
  await t.app.get(DemoAccessService).open();
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
