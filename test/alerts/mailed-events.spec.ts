import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deliverMail, deliveriesOf, mailsOf } from '../support/alerts.js';
import { PICNIC, aCalendar, type TestCalendar } from '../support/calendar.factory.js';
import { startAppWithDataDir } from '../support/data-dir-app.factory.js';
import type { ReadMail } from '../support/mail/read-mail.js';
import type { TestMember } from '../support/school.factory.js';
import type { TestApp } from '../support/test-app.js';

/** An hour and two hours later than it was, at noon in New York. */
const LATER = { starts_at: '2026-09-12T17:00:00Z', ends_at: '2026-09-12T19:00:00Z' };
const LATEST = { starts_at: '2026-09-12T18:00:00Z', ends_at: '2026-09-12T20:00:00Z' };
const BACK = { starts_at: PICNIC.starts_at, ends_at: PICNIC.ends_at };

let t: TestApp;
let calendar: TestCalendar;
let parent: TestMember;
beforeAll(async () => {
  t = await startAppWithDataDir({ siteUrl: 'https://directory.example.org' });
});
afterAll(() => t.close());
beforeEach(async () => {
  calendar = await aCalendar(t);
  t.clock.stopAt('2026-09-01T12:00:00.000Z');
  parent = await calendar.school.parent();
});

const mailOf = async (id: string, kind: 'event_changed' | 'event_cancelled'): Promise<ReadMail | undefined> =>
  (await mailsOf(t, { id }, kind)).get(parent.membershipId);

/** What becomes of the mails about an event, as `kind state`. */
async function outcomesOf(id: string, { membershipId } = parent): Promise<string[]> {
  await deliverMail(t);
  const owed = await deliveriesOf(t, { id });
  return owed
    .filter((mail) => mail.membership_id === membershipId)
    .map(({ kind, state }) => `${kind} ${state}`);
}

/** Changes an event, a second later than what was before. */
async function change(id: string, body: object, scope?: 'all'): Promise<string> {
  t.clock.advance(1_000);
  const answer = await calendar.change(id, body, scope);
  expect(answer.status).toBe(200);
  return answer.body.id as string;
}

describe('Mails about events', () => {
  it('tell nobody of another title or text, of what is far away, and who has changed it', async () => {
    const id = await calendar.anEvent();
    await change(id, { title: 'Fair', description: '<p>Bring a cake.</p>' });
    const far = await calendar.anEvent({
      starts_at: '2026-10-12T16:00:00Z',
      ends_at: '2026-10-12T18:00:00Z',
    });
    await change(far, { location: 'Gym' });
    expect([await outcomesOf(id), await outcomesOf(far)]).toEqual([[], []]);
    const [, admin] = [await change(id, LATER), await deliveriesOf(t, { id })];
    expect(admin.map(({ membership_id }) => membership_id)).toEqual([parent.membershipId]);
  });

  it('drop what has moved back before its mail has gone', async () => {
    const id = await calendar.anEvent();
    await change(id, LATER);
    await change(id, BACK);
    expect(await outcomesOf(id)).toEqual(['event_changed dropped']);
  });

  it('drop what was called off and takes place again before its mail has gone', async () => {
    const series = await calendar.aSeries();
    const id = await calendar.on(series, '2026-09-07');
    await calendar.remove(id);
    t.clock.advance(1_000);
    await calendar.changeSeries(series, { exdates: [] });
    expect(await outcomesOf(id)).toEqual(['event_changed dropped']);
  });

  it('reach nobody who may not see the event any more, or is in no audience of a series that is gone', async () => {
    const team = await calendar.anOrganization();
    const player = await calendar.school.parent();
    await team.addParent(player);
    const audience = { type: 'organizations', organization_ids: [team.id] };
    const id = await calendar.anEvent({ organization_id: team.id, audience });
    const series = await calendar.aSeries({ organization_id: team.id, audience });
    const first = await calendar.on(series, '2026-09-07');
    await change(id, LATER);
    t.clock.advance(1_000);
    await calendar.removeSeries(series);
    await t.dataSource.query('delete from organization_parents where membership_id = $1', [
      player.membershipId,
    ]);
    expect(await outcomesOf(id, player)).toEqual(['event_changed dropped']);
    expect(await outcomesOf(first, player)).toEqual(['event_cancelled dropped']);
  });

  it('drop what has begun meanwhile', async () => {
    const [moved, off] = [await calendar.anEvent(), await calendar.anEvent()];
    await change(moved, LATER);
    await calendar.remove(off);
    t.clock.stopAt('2026-09-12T17:00:00Z');
    expect([await outcomesOf(moved), await outcomesOf(off)]).toEqual([
      ['event_changed dropped'],
      ['event_cancelled dropped'],
    ]);
  });
});

