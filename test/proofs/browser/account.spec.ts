import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { aPersonWithPassword, PASSWORD } from '../../support/application.factory.js';
import { freePort } from '../../support/processes/free-port.js';
import { Mailboxes } from '../../support/mail/mailbox.js';
import type { Person } from '../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { violationsOf } from '../../browser/accessibility.js';
import { describeInBrowser, launch } from '../../browser/chromium.js';

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
  const mailboxes = new Mailboxes();

  beforeAll(async () => {
    const port = await freePort();
    site = `http://localhost:${port}`;
    t = await startTestApp({ siteUrl: site, port, smtpUrl: await mailboxes.start() });
    browser = await launch();
    person = await aPersonWithPassword(t);
    context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    page = await context.newPage();
    said = [];
    // That something was refused (400, 401) is told on the page, and Chromium notes it besides.
    page.on('console', (message) => {
      if (!/status of 40[01]/.test(message.text())) said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(String(error)));
    devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await t.close();
    await mailboxes.stop();
  });

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

  const signIn = async (password: string): Promise<void> => {
    await page.getByLabel('Email').fill('mira@work.example.org');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };

  it('goes back and reloads after a mistyped password without sending it again', async () => {
    const other = await (await browser.newContext()).newPage();
    await other.goto(`${site}/sign-in`);
    await other.getByLabel('Email').fill(person.email);
    await other.getByLabel('Password').fill('not it, is it');
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByRole('alert').first().waitFor();
    expect(other.url()).toBe(`${site}/sign-in`);
    let sent = 0;
    other.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    await other.reload();
    expect(await other.getByRole('alert').count()).toBe(0);
    await other.getByLabel('Email').fill(person.email);
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.waitForURL(`${site}/account`);
    const answer = await other.goBack();
    // Signed in already: it leads to the account, and Chromium has asked nobody whether to send a form again.
    expect([answer?.request().method() ?? 'GET', sent]).toEqual(['GET', 1]);
    await other.getByRole('heading', { name: 'Your account' }).waitFor();
    await other.close();
  }, 60_000);

  it('shows what there is, and changes the password', async () => {
    await page.goto(`${site}/account`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
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
    await page.getByLabel('Name').fill('The same phone');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('This device already has a passkey').waitFor();
    expect(await page.locator('#passkey-failed:visible').count()).toBe(0);
    expect(await page.getByText('The same phone').count()).toBe(0);
    await look('passkeys-known');
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
  }, 60_000);

  it('adds an address by a mailed link, whose secret is out of sight at once', async () => {
    await page.goto(`${site}/account/addresses`);
    await page.getByLabel('New address').fill('mira@work.example.org');
    await page.getByRole('button', { name: 'Add an address' }).click();
    await page.getByText('a mail with a link').waitFor();
    const { link, secret } = await mailboxes.takeLink(t, 'mira@work.example.org');
    await page.goto(link.href);
    await page.waitForURL(`${site}/account/address`);
    await look('address-link');
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Add this address' }).click();
    await page.getByText('The address is added.').waitFor();
    await page.getByRole('link', { name: 'Change addresses' }).click();
    await look('addresses');
    await page.getByRole('button', { name: 'Make it the first: mira@work.example.org' }).click();
    await page.getByText('Mails go to this address now.').waitFor();
  }, 60_000);

  it('signs in with the passkey alone, two-step verification or not', async () => {
    await page.getByRole('link', { name: 'Back to your account' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(`${site}/sign-in`);
    await look('sign-in');
    // On the page that answers a wrong password, too, and on the one that asks for the second step.
    await signIn('not it, is it');
    await page.getByRole('alert').first().waitFor();
    await page.locator('#passkey').click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await signIn('velvet orbit parsnip quarry');
    await page.getByRole('heading', { name: 'The second step' }).waitFor();
    await look('second-step');
    await page.locator('#passkey').click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByText('mira@work.example.org').first().waitFor();
  }, 60_000);

  it('says so where the passkey is one of nobody', async () => {
    await t.dataSource.query('delete from passkeys');
    await context.clearCookies();
    await page.goto(`${site}/sign-in`);
    await page.locator('#passkey').click();
    await page.locator('#passkey-failed:visible').waitFor();
    await look('sign-in-failed');
  }, 60_000);

  it('says nothing to the console', () => expect(said).toEqual([]));
});
