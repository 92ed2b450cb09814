import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { deliverMail, mailsOf } from '../../support/alerts.js';
import type { Browser } from 'playwright-core';
import { describeInBrowser, launch } from '../../browser/chromium.js';
import { AskedFamily, MAILED_SITE, startMailingApp } from '../../support/answer-link.factory.js';
import { figure } from '../../support/proofs/figures.js';
import type { TestApp } from '../../support/test-app.js';

/** Of each kind. */
const VISITS = Math.ceil(Number(process.env.SCANNERS ?? 12) / 4);
/** For all of them: nothing is measured. */
const MINUTES = 30 * 60_000;

describeInBrowser('A program that looks at mail', () => {
  let t: TestApp;
  let browser: Browser;
  let family: AskedFamily;
  beforeAll(async () => {
    t = await startMailingApp();
    browser = await launch();
    family = await AskedFamily.of(t, { children: ['Ada', 'Ben'] });
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await t.close();
  });

  /** A browser that runs scripts, waits, and follows what the page that it finds leads to. */
  async function visitWithScripts(link: string): Promise<void> {
    const page = await browser.newPage();
    await page.goto(link);
    await page.waitForLoadState('networkidle');
    for (const anchor of await page.locator('a').all()) await anchor.click().catch(() => undefined);
    await page.close();
  }

  const SCANNERS: Record<string, (link: string) => Promise<unknown>> = {
    'asks for the head of each link': (link) => fetch(link, { method: 'HEAD' }),
    'follows each link': (link) => fetch(link).then((answer) => answer.text()),
    'takes the secret for a part of the path or the query': (link) =>
      Promise.all([
        fetch(link.replace('#', '?token=')),
        fetch(link.replace('#', '/')),
        fetch(link.replace('/answer#', '/answer/given?token=')),
        fetch(link.replace('/answer#', '/answer/not-me?token=')),
      ]),
    'runs the scripts of the page': visitWithScripts,
  };

  it(
    'changes nothing, and ends no link',
    async () => {
      let changed = 0;
      let visits = 0;
      for (const visit of Object.values(SCANNERS))
        for (let round = 0; round < VISITS; round += 1) {
          const id = await family.rsvps.anEvent({ send_alert: true, title: `Event ${visits}` });
          await deliverMail(t);
          const mail = (await mailsOf(t, { id }, 'event_created')).get(family.parent.membershipId)!;
          const links = [
            ...mail.html.matchAll(/href="(https:\/\/directory\.example\.org\/answer#[^"]+)"/g),
          ].map(([, link]) => link!.replace(MAILED_SITE, t.url));
          expect(links).toHaveLength(3);
          for (const link of links) await visit(link);
          visits += 1;
          if ((await family.answers(id)).some((answer) => answer !== null)) changed += 1;
        }
      const ended = await t.dataSource.query('select from answer_links where ended_at is not null');
      expect([changed, ended.length]).toEqual([0, 0]);
      figure(
        'Mails whose links a scanner followed (HEAD, GET, in other places, a browser with scripts)',
        visits,
      );
      figure('Answers that changed by it, and links that ended', changed + ended.length, '0');
    },
    MINUTES,
  );
});
