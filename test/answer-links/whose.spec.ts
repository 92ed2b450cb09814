import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AnsweringVisitor, AskedFamily, startMailingApp } from '../support/answer-link.factory.js';
import { AnswerLinks } from '../../src/features/answer-links/answer-links.service.js';
import { deliverMail } from '../support/alerts.js';
import type { TestApp } from '../support/test-app.js';

let t: TestApp;
let family: AskedFamily;
beforeAll(async () => {
  t = await startMailingApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  family = await AskedFamily.of(t, { children: ['Ada', 'Ben'] });
});

const aVisitor = (): AnsweringVisitor => new AnsweringVisitor(t);
const rowsOf = (): Promise<Record<string, unknown>[]> =>
  t.dataSource.query('select * from answer_links where school_id = $1 order by created_at', [
    family.school.id,
  ]);

/** Both children, one of whom may not be asked for any more. */
const forBoth = (): Record<string, string> =>
  Object.fromEntries(family.studentIds.map((id) => [`student-${id}`, 'yes']));

describe('A link of a mail', () => {
  it('stays nowhere but as a digest', async () => {
    const { tokens } = await family.askedWhoComes();
    const [secret] = tokens['yes']!.split('.');
    const rows = JSON.stringify(await rowsOf());
    expect(rows).not.toContain(secret);
    expect(rows).not.toContain(family.parent.email);
  });

  it('opens no session, and is no token of the API', async () => {
    const { id, tokens } = await family.askedWhoComes();
    const visitor = aVisitor();
    await visitor.give(tokens['yes']!, forBoth());
    expect(visitor.browser.page!.headers.get('set-cookie')).toBeNull();
    for (const path of ['/me', `/schools/${family.school.id}/calendar/events/${id}`])
      for (const token of [tokens['yes']!, tokens['yes']!.split('.')[0]!])
        expect((await t.api.get(path, { token })).status).toBe(401);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'has left',
      () => t.api.post(`/me/leave-school/${family.parent.membershipId}`, { token: family.parent.token }),
    ],
    ['is deactivated', () => family.school.deactivate(family.parent)],
    [
      'has another address',
      () =>
        t.dataSource.query('update users set email = $2 where id = $1', [
          family.parent.userId,
          `new-${family.parent.email}`,
        ]),
    ],
    [
      'has not proven the address any more',
      () =>
        t.dataSource.query('update users set email_verified_at = null where id = $1', [family.parent.userId]),
    ],
  ])('leads nowhere once its person %s', async (_, change) => {
    const { tokens } = await family.askedWhoComes();
    await change();
    expect((await aVisitor().give(tokens['yes']!, forBoth())).status).toBe(404);
    expect((await aVisitor().notMe(tokens['yes']!)).status).toBe(404);
  });

  it('leads nowhere once the school has turned the calendar off, the event is gone, or is not for them', async () => {
    const { id, tokens } = await family.askedWhoComes();
    await family.school.setFeatures({ calendar: false });
    expect((await aVisitor().give(tokens['yes']!, forBoth())).status).toBe(404);
    await family.school.setFeatures({ calendar: true });
    await family.rsvps.calendar.change(id, {
      audience: { type: 'graduation_years', graduation_years: [2031] },
    });
    expect((await aVisitor().give(tokens['yes']!, forBoth())).status).toBe(404);
    await family.rsvps.calendar.remove(id);
    expect((await aVisitor().open(tokens['yes']!)).status).toBe(404);
  });

  it('no longer answers for a child from whom the guardian is kept apart, nor for one who has left', async () => {
    const { id, tokens } = await family.askedWhoComes();
    await family.school.restrict(family.parent);
    const { html } = await aVisitor().open(tokens['yes']!);
    expect([html.includes('Ada'), html.includes('Ben')]).toEqual([false, true]);
    expect((await aVisitor().give(tokens['yes']!, forBoth())).status).toBe(200);
    expect((await family.rsvps.rsvpOf(id))!.counts.yes).toBe(1);
    await t.dataSource.query('update students set archived_at = now() where id = $1', [family.studentIds[1]]);
    expect((await aVisitor().give(tokens['no']!, forBoth())).status).toBe(404);
    expect((await family.rsvps.rsvpOf(id))!.counts).toMatchObject({ no: 0 });
  });

  it('answers to its own event alone', async () => {
    const [one, two] = [await family.askedWhoComes(), await family.askedWhoComes({ title: 'Fair' })];
    await aVisitor().give(one.tokens['yes']!, { ...forBoth(), event: two.id, eventId: two.id });
    expect(await family.answers(two.id)).toEqual([null, null]);
  });

  it('answers for its own reader alone, though another guardian has one', async () => {
    const zoe = await family.school.student({ firstName: 'Zoe' });
    const other = await family.school.parentOf(zoe);
    const { id } = await family.askedWhoComes();
    const tokens = await family.buttonsOf(id, 'event_created', other);
    expect((await aVisitor().give(tokens['yes']!, forBoth())).status).toBe(400);
    const fields = { ...forBoth(), [`student-${zoe.id}`]: 'yes' };
    expect((await aVisitor().give(tokens['yes']!, fields)).status).toBe(200);
    expect(await family.answers(id)).toEqual([null, null]);
  });

  it('makes room for newer ones: a person has at most twenty for an event', async () => {
    const { id, tokens } = await family.askedWhoComes();
    const { id: eventId } = await family.rsvps.calendar.row(id);
    const { membershipId, email } = family.parent;
    const asks = { eventId };
    const made: (string | null)[] = [];
    for (let count = 0; count < 25; count += 1) {
      t.clock.moveTo(new Date(t.clock.now().getTime() + 1000).toISOString());
      made.push(
        await t.app.get(AnswerLinks).create({ schoolId: family.school.id, membershipId, email, asks }),
      );
    }
    const statuses = [];
    for (const token of [tokens['yes']!, `${made[4]}.yes`, `${made[5]}.yes`, `${made[24]}.yes`])
      statuses.push((await aVisitor().open(token)).status);
    expect(statuses).toEqual([404, 404, 200, 200]);
    expect((await rowsOf()).filter((row) => row['membership_id'] === membershipId)).toHaveLength(20);
  });
});

