import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { sentLinks, type SentLinks } from '../../support/mail/sent-links.js';
import { startTestApp } from '../../support/test-app.js';
import { startDemoApp, type DemoApp } from '../../support/schools/the-demo-school.js';
import { violationsOf } from '../../browser/accessibility.js';
import { describeInBrowser, launch } from '../../browser/chromium.js';

/** What a signed-out person gets to see of all that the people of the demo school are sent. */
let t: DemoApp;
let links: SentLinks;
beforeAll(async () => {
  t = await startDemoApp();
  links = await sentLinks(t);
}, 300_000);
afterAll(() => t.close());

const KINDS = ['mail', 'feed', 'notification', 'watch', 'outstanding'] as const;
const here = (link: string): string => link.replace(t.settings.siteUrl, t.url);
/** `/schools/…/events/…` */
const shapeOf = (link: string): string =>
  new URL(link).pathname.replace(/[0-9a-f-]{36}(_\w+)?|\d{4}-\d\d-\d\d|[\w-]{43}/g, '…');

describe('every address that people are sent', () => {
  it.each(KINDS)('answers a page for people, signed out: %s', async (kind) => {
    expect(links[kind].size).toBeGreaterThan(1);
    const bad: string[] = [];
    for (const link of links[kind]) {
      const { status, headers } = await fetch(here(link), { method: 'HEAD', redirect: 'manual' });
      if (status !== 200 || headers.get('content-type') !== 'text/html; charset=utf-8')
        bad.push(`${status} ${link}`);
    }
    expect(bad).toEqual([]);
  });
});

describeInBrowser('a page that people are sent, in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  }, 60_000);
  afterAll(() => browser.close());

  it.each([
    [320, 'light'],
    [390, 'dark'],
    [1280, 'light'],
  ] as const)(
    'fits %i pixels, %s, of every kind, without a violation',
    async (width, colorScheme) => {
      const ofEachKind = new Map(
        KINDS.flatMap((kind) => [...links[kind]]).map((link) => [shapeOf(link), link]),
      );
      expect([...ofEachKind.keys()]).toEqual(
        expect.arrayContaining([
          '/schools/…/permission-slips/…',
          '/schools/…/events/…',
          '/api/mail/unsubscribe/…',
        ]),
      );
      const context = await browser.newContext({ viewport: { width, height: 700 }, colorScheme });
      const page = await context.newPage();
      const refused: string[] = [];
      page.on('console', (message) => void refused.push(message.text()));
      for (const [shape, link] of ofEachKind) {
        await page.goto(here(link));
        expect([shape, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([shape, width]);
        expect([shape, await violationsOf(page)]).toEqual([shape, []]);
        expect([shape, refused]).toEqual([shape, []]);
        if (process.env.SCREENSHOTS) {
          const name = shape.replaceAll(/\W+/g, '-');
          await page.screenshot({
            path: `${process.env.SCREENSHOTS}/page${name}${width}-${colorScheme}.png`,
          });
        }
      }
      await context.close();
    },
    120_000,
  );

  it('ends the mails and has them again, by a click each', async () => {
    const { headers } = t.mails().find((mail) => mail.text.includes('\nUnsubscribe:'))!;
    const link = headers['list-unsubscribe']!.slice(1, -1);
    const context = await browser.newContext({ viewport: { width: 390, height: 700 }, colorScheme: 'dark' });
    const page = await context.newPage();
    await page.goto(here(link));
    await page.getByRole('button', { name: 'Stop these mails' }).click();
    await page.getByText('You do not receive these mails.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/unsubscribed.png` });
    await page.goto(here(link));
    await page.getByRole('button', { name: 'Receive these mails again' }).click();
    await page.getByText('You receive these mails.').waitFor();
    expect(page.url()).toBe(here(link));
    await context.close();
  }, 60_000);

  it.each([
    [390, 'dark'],
    [1280, 'light'],
  ] as const)(
    'shows a button that opens the app, at %i pixels, %s',
    async (width, colorScheme) => {
      const app = await startTestApp({ appLink: 'org.myschool.app:/{path}' });
      const context = await browser.newContext({ viewport: { width, height: 700 }, colorScheme });
      const page = await context.newPage();
      await page.goto(`${app.url}/schools/x/events/1`);
      const button = page.getByRole('link', { name: 'Open in the app' });
      expect(await button.getAttribute('href')).toBe('org.myschool.app:/schools/x/events/1');
      expect(await violationsOf(page)).toEqual([]);
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/app-link-${width}.png` });
      await context.close();
      await app.close();
    },
    60_000,
  );
});
