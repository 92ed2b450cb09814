import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { BrowserSessions } from '../../src/features/identity/browser-sessions.service.js';
import { aPersonWithPassword, PASSWORD } from '../support/application.factory.js';
import { BrowserVisitor } from '../support/browser-visitor.js';
import { freePort } from '../support/free-port.js';
import type { Person } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { violationsOf } from './accessibility.js';
import { describeInBrowser, launch } from './chromium.js';

/** Of a telephone that has the person's finger at it. */
const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

const SHOTS = process.env.SHOTS;

describeInBrowser('the account in a browser, as wide as a telephone', () => {
  let t: TestApp;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let devtools: CDPSession;
  let person: Person;
  let said: string[];
  let site: string;

  beforeAll(async () => {
    const port = await freePort();
    site = `http://localhost:${port}`;
    t = await startTestApp({ siteUrl: site, port });
    browser = await launch();
    person = await aPersonWithPassword(t);
    context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    page = await context.newPage();
    said = [];
    // A form that is refused is answered with 400, which Chromium notes for every page.
    page.on('console', (message) => {
      if (!/status of 400/.test(message.text())) said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(String(error)));
    devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
    await enter(await new BrowserVisitor(t).signIn(person));
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await t.close();
  });

  const enter = async (visitor: BrowserVisitor): Promise<void> => {
    const [name = '', value = ''] = visitor.cookie.split('=');
    await context.addCookies([{ name, value, url: site }]);
  };

  /** Looked at in light and dark, and at the narrowest. */
  const look = async (name: string): Promise<void> => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOf(page)).toEqual([]);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${colorScheme}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 320, height: 700 });
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 390, height: 844 });
  };

  it('shows what there is, and changes the password', async () => {
    await page.goto(`${site}/account`);
    await look('overview');
    await page.getByRole('link', { name: 'Change the password' }).click();
    await page.getByLabel('Your password until now').fill('not it, is it');
    await page.getByLabel('New password').fill('velvet orbit parsnip quarry');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    await look('password-wrong');
    await page.getByLabel('Your password until now').fill(PASSWORD);
    await page.getByLabel('New password').fill('velvet orbit parsnip quarry');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The password is changed.').waitFor();
  }, 60_000);

  it('adds a passkey, and signs in with it', async () => {
    await page.getByRole('link', { name: 'Add or change passkeys' }).click();
    await look('passkeys-none');
    await page.getByLabel('Name').fill('Mira’s phone');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('The passkey is added.').waitFor();
    await look('passkeys');
    await page.getByRole('link', { name: 'Mira’s phone' }).click();
    await look('passkey');
    t.clock.advance(11 * 60_000);
    await page.goto(`${site}/account/two-step`);
    await page.getByRole('heading', { name: 'Please confirm that it is you' }).waitFor();
    await look('confirm');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { name: 'Two-step verification' }).waitFor();
  }, 60_000);

  it('turns two-step verification on with an authenticator app', async () => {
    await look('enrolment');
    const link = await page.getByRole('link', { name: 'On this phone' }).getAttribute('href');
    const secret = new URL(link ?? '').searchParams.get('secret') ?? '';
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('alert').waitFor();
    await look('enrolment-wrong');
    const epoch = Math.floor(t.clock.now().getTime() / 1000);
    await page.getByRole('textbox', { name: 'Code' }).fill(generateSync({ secret, epoch }));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await look('recovery-codes');
    await page.getByRole('link', { name: 'I have them' }).click();
    await look('overview-on');
    await page.getByRole('link', { name: 'Recovery codes, turn off' }).click();
    await look('two-step-on');
    await page.goto(`${site}/account/addresses`);
    await page.getByLabel('New address').fill('mira@work.example.org');
    await page.getByRole('button', { name: 'Add an address' }).click();
    await page.getByText('a mail with a link').waitFor();
    await look('addresses');
  }, 60_000);

  it('says nothing to the console', () => {
    expect(said).toEqual([]);
    expect(t.app.get(BrowserSessions)).toBeDefined();
  });
});
