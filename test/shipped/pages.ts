import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, launch } from '../browser/chromium.js';
import type { Site } from './shipped-service.js';

/** A page that somebody opens who has nothing but a browser. */
interface PublicPage {
  name: string;
  path: string | ((site: Site) => string);
  /** What is on it. */
  shows: string;
  /** What one does there. */
  use?: (page: Page, site: Site) => Promise<void>;
}

const PAGES: PublicPage[] = [
  { name: 'the front page', path: '/', shows: 'School Directory' },
  { name: 'the documentation', path: '/docs', shows: 'School Directory API', use: tryOperations },
  { name: 'the page that ends mails', path: unsubscribePath, shows: 'Stop these mails' },
];
const WIDTHS = [390, 1280];

/** Every public page in Chromium, narrow and wide: nothing may fail on the way. */
export function describePages(site: () => Site): void {
  describeInBrowser('the public pages in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launch();
    });
    afterAll(() => browser.close());

    it.each(PAGES.flatMap((one) => WIDTHS.map((width) => ({ ...one, width }))))(
      'shows $name at $width pixels, without an error',
      async ({ path, shows, use, width }) => {
        const page = await browser.newPage({ viewport: { width, height: 900 } });
        const faults = faultsOf(page);
        await page.goto(site().url + (typeof path === 'string' ? path : path(site())));
        const isShown = await page
          .getByText(shows)
          .first()
          .waitFor()
          .then(
            () => true,
            () => false,
          );
        expect({ isShown, faults }).toEqual({ isShown: true, faults: [] });
        await use?.(page, site());
        await page.waitForLoadState('networkidle');
        expect(faults).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        if (process.env.SCREENSHOTS)
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/${shows}-${width}.png` });
        await page.close();
      },
      60_000,
    );
  });
}

function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => faults.push(`failed: ${request.url()}`));
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  return faults;
}

async function tryOperations(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'parent@demo.school' }).click();
  await page.locator('.sign-in output', { hasText: 'Signed in as parent@demo.school' }).waitFor();
  expect(await page.locator('.opblock-tag').count()).toBeGreaterThan(20);
  await page.locator('#operations-tag-Session').click();
  const operation = page.locator('#operations-Session-getMe');
  await operation.locator('.opblock-summary').click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table tbody tr.response').first();
  await answer.waitFor();
  expect(await answer.innerText()).toMatch(/^200[^]*parent@demo\.school/);
}

/** Of the last mail in English that can be unsubscribed from. */
function unsubscribePath({ mails }: Site): string {
  const paths = mails().flatMap((mail) => {
    if (!/(?<!List-)Unsubscribe/.test(mail)) return [];
    return /^List-Unsubscribe:\s+<https?:\/\/[^/]+(\/[^>]+)>/m.exec(mail)?.[1] ?? [];
  });
  return paths.at(-1) ?? '/there-is-no-such-mail';
}
