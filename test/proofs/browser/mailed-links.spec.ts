import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { InvitationsService } from '../../../src/features/invitations/invitations.service.js';
import { aPersonWithPassword, aPersonWithTwoStep } from '../../support/application.factory.js';
import { LinkedService, NEW_PASSWORD } from '../../support/mail/mailed-links.js';
import { aSchool } from '../../support/school.factory.js';
import type { TestApp } from '../../support/test-app.js';
import { describeInBrowser, launch } from '../../browser/chromium.js';
import { Visitor } from '../../browser/visitor.js';

describeInBrowser('Mailed links in a browser', () => {
  let links: LinkedService;
  let t: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    links = await LinkedService.start();
    t = links.t;
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await links.close();
  });

  it.each(['light', 'dark'] as const)(
    'lead from a forgotten password to a new one, %s',
    async (colorScheme) => {
      const person = await aPersonWithPassword(t);
      const visitor = await Visitor.at(browser, 'password', { colorScheme });
      const { page } = visitor;
      await page.goto(`${t.url}/password/forgotten`);
      await visitor.look();
      await page.getByLabel('Email address').fill(person.email);
      await visitor.press('Mail me a link');
      await visitor.look();
      const { link } = await links.mailboxes.takeLink(t, person.email);
      await page.goto(link.href);
      expect(page.url()).toBe(`${t.url}/password/set`);
      await visitor.look();
      await page.getByLabel('New password').fill('password123');
      await visitor.press('Set a new password');
      // The one complaint that there is: the browser's own, of the status.
      expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')]);
      await visitor.look();
      await page.getByLabel('New password').fill(NEW_PASSWORD);
      await visitor.press('Set a new password');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Your password is set');
      await visitor.look();
      expect(visitor.complaints).toEqual([]);
      await page.goto(`${t.url}/sign-in`);
      await page.goto(link.href);
      await page.getByLabel('New password').fill(NEW_PASSWORD);
      await visitor.press('Set a new password');
      await visitor.look();
      await visitor.leave();
      expect((await links.app.signIn(person, NEW_PASSWORD)).status).toBe(200);
    },
  );

  it.each(['light', 'dark'] as const)('lead from an invitation to an account, %s', async (colorScheme) => {
    const school = await aSchool(t, { name: 'Grundschule an der Straße zum Schloßberg' });
    const email = `${colorScheme}-nora.hill@example.org`;
    const invited = { schoolId: school.id, email, role: 'parent' as const, students: [] };
    await t.app.get(InvitationsService).invite(invited);
    await links.send(school, email);
    const { link } = await links.mailboxes.takeLink(t, email);
    const visitor = await Visitor.at(browser, 'invitation', { colorScheme, locale: 'de-DE' });
    const { page } = visitor;
    await page.goto(link.href);
    expect(page.url()).toBe(`${t.url}/invitation`);
    await visitor.look();
    await visitor.press('Einladung öffnen');
    await visitor.look();
    await page.getByLabel('Vorname').fill('Nora');
    await page.getByLabel('Neues Passwort').fill(NEW_PASSWORD);
    await visitor.press('Einladung annehmen');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Willkommen');
    await visitor.look();
    expect(visitor.complaints).toEqual([]);
    await page.goto(`${t.url}/password/forgotten`);
    await page.goto(link.href);
    await visitor.press('Einladung öffnen');
    await visitor.look();
    await visitor.leave();
  });

  it('take a second link that is opened on the same page', async () => {
    const visitor = await Visitor.at(browser, 'second');
    const { page } = visitor;
    await page.goto(`${t.url}/password/set#first`);
    await page.evaluate(`location.hash = 'second'`);
    await page.waitForFunction(`location.hash === ''`);
    expect(await page.evaluate(`document.getElementById('token').value`)).toBe('second');
    expect(await page.evaluate('history.length')).toBeLessThanOrEqual(3);
    await visitor.leave();
  });

  it('come by pasting where no script runs, and where the page was opened without one', async () => {
    const person = await aPersonWithPassword(t);
    for (const javaScriptEnabled of [false, true]) {
      await t.dataSource.query('delete from attempt_counts');
      const visitor = await Visitor.at(browser, `pasted-${javaScriptEnabled}`, { javaScriptEnabled });
      const { page } = visitor;
      await page.goto(`${t.url}/password/forgotten`);
      await page.getByLabel('Email address').fill(person.email);
      await visitor.press('Mail me a link');
      const { link } = await links.mailboxes.takeLink(t, person.email);
      await page.goto(`${t.url}/password/set`);
      if (javaScriptEnabled) await visitor.look();
      expect(await page.locator('noscript p').count()).toBe(javaScriptEnabled ? 0 : 1);
      await page.getByLabel('Link from the mail').fill(link.href);
      await page.getByLabel('New password').fill(NEW_PASSWORD);
      await visitor.press('Set a new password');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Your password is set');
      await links.mailboxes.take(t, person.email);
      await visitor.leave();
    }
  });

  it.each([
    ['en', 'light'],
    ['es', 'light'],
    ['fr', 'light'],
    ['de', 'dark'],
  ] as const)(
    'show what leads into an account, and end it with one button (%s)',
    async (locale, colorScheme) => {
      const person = await aPersonWithTwoStep(t);
      const [address, name] = [
        `left-behind-${locale}@example.org`,
        'Somebody else’s telephone with a long name',
      ];
      await t.dataSource.query(
        `insert into user_addresses (email, user_id, verified_at) values ($1, $2, now() + interval '1 second')`,
        [address, person.userId],
      );
      await t.dataSource.query(
        `insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name, created_at)
       values ($1, $2, '\\x00', 0, '127.0.0.1', $3, now())`,
        [person.userId, person.userId, name],
      );
      const token = await links.linkOf(person);
      const visitor = await Visitor.at(browser, `review-${locale}`, { colorScheme, locale });
      const { page } = visitor;
      await page.goto(`${t.url}/password/set#${token}`);
      await page.locator('#password').fill(NEW_PASSWORD);
      const press = async (selector: string): Promise<void> => {
        await Promise.all([page.waitForEvent('load'), page.locator(selector).click()]);
      };
      await press('button.button');
      expect(await page.getByText(address).count()).toBe(1);
      await visitor.look();
      await press('a.button');
      await page.goto(`${t.url}/sign-in`);
      await page.locator('#email').fill(person.email);
      await page.locator('#password').fill(NEW_PASSWORD);
      await press('form[action="/sign-in/password"] button.button');
      await visitor.look();
      expect(await page.locator('form[action$="/mail-code"]').count()).toBe(0);
      await page.locator('#code').fill(person.recoveryCodes[0]!);
      await press('form[action="/sign-in/code"] button.button');
      await visitor.look();
      await page.goto(`${t.url}/account/review`);
      await visitor.look();
      await press('form[action="/account/review"] button >> nth=0');
      await visitor.look();
      await press('form[action="/account/review/end"] button');
      expect(await page.getByText(address).count()).toBe(0);
      await visitor.look();
      expect(visitor.complaints).toEqual([]);
      await visitor.leave();
    },
  );
});
