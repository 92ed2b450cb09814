import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { violationsOf } from './accessibility.js';
import { describeInBrowser, launch } from './chromium.js';

describeInBrowser('the bare address in a browser', () => {
  let t: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    t = await startTestApp();
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await t.close();
  });

  it.each([
    [320, 'light'],
    [320, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)(
    'fits %i pixels, %s, without a violation, and asks no other host',
    async (width, colorScheme) => {
      const context: BrowserContext = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
      });
      const page = await context.newPage();
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      await page.goto(t.url);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await violationsOf(page)).toEqual([]);
      expect(
        addresses.filter((address) => !address.startsWith(t.url) && !address.startsWith('data:')),
      ).toEqual([]);
      if (process.env.SCREENSHOTS)
        await page.screenshot({
          path: `${process.env.SCREENSHOTS}/front-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      await context.close();
    },
  );
});
