import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ApplicationsService } from '../../../src/features/oauth/applications.service.js';
import { DOCS_CLIENT_ID } from '../../../src/features/oauth/applications.repository.js';
import { CredentialsService } from '../../../src/features/account/passwords/credentials.service.js';
import { aPersonWithPassword, aPersonWithTwoStep, PASSWORD } from '../../support/application.factory.js';
import { aPerson } from '../../support/school.factory.js';
import { startAtItsAddress } from '../../support/sign-in/signing-browser.js';
import type { TestApp } from '../../support/test-app.js';
import { violationsOf } from '../../browser/accessibility.js';
import { describeInBrowser, launch } from '../../browser/chromium.js';

const ME = '#operations-Session-getMe';
const SESSIONS = '#operations-Session-listMySessions';
const OUTSTANDING = '#operations-Session-listOutstanding';

const LOOKS = [
  [320, 'light'],
  [390, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const;

interface Opened {
  width?: number;
  at?: string;
}

describeInBrowser('/docs in a browser', () => {
  let t: TestApp;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let addresses: string[];
  let complaints: string[];
  const dataDir = mkdtempSync(join(tmpdir(), 'docs-'));

  beforeAll(async () => {
    t = await startAtItsAddress({ dataDir });
    browser = await launch();
  }, 60_000);
  afterEach(() => context.close());
  afterAll(async () => {
    await browser.close();
    await t.close();
    rmSync(dataDir, { recursive: true });
  });

  const open = async ({ width = 1280, at = t.url }: Opened = {}): Promise<void> => {
    context = await browser.newContext({ viewport: { width, height: 900 } });
    page = await context.newPage();
    [addresses, complaints] = [[], []];
    page.on('request', (request) => addresses.push(request.url()));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(`${at}/docs`);
    await press('Sign in', { trial: true });
  };
  const press = (name: string, options = {}) =>
    page.getByRole('button', { name, exact: true }).first().click(options);
  const fill = async (fields: Record<string, string>): Promise<void> => {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  };
  const signIn = async ({ email }: { email: string }): Promise<void> => {
    await press('Sign in');
    await fill({ 'Email address': email, Password: PASSWORD });
    await press('Sign in');
  };
  const says = (text: string) =>
    page.locator('.sign-in output', { hasText: text }).waitFor({ timeout: 10_000 });
  const execute = async (id: string): Promise<string> => {
    const operation = page.locator(id);
    const button = operation.getByRole('button', { name: 'Execute' });
    if ((await operation.count()) === 0) await page.locator('#operations-tag-Session').click();
    if (!(await button.isVisible())) await operation.locator('.opblock-summary').click();
    await button.click();
    const answer = operation.locator('.live-responses-table tbody tr.response');
    await answer.first().waitFor({ timeout: 10_000 });
    return answer.first().innerText();
  };

  it('signs in by the code flow, calls operations as that person, asks no other host and puts no secret into an address', async () => {
    const person = await aPersonWithPassword(t);
    await open();
    await signIn(person);
    await says(`Signed in as ${person.email}`);
    expect(page.url()).toBe(`${t.url}/docs`);
    expect(await execute(ME)).toContain(person.email);
    const outside = addresses.filter((address) => !address.startsWith(t.url) && !address.startsWith('data:'));
    expect(outside).toEqual([]);
    const sent = addresses.map((address) => address.replace(/#.*/, '')).join();
    for (const secret of [PASSWORD, 'eyJ', 'code=', 'token=', encodeURIComponent(person.email)])
      expect(sent).not.toContain(secret);
    expect(await page.evaluate('JSON.stringify([sessionStorage, localStorage])')).toBe('[{},{}]');
    expect(complaints).toEqual([]);
  }, 120_000);

  it('asks for the code where two-step verification is on', async () => {
    const person = await aPersonWithTwoStep(t);
    await open();
    await signIn(person);
    const epoch = Math.floor(t.clock.now().getTime() / 1000);
    await fill({ Code: generateSync({ secret: person.totpSecret, epoch }) });
    await press('Continue');
    await says('Signed in');
    expect(await execute(ME)).toContain(person.email);
  }, 60_000);

  it('signs out, of the browser as well, and lets somebody else in', async () => {
    const [one, other] = [await aPersonWithPassword(t), await aPersonWithPassword(t)];
    await open();
    await signIn(one);
    await says(`Signed in as ${one.email}`);
    await press('Sign out');
    await press('Yes, sign out');
    await page.waitForURL(`${t.url}/docs`);
    await says('Sign in, and every call');
    const live = await t.dataSource.query(
      'select from user_sessions where user_id = $1 and revoked_at is null and application_id = $2',
      [one.userId, DOCS_CLIENT_ID],
    );
    expect(live).toEqual([]);
    await signIn(other);
    await says(`Signed in as ${other.email}`);
    expect(await execute(ME)).toContain(other.email);
  }, 120_000);

  it('renews before the access token ends, and says when the session is over', async () => {
    const person = await aPersonWithPassword(t);
    await open();
    await page.clock.install();
    await page.goto(`${t.url}/docs`);
    await signIn(person);
    await says('Signed in as');
    const asked = () => addresses.filter((address) => address.endsWith('/oauth/token')).length;
    expect(asked()).toBe(1);
    await page.clock.runFor(841_000);
    await page.waitForTimeout(1_000);
    expect(asked()).toBe(2);
    expect(await execute(ME)).toContain(person.email);
    await t.app.get(CredentialsService).setPassword(person.userId, `${PASSWORD} and more`);
    await page.clock.runFor(841_000);
    await says('signed in no longer');
  }, 120_000);

  it('goes to the address that the service knows itself by, where it was opened at another one', async () => {
    const person = await aPersonWithPassword(t);
    await open({ at: t.url.replace('127.0.0.1', 'localhost') });
    await signIn(person);
    await says(`Signed in as ${person.email}`);
    expect(page.url()).toBe(`${t.url}/docs`);
  }, 60_000);

  it('takes nothing that it has not asked for', async () => {
    await open();
    await page.goto(`${t.url}/docs#code=abc&state=xyz&iss=${encodeURIComponent(t.url)}`);
    await page.reload();
    await press('Sign in', { trial: true });
    await page.goto('about:blank');
    await page.goto(`${t.url}/docs#code=abc&state=xyz&iss=${encodeURIComponent(t.url)}`);
    await says('begun elsewhere');
    expect(addresses.some((address) => address.includes('/oauth/token'))).toBe(false);
    expect(page.url()).toBe(`${t.url}/docs`);
  }, 60_000);

  it('lets nobody in once the operator has revoked it', async () => {
    const applications = t.app.get(ApplicationsService);
    await applications.list();
    await applications.revoke(DOCS_CLIENT_ID);
    await open();
    await press('Sign in');
    await page.getByText('asked for something wrong').waitFor();
    await t.dataSource.query('update applications set revoked_at = null where id = $1', [DOCS_CLIENT_ID]);
  }, 60_000);

  /** The page hears of another look with the next frame, and changes its colours by and by. */
  const settled = () =>
    page.evaluate(`new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))).then(() =>
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))`);

  it('shows no accessibility violation, wide and narrow, light and dark, with three operations executed', async () => {
    const inEachLook = async (name: string, found: () => Promise<unknown>): Promise<void> => {
      for (const [width, colorScheme] of LOOKS) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await settled();
        expect([width, colorScheme, await found()]).toEqual([width, colorScheme, []]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          Math.max(width, 340),
        );
        const folder = process.env.SCREENSHOTS;
        if (folder) await page.screenshot({ path: `${folder}/docs-${width}-${colorScheme}-${name}.png` });
      }
    };
    await open();
    await inEachLook('out', () => violationsOf(page));
    await signIn(await aPersonWithPassword(t));
    await says('Signed in');
    for (const id of [ME, SESSIONS, OUTSTANDING]) expect(await execute(id)).toMatch(/^200/);
    await inEachLook('executed', async () => {
      const found: string[] = [];
      for (const id of [ME, SESSIONS, OUTSTANDING]) {
        // The pointer may rest anywhere; over the line there is one button more.
        await page.locator(`${id} .opblock-summary`).hover();
        found.push(...(await violationsOf(page, id)));
      }
      return found;
    });
  }, 120_000);

  it('takes a token by Authorize as well, in a dialog without a violation', async () => {
    const { email, token } = await aPerson(t);
    await open({ width: 320 });
    await page.locator('.auth-wrapper .btn.authorize').click();
    const dialog = page.locator('.dialog-ux');
    await dialog.locator('input').first().fill(token);
    expect(await violationsOf(page, '.dialog-ux')).toEqual([]);
    await dialog.locator('button.authorize').first().click();
    await dialog.locator('.btn-done').first().click();
    expect(await execute(ME)).toContain(email);
  }, 120_000);
});
