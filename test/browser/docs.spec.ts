import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import {
  anApplication,
  aPersonWithPassword,
  aPersonWithTwoStep,
  PASSWORD,
  type TestApplication,
} from '../support/application.factory.js';
import { aPerson } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { violationsOf } from './accessibility.js';
import { describeInBrowser, launch } from './chromium.js';

const ME = '#operations-Session-getMe';
const SESSIONS = '#operations-Session-listMySessions';
const OUTSTANDING = '#operations-Session-listOutstanding';

describeInBrowser('/docs in a browser', () => {
  let t: TestApp;
  let app: TestApplication;
  let browser: Browser;
  let page: Page;
  let addresses: string[];
  const dataDir = mkdtempSync(join(tmpdir(), 'docs-'));

  beforeAll(async () => {
    t = await startTestApp({ dataDir });
    app = await anApplication(t);
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await t.close();
    rmSync(dataDir, { recursive: true });
  });

  const open = async (width = 1280): Promise<void> => {
    page = await browser.newPage({ viewport: { width, height: 900 } });
    addresses = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto(`${t.url}/docs`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  };
  const fill = async (fields: Record<string, string>): Promise<void> => {
    for (const [name, value] of Object.entries(fields))
      await page.locator(`.sign-in [name=${name}]`).fill(value);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const says = (text: string) =>
    page.locator('.sign-in output', { hasText: text }).waitFor({ timeout: 10_000 });
  const execute = async (id: string): Promise<string> => {
    const operation = page.locator(id);
    await operation.locator('.opblock-summary').click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table tbody tr.response');
    await answer.first().waitFor({ timeout: 10_000 });
    return answer.first().innerText();
  };
  const credentials = () => ({ client_id: app.clientId, client_secret: app.clientSecret });

  it('signs in with email and password, calls operations as that person, asks no other host and puts no secret into an address', async () => {
    const person = await aPersonWithPassword(t);
    await open();
    await fill({ ...credentials(), email: person.email, password: 'wrong password' });
    await says('Valid credentials are needed');
    await fill({ password: PASSWORD });
    await says('Signed in');
    expect(await execute(ME)).toContain(person.email);
    expect(addresses.every((address) => address.startsWith(t.url) || address.startsWith('data:'))).toBe(true);
    for (const secret of [PASSWORD, app.clientSecret, 'eyJ', encodeURIComponent(person.email)]) {
      expect(addresses.join()).not.toContain(secret);
    }
    await page.close();
  }, 120_000);

  it('asks for the code where two-step verification is on', async () => {
    const person = await aPersonWithTwoStep(t);
    await open();
    await fill({ ...credentials(), email: person.email, password: PASSWORD });
    await says('Enter the code of your authenticator app');
    await fill({ code: '000000' });
    await says('The code is wrong');
    const epoch = Math.floor(t.clock.now().getTime() / 1000);
    await fill({ code: generateSync({ secret: person.totpSecret, epoch }) });
    await says('Signed in');
    expect(await execute(ME)).toContain(person.email);
    await page.close();
  }, 60_000);

  it('has no accessibility violation, closed, and with three operations executed', async () => {
    const person = await aPersonWithPassword(t);
    await open();
    expect(await violationsOf(page)).toEqual([]);
    await fill({ ...credentials(), email: person.email, password: PASSWORD });
    await says('Signed in');
    for (const id of [ME, SESSIONS, OUTSTANDING]) {
      expect(await execute(id)).toMatch(/^200/);
      // The pointer may rest anywhere; over the line there is one button more.
      await page.locator(`${id} .opblock-summary`).hover();
      expect(await violationsOf(page, id)).toEqual([]);
    }
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/docs.png` });
    await page.close();
  }, 120_000);

  it('can be used at 320 pixels, and takes a token by Authorize as well, in a dialog without a violation', async () => {
    const { email, token } = await aPerson(t);
    await open(320);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(340);
    await page.locator('.auth-wrapper .btn.authorize').click();
    const dialog = page.locator('.dialog-ux');
    await dialog.locator('input').first().fill(token);
    expect(await violationsOf(page, '.dialog-ux')).toEqual([]);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/authorize.png` });
    await dialog.locator('button.authorize').first().click();
    await dialog.locator('.btn-done').first().click();
    expect(await execute(ME)).toContain(email);
    await page.close();
  }, 120_000);
});