describe('A mail about an event that was moved', () => {
  it('says what was and what is, by the clock of the school', async () => {
    const id = await calendar.anEvent({ location: 'Park' });
    await change(id, { ...LATER, location: 'Gym' });
    expect(await outcomesOf(id)).toEqual(['event_changed sent']);
    const { headers, text, html } = (await mailOf(id, 'event_changed'))!;
    expect(headers['subject']).toContain('Event moved · Picnic');
    expect(headers['list-id']).toContain(calendar.school.id);
    expect(text).toMatch(/Before: Saturday, September 12, 2026.*12:00\s–\s2:00\sPM EDT · Park\n/);
    expect(text).toMatch(/Now: Saturday, September 12, 2026.*1:00\s–\s3:00\sPM EDT · Gym\n/);
    expect(html).toMatch(/Before: Saturday, September 12, 2026/);
  });

  it('tells of whole days, and of a meeting time', async () => {
    const id = await calendar.anEvent();
    await change(id, { arrival_at: '2026-09-12T15:30:00Z' });
    await deliverMail(t);
    expect((await mailOf(id, 'event_changed'))!.text).toMatch(/Now: .* · be there at 11:30\sAM/);
    await change(id, {
      all_day: true,
      start_date: '2026-09-12',
      end_date: '2026-09-13',
      starts_at: null,
      ends_at: null,
    });
    await deliverMail(t);
    expect((await mailOf(id, 'event_changed'))!.text).toMatch(
      /Now: Saturday, September 12\s–\sSunday, September 13, 2026\n/,
    );
  });

  it('says nothing of a time and place that were for others', async () => {
    const id = await calendar.anEvent({ location: 'Cellar', audience: { type: 'admins' } });
    await change(id, { ...LATER, location: 'Gym', audience: { type: 'school' } });
    expect(await outcomesOf(id)).toEqual(['event_changed sent']);
    const { text, html } = (await mailOf(id, 'event_changed'))!;
    expect(text).toMatch(/place\.\n\nNow: .*1:00\s–\s3:00\sPM EDT · Gym/);
    expect(text + html).not.toMatch(/Cellar|Before/);
    const off = await calendar.anEvent({ location: 'Cellar', audience: { type: 'admins' } });
    await change(off, { ...LATER, location: 'Gym', audience: { type: 'school' } });
    await calendar.remove(off);
    expect(await outcomesOf(off)).toEqual(['event_cancelled sent']);
    const cancelled = (await mailOf(off, 'event_cancelled'))!;
    expect(cancelled.text).toMatch(/It was to be: .*1:00\s–\s3:00\sPM EDT · Gym/);
    expect(cancelled.text + cancelled.calendar!.content).not.toContain('Cellar');
  });

  it('goes once and tells how it is now, when it moves twice before', async () => {
    const id = await calendar.anEvent();
    await change(id, LATER);
    await change(id, LATEST);
    expect(await outcomesOf(id)).toEqual(['event_changed sent']);
    const { text } = (await mailOf(id, 'event_changed'))!;
    expect(text).toMatch(/Before: .*12:00\s–\s2:00\sPM/);
    expect(text).toMatch(/Now: .*2:00\s–\s4:00\sPM/);
  });

  it('goes again, as another mail, when it moves after the first has gone', async () => {
    const id = await calendar.anEvent();
    await change(id, LATER);
    await deliverMail(t);
    const first = (await mailOf(id, 'event_changed'))!.headers['message-id'];
    await change(id, BACK);
    expect(await outcomesOf(id)).toEqual(['event_changed sent']);
    const { headers, text } = (await mailOf(id, 'event_changed'))!;
    expect(headers['message-id']).not.toBe(first);
    expect(text).toMatch(/Before: .*1:00\s–\s3:00\sPM/);
    expect(text).toMatch(/Now: .*12:00\s–\s2:00\sPM/);
  });

  it('tells the change since a mail that is being sent', async () => {
    const id = await calendar.anEvent();
    await change(id, LATER);
    await t.dataSource.query(`update mails set attempts = 1 where state = 'waiting' and kind = 'alert'`);
    await change(id, BACK);
    expect(await outcomesOf(id)).toEqual(['event_changed sent']);
    expect((await mailOf(id, 'event_changed'))!.text).toMatch(/Before: .*1:00\s–\s3:00\sPM/);
  });

  it('says that it takes place after all', async () => {
    const series = await calendar.aSeries();
    const id = await calendar.on(series, '2026-09-07');
    await calendar.remove(id);
    expect(await outcomesOf(id)).toEqual(['event_cancelled sent']);
    t.clock.advance(1_000);
    await calendar.changeSeries(series, { exdates: [] });
    expect(await outcomesOf(id)).toEqual(['event_changed sent']);
    expect((await mailOf(id, 'event_changed'))!.text).toMatch(
      /Before: cancelled\nNow: Monday, September 7, 2026/,
    );
  });
});

