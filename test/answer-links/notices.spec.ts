import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnsweringVisitor, AskedFamily, startMailingApp } from '../support/answer-link.factory.js';
import type { TestApp } from '../support/test-app.js';

let t: TestApp;
let family: AskedFamily;
beforeAll(async () => {
  t = await startMailingApp();
  family = await AskedFamily.of(t);
});
afterAll(() => t.close());

const aVisitor = (): AnsweringVisitor => new AnsweringVisitor(t);

describe('A button of a mail that asks to acknowledge a notice', () => {
  it('stands in no mail of a notice that does not ask, and in none to its author', async () => {
    const id = await family.notices.anItem({ title: 'Snow' });
    expect(await family.buttonsOf(id, 'notice_created')).toEqual({});
    const asking = await family.notices.anItem({ title: 'Gym', acknowledge: true });
    expect(await family.buttonsOf(asking, 'notice_created', family.notices.member)).toEqual({});
  });

  it('acknowledges the notice, once', async () => {
    const { id, tokens } = await family.askedToAcknowledge({ title: 'Gym <i>closed</i>' });
    expect(Object.keys(tokens)).toEqual(['acknowledged']);
    const visitor = aVisitor();
    const { html } = await visitor.open(tokens['acknowledged']!);
    for (const text of ['Gym &lt;i&gt;closed', 'Maria Park', 'I have read it']) expect(html).toContain(text);
    expect(html).not.toContain('Snow');
    expect(await family.acknowledgedAt(id)).toBeNull();
    const pages = await Promise.all(
      Array.from({ length: 8 }, () => aVisitor().give(tokens['acknowledged']!)),
    );
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    expect(pages[0]!.html).toContain('Acknowledged');
    expect(await family.acknowledgedAt(id)).toEqual(expect.any(String));
    const rows = await t.dataSource.query(
      'select version from notice_acknowledgements where notice_id = $1',
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  it.each(['yes', 'no', 'maybe', 'ACKNOWLEDGED', ''])('takes no other answer: %j', async (answer) => {
    const { id, tokens } = await family.askedToAcknowledge();
    const [secret] = tokens['acknowledged']!.split('.');
    expect((await aVisitor().give(`${secret}.${answer}`)).status).toBe(404);
    expect(await family.acknowledgedAt(id)).toBeNull();
  });

  it('acknowledges no text that the mail did not show', async () => {
    const { id, tokens } = await family.askedToAcknowledge();
    const { status } = await family.notices.send('PATCH', `/${id}`, { body: { body: '<p>It is open.</p>' } });
    expect(status).toBe(200);
    for (const page of [
      await aVisitor().open(tokens['acknowledged']!),
      await aVisitor().give(tokens['acknowledged']!),
    ]) {
      expect(page.status).toBe(409);
      expect(page.html).toContain('The text has changed');
    }
    expect(await family.acknowledgedAt(id)).toBeNull();
    expect((await family.notices.send('POST', `/${id}/reminders`)).status).toBe(202);
    const again = await family.buttonsOf(id, 'notice_reminder');
    expect((await aVisitor().give(again['acknowledged']!)).status).toBe(200);
    expect(await family.acknowledgedAt(id)).toEqual(expect.any(String));
  });

  it('lets whoever it was not meant for say so, though the text has changed since', async () => {
    const { id, tokens } = await family.askedToAcknowledge();
    await family.notices.send('PATCH', `/${id}`, { body: { body: '<p>It is open.</p>' } });
    expect((await aVisitor().notMe(tokens['acknowledged']!)).status).toBe(200);
    expect((await aVisitor().open(tokens['acknowledged']!)).status).toBe(404);
  });

  it('ends with the notice', async () => {
    const { id, tokens } = await family.askedToAcknowledge({ expires_at: '2026-09-05T12:00:00Z' });
    const before = t.clock.now().toISOString();
    t.clock.moveTo('2026-09-05T12:00:00Z');
    expect((await aVisitor().give(tokens['acknowledged']!)).status).toBe(404);
    t.clock.moveTo(before);
    expect((await aVisitor().open(tokens['acknowledged']!)).status).toBe(200);
    await family.notices.send('DELETE', `/${id}`);
    expect((await aVisitor().give(tokens['acknowledged']!)).status).toBe(404);
  });
});
