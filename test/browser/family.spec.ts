import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { InvitationsService } from '../../src/features/invitations/invitations.service.js';
import { SchoolsService } from '../../src/features/schools/schools.service.js';
import type { AppSettings } from '../../src/platform/config/settings.js';
import { freePort } from '../support/processes/free-port.js';
import { Mailboxes } from '../support/mail/mailbox.js';
import { NEW_PASSWORD } from '../support/mail/mailed-links.js';
import { aSchool, type TestSchool } from '../support/school.factory.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { violationsOf } from './accessibility.js';
import { describeInBrowser, launch } from './chromium.js';

const WIDTH = 390;
const EMAIL = 'nora.hill@example.org';

describeInBrowser('A family, from the mail of an invitation to the roster, on a telephone', () => {
  let t: TestApp;
  let browser: Browser;
  let page: Page;
  let school: TestSchool;
  let shots = 0;
  const complaints: string[] = [];
  const mailboxes = new Mailboxes();

  beforeAll(async () => {
    const port = await freePort();
    // Browsers give passkeys to names of hosts alone.
    const settings: Partial<AppSettings> = { port, siteUrl: `http://localhost:${port}` };
    t = await startTestApp({ ...settings, smtpUrl: await mailboxes.start() });
    school = await aSchool(t, { name: 'Alder Falls School' });
    browser = await launch();
    const context = await browser.newContext({ viewport: { width: WIDTH, height: 844 } });
    page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await t.close();
    await mailboxes.stop();
  });

  /** Nothing is wider than the screen, and axe finds nothing. */
  const look = async (): Promise<void> => {
    shots += 1;
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/family-${shots}.png`, fullPage: true });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTH);
    expect(await violationsOf(page)).toEqual([]);
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();

  it('accepts the invitation with a password', async () => {
    const child = await school.student({ firstName: 'Mira', lastName: 'Hill' });
    const students = [{ studentId: child.id, relation: 'mother' as const }];
    const invitations = t.app.get(InvitationsService);
    await invitations.invite({ schoolId: school.id, email: EMAIL, role: 'parent', students });
    const { id, name, locale, timeZone } = await t.app.get(SchoolsService).getByReference(school.id);
    await invitations.send({ id, name, locale, timeZone }, { email: EMAIL });
    const { link } = await mailboxes.takeLink(t, EMAIL);
    await page.goto(link.href);
    await look();
    await press('Open the invitation');
    await page.getByLabel('First name').fill('Nora');
    await page.getByLabel('Last name').fill('Hill');
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await look();
    await press('Accept the invitation');
    await heading(/Welcome/);
    await look();
  }, 60_000);

  it('turns on two-step verification with an authenticator app', async () => {
    await page.goto(`${t.settings.siteUrl}/account`);
    await look();
    await page.getByRole('link', { name: 'Turn on' }).click();
    await look();
    const link = await page.getByRole('link', { name: 'On this phone' }).getAttribute('href');
    const secret = new URL(link ?? '').searchParams.get('secret') ?? '';
    const epoch = Math.floor(t.clock.now().getTime() / 1000);
    await page.getByRole('textbox', { name: 'Code' }).fill(generateSync({ secret, epoch }));
    await press('Turn on');
    await heading('Your recovery codes');
    await look();
    await page.getByRole('link', { name: 'I have them' }).click();
  }, 60_000);

  it('adds a passkey, signs out, and signs in with it', async () => {
    await page.getByRole('link', { name: 'Add or change passkeys' }).click();
    await page.getByLabel('Name').fill('Nora’s phone');
    await press('Add a passkey');
    await page.getByText('The passkey is added.').waitFor();
    await look();
    await page.goto(`${t.settings.siteUrl}/account`);
    await press('Sign out');
    await page.waitForURL(`${t.settings.siteUrl}/sign-in`);
    await look();
    await page.locator('#passkey').click();
    await heading('Your account');
  }, 60_000);

  it('reads the roster in an application that it lets in', async () => {
    await page.goto(`${t.settings.siteUrl}/docs`);
    await press('Sign in');
    await page.locator('.sign-in output', { hasText: `Signed in as ${EMAIL}` }).waitFor();
    await page.locator('#operations-tag-Directory').click();
    const operation = page.locator('#operations-Directory-listStudents');
    await operation.locator('.opblock-summary').click();
    await operation.locator('tr[data-param-name="schoolId"] input').fill(school.id);
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table tbody tr.response').first();
    await answer.waitFor();
    expect(await answer.innerText()).toContain('Mira');
  }, 60_000);

  it('hears no complaint of the browser', () => expect(complaints).toEqual([]));
});