describe('A mail about an event that was called off', () => {
  it('goes alone when the event was moved before, and tells when it was to be', async () => {
    const id = await calendar.anEvent();
    await change(id, LATER);
    await calendar.remove(id);
    expect(await outcomesOf(id)).toEqual(['event_cancelled sent']);
    const { headers, text } = (await mailOf(id, 'event_cancelled'))!;
    expect(headers['subject']).toContain('Event cancelled · Picnic');
    expect(text).toMatch(/It was to be: Saturday, September 12, 2026.*12:00\s–\s2:00\sPM/);
  });

  it('goes alone when the move has been read already', async () => {
    const id = await calendar.anEvent();
    await change(id, LATER);
    await t.dataSource.query('update notifications set read_at = now() where target_id = $1', [id]);
    await calendar.remove(id);
    expect(await outcomesOf(id)).toEqual(['event_cancelled sent']);
  });

  it('tells of a series that is gone once, about the next date', async () => {
    const series = await calendar.aSeries();
    const first = await calendar.on(series, '2026-09-07');
    await calendar.removeSeries(series);
    expect(await outcomesOf(first)).toEqual(['event_cancelled sent']);
    const { text } = (await mailOf(first, 'event_cancelled'))!;
    expect(text).toMatch(/It was to be: Monday, September 7, 2026/);
    expect(text).toContain('Other dates have changed as well.');
  });
});

describe('A write', () => {
  const owed = async (): Promise<string[]> => {
    const rows = await t.dataSource.query<{ about: string }[]>(
      `select n.kind || ' ' || n.title as about from mails m join notifications n on n.id = m.notification_id
       where n.membership_id = $1 and n.kind in ('event_changed', 'event_cancelled') order by 1`,
      [parent.membershipId],
    );
    return rows.map(({ about }) => about);
  };

  it('mails a person once, whatever dates of a series it moves and calls off', async () => {
    const series = await calendar.aSeries();
    await calendar.changeSeries(series, { rrule: 'FREQ=WEEKLY;COUNT=1', local_start: '2026-09-07T16:30' });
    expect(await owed()).toEqual(['event_changed Practice']);
    await deliverMail(t);
    const moved = await calendar.on(series, '2026-09-07');
    expect((await mailOf(moved, 'event_changed'))!.text).toContain('Other dates have changed as well.');
  });

  it('says nothing of other dates where there are none', async () => {
    const series = await calendar.aSeries();
    const id = await calendar.on(series, '2026-09-07');
    await change(id, { location: 'Hall' });
    await deliverMail(t);
    expect((await mailOf(id, 'event_changed'))!.text).not.toContain('Other dates');
  });

  it('mails once when two processes change and send at the same time', async () => {
    const id = await calendar.anEvent();
    const bodies = [LATER, LATEST, { location: 'Gym' }, { location: 'Hall' }];
    const answers = await Promise.all([...bodies.map((body) => calendar.change(id, body)), deliverMail(t)]);
    expect(answers.slice(0, 4)).toMatchObject(bodies.map(() => ({ status: 200 })));
    await Promise.all([deliverMail(t), deliverMail(t)]);
    expect(await deliveriesOf(t, { id })).toMatchObject([{ kind: 'event_changed', state: 'sent' }]);
  });
});