describe('Presses of one person', () => {
  it('stop at sixty an hour, and those of others go on', async () => {
    const other = await family.school.parentOf(await family.school.student({ firstName: 'Zoe' }));
    const { id, tokens } = await family.askedWhoComes({ rsvp: { by: 'person' } });
    const others = await family.buttonsOf(id, 'event_created', other);
    const statuses = [];
    for (let press = 0; press < 61; press += 1) statuses.push((await aVisitor().give(tokens['yes']!)).status);
    expect(statuses.slice(-2)).toEqual([200, 429]);
    expect((await aVisitor().give(others['yes']!)).status).toBe(200);
  });
});

describe('“This is not me”', () => {
  it('ends every link of the person for the item, tells them by mail once, and leaves the rest', async () => {
    const { id, tokens } = await family.askedWhoComes({ title: 'Picnic' });
    const fair = await family.askedWhoComes({ title: 'Fair' });
    const other = await family.school.parentOf(await family.school.student({ firstName: 'Zoe' }));
    await family.rsvps.remind(id);
    const reminded = await family.buttonsOf(id, 'event_rsvp_reminder');
    const others = await family.buttonsOf(id, 'event_rsvp_reminder', other);
    const pages = await Promise.all(Array.from({ length: 6 }, () => aVisitor().notMe(tokens['yes']!)));
    // Whoever comes after the first finds it ended.
    expect(pages.filter(({ status }) => status !== 404).map(({ status }) => status)).toContain(200);
    expect(pages.find(({ status }) => status === 200)!.html).toContain('The links are ended');
    for (const token of [tokens['yes']!, tokens['no']!, reminded['maybe']!])
      expect((await aVisitor().open(token)).status).toBe(404);
    expect((await aVisitor().open(fair.tokens['yes']!)).status).toBe(200);
    expect((await aVisitor().open(others['yes']!)).status).toBe(200);
    const mails = await t.dataSource.query(
      `select kind, details from mails where user_id = $1 and kind = 'answer_links_ended'`,
      [family.parent.userId],
    );
    expect(mails).toEqual([
      { kind: 'answer_links_ended', details: expect.objectContaining({ item: 'Picnic' }) },
    ]);
    expect(await family.answers(id)).toEqual([null, null]);
  });

  it('leaves later mails about the item without buttons', async () => {
    const { id, tokens } = await family.askedWhoComes();
    await aVisitor().notMe(tokens['yes']!);
    await family.rsvps.remind(id);
    await deliverMail(t);
    expect(await family.buttonsOf(id, 'event_rsvp_reminder')).toEqual({});
  });
});
