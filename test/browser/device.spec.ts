import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import { aPublicApp, type OauthApp } from '../support/sign-in/oauth-app.js';
import { startAtItsAddress } from '../support/sign-in/signing-browser.js';
import type { TestApp } from '../support/test-app.js';
import { violationsOf } from './accessibility.js';
import { describeInBrowser, launch } from './chromium.js';

describeInBrowser('The link of a device, and signing out', () => {
  let t: TestApp;
  let app: OauthApp;
  let browser: Browser;
  beforeAll(async () => {
    t = await startAtItsAddress();
    app = await aPublicApp(t, { name: 'Television', usesDeviceCode: true });
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await t.close();
  });

  const aPage = async (locale: string, javaScriptEnabled: boolean): Promise<Page> => {
    const viewport = { width: 390, height: 844 };
    return (await browser.newContext({ viewport, locale, javaScriptEnabled })).newPage();
  };
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const pageOf = (page: Page): Promise<string | null> => page.getByRole('heading').first().textContent();
  const aDevice = async (): Promise<{ code: string; link: string }> => {
    const { body } = await app.send('/oauth/device', {});
    return { code: body.device_code, link: body.verification_uri_complete };
  };

  it.each([
    ['goes on by itself', 'en-US', true],
    ['goes on by a button in the language of who sees it, where no script runs', 'de-DE', false],
  ])('%s', async (_, locale, hasScript) => {
    const [connect, confirm, go, signIn, allow] = hasScript
      ? ['Connect a device', 'Connect Television?', 'Continue', 'Sign in', 'Allow']
      : ['Ein Gerät verbinden', 'Television verbinden?', 'Weiter', 'Anmelden', 'Erlauben'];
    const person = await aPersonWithPassword(t);
    const { code, link } = await aDevice();
    const page = await aPage(locale, hasScript);
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(link);
    if (!hasScript) {
      expect(await pageOf(page)).toBe(connect);
      await press(page, go);
    }
    await page.getByRole('heading', { name: confirm }).waitFor();
    if (hasScript) expect(await violationsOf(page)).toEqual([]);
    await press(page, go);
    await page.locator('[name=email]').fill(person.email);
    await page.locator('[name=password]').fill(PASSWORD);
    await press(page, signIn);
    await press(page, allow);
    await page.waitForURL(/\/device/);
    t.clock.advance(5_000);
    expect((await app.poll(code)).status).toBe(200);
    expect(complaints).toEqual([]);
  });

  it('says so in their language, where nobody is signed in who could sign out', async () => {
    for (const hasScript of [true, false]) {
      const page = await aPage('de-DE', hasScript);
      await page.goto(`${t.url}/oauth/sign-out`);
      if (!hasScript) await press(page, 'Weiter');
      await page.waitForURL('**/oauth/sign-out/success');
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
    }
  });
});
