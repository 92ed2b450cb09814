import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnsweringVisitor, AskedFamily, startMailingApp } from '../support/answer-link.factory.js';
import { FROM_ELSEWHERE } from '../support/mail/mailed-links.js';
import type { TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startMailingApp();
});
afterAll(() => t.close());

const aVisitor = (): AnsweringVisitor => new AnsweringVisitor(t);

describe('A button of a mail that asks who comes', () => {
  it.each(FROM_ELSEWHERE)("refuses another site's form, %s", async (_, headers) => {
    const family = await AskedFamily.of(t);
    const { id, tokens } = await family.askedWhoComes();
    for (const path of ['/answer', '/answer/given', '/answer/not-me'])
      expect((await aVisitor().post(path, { token: tokens['yes']! }, headers)).status).toBe(403);
    expect(await family.answers(id)).toEqual([null]);
  });

  it.each(['', 'yes', '.yes', 'x'.repeat(43), `${'x'.repeat(43)}.yes`, `${'x'.repeat(2000)}.yes`])(
    'leads nowhere as %j',
    async (token) => {
      const { status, html } = await aVisitor().open(token);
      expect(status).toBe(404);
      expect(html).toContain('This link is no longer good');
    },
  );

  it('offers each answer, on a page that names the child, the event and the answer', async () => {
    const family = await AskedFamily.of(t);
    const { id, tokens } = await family.askedWhoComes({ title: 'Picnic <b>at</b> noon' });
    expect(Object.keys(tokens)).toEqual(['yes', 'no', 'maybe']);
    const { status, html, headers } = await aVisitor().open(tokens['maybe']!);
    expect(status).toBe(200);
    for (const text of [
      'Picnic &lt;b&gt;at',
      'Ada Park',
      'Maria Park',
      'Answer: maybe',
      'September 12, 2026',
    ])
      expect(html).toContain(text);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('set-cookie')).toBeNull();
    expect(await family.answers(id)).toEqual([null]);
  });

  it('changes nothing before the page’s own button, however it is asked for', async () => {
    const family = await AskedFamily.of(t);
    const { id, tokens } = await family.askedWhoComes();
    const url = `${t.url}/answer`;
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(`${url}?token=${tokens['yes']}`, { method })).status).toBeLessThan(400);
    for (const path of ['/given', '/not-me']) expect((await fetch(url + path)).status).toBe(404);
    await aVisitor().open(tokens['yes']!);
    expect(await family.answers(id)).toEqual([null]);
  });

  it('answers in the name of its reader, again as well, and otherwise later', async () => {
    const family = await AskedFamily.of(t);
    const { id, tokens } = await family.askedWhoComes();
    const visitor = aVisitor();
    await visitor.open(tokens['yes']!);
    const { status, html } = await visitor.browser.submit('/answer/given');
    expect(status).toBe(200);
    expect(html).toContain('Answered: yes');
    await aVisitor().give(tokens['yes']!);
    const rsvp = await family.rsvps.as(family.parent).rsvpOf(id);
    expect(rsvp!.mine).toMatchObject([{ answer: 'yes', answered_by: 'Maria Park' }]);
    await aVisitor().give(tokens['no']!);
    expect(await family.answers(id)).toEqual(['no']);
  });

  it('leaves an entry in the audit trail, as the person’s', async () => {
    const family = await AskedFamily.of(t);
    const { id, tokens } = await family.askedWhoComes();
    await aVisitor().give(tokens['yes']!);
    const entries = await t.dataSource.query(
      `select actor_id, membership_id, item_type, item_id from audit_entries
       where school_id = $1 and operation = 'giveAnswer'`,
      [family.school.id],
    );
    expect(entries).toEqual([
      {
        ...{ actor_id: family.parent.userId, membership_id: family.parent.membershipId },
        ...{ item_type: 'event', item_id: id },
      },
    ]);
  });

  it('asks for which of several children it is, and takes no other', async () => {
    const family = await AskedFamily.of(t, { children: ['Ada', 'Ben', 'Cleo'] });
    const stranger = await family.school.student();
    const { id, tokens } = await family.askedWhoComes();
    const [ada, ben, cleo] = family.studentIds as [string, string, string];
    const { html } = await aVisitor().open(tokens['yes']!);
    expect(html.match(/checked/g)).toHaveLength(3);
    for (const fields of [{}, { [`student-${stranger.id}`]: 'yes' }]) {
      const { status, html: again } = await aVisitor().give(tokens['yes']!, fields);
      expect(status).toBe(400);
      expect(again).toContain('Choose for whom the answer is.');
    }
    await aVisitor().give(tokens['yes']!, { [`student-${ada}`]: 'yes', [`student-${cleo}`]: 'yes' });
    expect(await family.answers(id)).toEqual(['yes', null, 'yes']);
    const { html: rest } = await aVisitor().open(tokens['no']!);
    expect(/student-(\S+)" value="yes" checked/.exec(rest)?.[1]).toBe(ben);
    await aVisitor().give(tokens['no']!, { [`student-${ben}`]: 'yes' });
    expect(await family.answers(id)).toEqual(['yes', 'no', 'yes']);
  });

  it('answers for no child but the chosen ones, though they are asked for no more when the button is pressed', async () => {
    const family = await AskedFamily.of(t, { children: ['Ada', 'Ben'] });
    const { id, tokens } = await family.askedWhoComes();
    const [ada, ben] = family.studentIds as [string, string];
    const leave = (gone: string[]) =>
      t.dataSource.query(
        `update students set archived_at = case when id = any ($2::uuid[]) then $3::timestamptz end where school_id = $1`,
        [family.school.id, gone, t.clock.now()],
      );
    await leave([ada]);
    const { status, html } = await aVisitor().give(tokens['yes']!, { [`student-${ada}`]: 'yes' });
    expect(status).toBe(400);
    expect(html).toContain('Choose for whom the answer is.');
    const visitor = aVisitor();
    await visitor.open(tokens['yes']!);
    await leave([ben]);
    expect((await visitor.browser.submit('/answer/given')).status).toBe(400);
    await leave([]);
    expect(await family.answers(id)).toEqual([null, null]);
  });

  it('answers for the person where each answers for themselves', async () => {
    const family = await AskedFamily.of(t);
    const { id, tokens } = await family.askedWhoComes({ rsvp: { by: 'person' } });
    expect((await aVisitor().open(tokens['yes']!)).html).not.toContain('Ada');
    await aVisitor().give(tokens['yes']!);
    expect(await family.answers(id)).toEqual(['yes']);
  });

  it('leaves what was written with the same answer, and not with another one', async () => {
    const family = await AskedFamily.of(t);
    const { id, tokens } = await family.askedWhoComes();
    const asParent = family.rsvps.as(family.parent);
    const commentOf = async () => (await asParent.rsvpOf(id))!.mine[0]!['comment'];
    await asParent.say(id, { student_id: family.studentIds[0]!, comment: 'Brings a cake' });
    await aVisitor().give(tokens['yes']!);
    expect(await commentOf()).toBe('Brings a cake');
    await aVisitor().give(tokens['no']!);
    expect(await commentOf()).toBeNull();
  });

  it('refuses when places run out, and gives the last one to one of two at once', async () => {
    const family = await AskedFamily.of(t);
    const other = await family.school.parentOf(await family.school.student({ firstName: 'Zoe' }));
    const id = await family.rsvps.anEvent({ send_alert: true, rsvp: { by: 'student', capacity: 1 } });
    const own = await family.buttonsOf(id, 'event_created');
    const others = await family.buttonsOf(id, 'event_created', other);
    const pages = await Promise.all([own, others].map((tokens) => aVisitor().give(tokens['yes']!)));
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await family.rsvps.rsvpOf(id))!.counts.yes).toBe(1);
  });

  it('ends with the answers, and says so', async () => {
    const family = await AskedFamily.of(t);
    const { tokens } = await family.askedWhoComes({ rsvp: { by: 'student', until: '2026-09-10T12:00:00Z' } });
    t.clock.moveTo('2026-09-10T12:00:00Z');
    for (const visit of [aVisitor().open(tokens['yes']!), aVisitor().give(tokens['yes']!)]) {
      const { status, html } = await visit;
      expect(status).toBe(400);
      expect(html).toContain('No more answers are taken');
    }
    t.clock.moveTo('2026-09-10T11:59:59Z');
    expect((await aVisitor().give(tokens['yes']!)).status).toBe(200);
  });

  it('goes on while a series is edited', async () => {
    const family = await AskedFamily.of(t);
    const series = await family.rsvps.aSeries();
    const { calendar } = family.rsvps;
    const id = await calendar.on(series, '2026-09-14');
    await family.rsvps.remind(id);
    const tokens = await family.buttonsOf(id, 'event_rsvp_reminder');
    expect((await calendar.change(id, { title: 'Practice, moved' }, 'following')).status).toBe(200);
    expect((await aVisitor().give(tokens['yes']!)).html).toContain('Practice, moved');
  });
});
