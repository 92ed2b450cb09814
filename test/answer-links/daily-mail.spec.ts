import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnsweringVisitor, AskedFamily, startMailingApp } from '../support/answer-link.factory.js';
import { deliverMail } from '../support/alerts.js';
import { readMail } from '../support/mail/read-mail.js';
import type { TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startMailingApp();
});
afterAll(() => t.close());

/** Seven in the morning at the school, the day after. */
const SEVEN = '2026-09-02T11:00:00Z';

describe('A daily mail', () => {
  it('shows the buttons of each item that asks for something, which answer for it', async () => {
    const family = await AskedFamily.of(t);
    const { token } = family.parent;
    const body = { schools: [{ school_id: family.school.id, kinds: { events: 'daily', notices: 'daily' } }] };
    expect((await t.api.patch('/me/mail', { token, body })).status).toBe(200);
    const eventId = await family.rsvps.anEvent({ send_alert: true, title: 'Picnic' });
    const noticeId = await family.notices.anItem({ title: 'Gym is closed', acknowledge: true });
    await family.notices.anItem({ title: 'Snow' });
    await deliverMail(t);
    const before = t.clock.now().toISOString();
    t.clock.moveTo(SEVEN);
    await deliverMail(t);
    const [daily] = await t.dataSource.query<[{ id: string }]>(
      `select id from mails where kind = 'digest' and user_id = $1 and state = 'sent'`,
      [family.parent.userId],
    );
    const { text, html } = readMail(readFileSync(join(t.settings.dataDir, 'mail', `${daily.id}.eml`)));
    const tokensIn = (part: string): string[] =>
      [...part.matchAll(/\/answer#([\w-]{43}\.[a-z]+)/g)].map(([, one]) => one!);
    expect(tokensIn(text).map((one) => one.split('.')[1])).toEqual(['yes', 'no', 'maybe', 'acknowledged']);
    expect(tokensIn(html)).toEqual(tokensIn(text));
    t.clock.moveTo(before);
    const [yes, , , acknowledged] = tokensIn(text);
    for (const pressed of [yes!, acknowledged!])
      expect((await new AnsweringVisitor(t).give(pressed)).status).toBe(200);
    expect(await family.answers(eventId)).toEqual(['yes']);
    expect(await family.acknowledgedAt(noticeId)).toEqual(expect.any(String));
  });
});
