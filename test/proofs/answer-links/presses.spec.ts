import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { deliverMail, mailsOf } from '../../support/alerts.js';
import type { Browser } from 'playwright-core';
import { describeInBrowser, launch } from '../../browser/chromium.js';
import { Visitor } from '../../browser/visitor.js';
import { AskedFamily, MAILED_SITE, startMailingApp } from '../../support/answer-link.factory.js';
import { figure } from '../../support/proofs/figures.js';
import type { TestApp } from '../../support/test-app.js';

type Asked = 'event' | 'notice';
const [YES, READ] = ['Yes', 'I have read it'];

describeInBrowser('From a mail to an answer', () => {
  let t: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    t = await startMailingApp();
    browser = await launch();
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await t.close();
  });

  /** The mail as a mail program shows it: its links lead to the application of this test. */
  async function openMail(family: AskedFamily, asked: Asked, visitor: Visitor): Promise<string> {
    const id =
      asked === 'event'
        ? await family.rsvps.anEvent({
            send_alert: true,
            title: 'Picnic',
            description: '<p>Bring a cake.</p>',
          })
        : await family.notices.anItem({ title: 'Gym is closed', acknowledge: true });
    await deliverMail(t);
    const kind = asked === 'event' ? 'event_created' : 'notice_created';
    const mail = (await mailsOf(t, { id }, kind)).get(family.parent.membershipId)!;
    await visitor.page.setContent(mail.html.replaceAll(MAILED_SITE, t.url));
    return id;
  }

  it.each(['light', 'dark'] as const)('takes two presses for an event, %s', async (colorScheme) => {
    const family = await AskedFamily.of(t);
    const visitor = await Visitor.at(browser, 'answer-event', { colorScheme });
    const id = await openMail(family, 'event', visitor);
    await visitor.lookAtMail();
    const answer = visitor.page.waitForURL(`${t.url}/answer`, { waitUntil: 'load' });
    await visitor.follow(YES);
    await answer;
    await visitor.page.getByRole('button', { name: 'Answer: yes' }).waitFor();
    await visitor.look();
    expect(await family.answers(id)).toEqual([null]);
    await visitor.press('Answer: yes');
    await visitor.look();
    expect(await visitor.page.getByRole('status').textContent()).toBe('Answered: yes');
    expect([await family.answers(id), visitor.presses]).toEqual([['yes'], 2]);
    expect(visitor.complaints).toEqual([]);
    if (colorScheme === 'light')
      figure('Presses from the mail to an answer to an event', visitor.presses, 'at most 2');
    await visitor.leave();
  });

  it('takes two presses to acknowledge a notice', async () => {
    const family = await AskedFamily.of(t);
    const visitor = await Visitor.at(browser, 'answer-notice');
    const id = await openMail(family, 'notice', visitor);
    await visitor.follow(READ);
    await visitor.page.getByRole('button', { name: READ }).waitFor();
    await visitor.look();
    expect(await family.acknowledgedAt(id)).toBeNull();
    await visitor.press(READ);
    await visitor.look();
    expect(await family.acknowledgedAt(id)).toEqual(expect.any(String));
    expect(visitor.complaints).toEqual([]);
    figure('Presses from the mail to an acknowledged notice', visitor.presses, 'at most 2');
    await visitor.leave();
  });

  it('takes both presses for several children at once, each of whom can be left out', async () => {
    const family = await AskedFamily.of(t, { children: ['Ada', 'Ben', 'Cleo'] });
    const visitor = await Visitor.at(browser, 'answer-several', { locale: 'de-DE' });
    const id = await openMail(family, 'event', visitor);
    await visitor.page.getByRole('link', { name: 'Maybe', exact: true }).click();
    await visitor.page.getByLabel('Ben Park').uncheck();
    await visitor.look();
    await visitor.press('Antwort: vielleicht');
    await visitor.look();
    expect(await family.answers(id)).toEqual(['maybe', null, 'maybe']);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it('asks for the link itself where no script runs, and changes nothing before its button', async () => {
    const family = await AskedFamily.of(t);
    const { id, tokens } = await family.askedWhoComes();
    const visitor = await Visitor.at(browser, 'answer-without-script', { javaScriptEnabled: false });
    await visitor.page.goto(`${t.url}/answer`);
    await visitor.page.getByLabel('Link from the mail').fill(`${MAILED_SITE}/answer#${tokens['no']}`);
    await visitor.press('Go on');
    expect(await family.answers(id)).toEqual([null]);
    await visitor.press('Answer: no');
    expect(await family.answers(id)).toEqual(['no']);
    await visitor.leave();
  });

  it('ends the links for whoever says that it is not them', async () => {
    const family = await AskedFamily.of(t);
    const { id, tokens } = await family.askedWhoComes();
    const visitor = await Visitor.at(browser, 'answer-not-me', { colorScheme: 'dark' });
    await visitor.page.goto(`${t.url}/answer#${tokens['yes']}`);
    await visitor.page.getByRole('button', { name: 'This is not me' }).waitFor();
    await visitor.press('This is not me');
    await visitor.look();
    expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe('The links are ended');
    await visitor.page.goto(`${t.url}/answer#${tokens['no']}`);
    await visitor.page.getByText('This link is no longer good').waitFor();
    await visitor.look();
    expect(await family.answers(id)).toEqual([null]);
    await visitor.leave();
  });
});
