import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aCalendar } from '../../support/calendar.factory.js';
import { aCategory, aFeed, listed, type TestFeed } from '../../support/feed.factory.js';
import { byIcalJs, entriesOf, linesOf, READERS } from '../../support/feeds/feed-readers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const titles = async (feed: TestFeed): Promise<string[]> =>
  entriesOf(await feed.text())
    .map((entry) => entry.find((line) => line.startsWith('SUMMARY:'))!.slice('SUMMARY:'.length))
    .sort();

describe('What a feed shows', () => {
  it('follows what its owner may see now', async () => {
    const admin = await aCalendar(t);
    const ada = await admin.school.student({ graduationYear: 2030 });
    const [parent, other] = [await admin.school.parentOf(ada), await admin.school.parent()];
    const chess = await admin.anOrganization();
    await admin.anEvent({ title: 'All' });
    await admin.anEvent({ title: 'Admins', audience: { type: 'admins' } });
    await admin.anEvent({ title: '2030', audience: { type: 'graduation_years', graduation_years: [2030] } });
    await admin.anEvent({ title: 'Chess', organization_id: chess.id });
    await admin.aSeries({ title: 'Drill', organization_id: chess.id });
    const [mine, theirs, all] = [
      await aFeed(t, admin.as(parent)),
      await aFeed(t, admin.as(other)),
      await aFeed(t, admin),
    ];
    expect(await titles(mine)).toEqual(['2030', 'All']);
    expect(await titles(theirs)).toEqual(['All']);
    expect(await titles(all)).toEqual(['2030', 'Admins', 'All', 'Chess', 'Drill']);

    await chess.enroll(ada);
    const grant = await chess.grant(other);
    expect(await titles(mine)).toEqual(['2030', 'All', 'Chess', 'Drill']);
    expect(await titles(theirs)).toEqual(['All', 'Chess', 'Drill']);
    await t.dataSource.query('update organization_grants set revoked_at = now() where id = $1', [grant.id]);
    await t.dataSource.query('update students set archived_at = now() where id = $1', [ada.id]);
    expect(await titles(mine)).toEqual(['All']);
    expect(await titles(theirs)).toEqual(['All']);
  });

  it('ends with a grant that expires, though nothing is written', async () => {
    const admin = await aCalendar(t);
    const [chess, editor] = [await admin.anOrganization(), await admin.school.parent()];
    await chess.grant(editor, { expiresAt: new Date(t.clock.now().getTime() + 3_600_000) });
    await admin.anEvent({ organization_id: chess.id });
    const feed = await aFeed(t, admin.as(editor));
    const { headers } = await feed.get();
    t.clock.advance(3_600_000);
    expect(entriesOf(await feed.text())).toEqual([]);
    const later = await feed.get({ 'if-modified-since': headers.get('last-modified')! });
    expect(later.status).toBe(200);
  });

  it('keeps to the chosen categories, tags and organization, in whatever case they are written', async () => {
    const calendar = await aCalendar(t);
    const [chess, art] = [await calendar.anOrganization(), await aCategory(t, calendar, 'École d’Été')];
    const sports = await aCategory(t, calendar, 'Sports');
    await calendar.anEvent({ title: 'Nothing' });
    await calendar.anEvent({ title: 'Art', category_id: art });
    await calendar.anEvent({ title: 'Art away', category_id: art, tags: ['ÄUSSERE'] });
    await calendar.anEvent({
      title: 'Game',
      category_id: sports,
      tags: ['Home', 'äussere'],
      organization_id: chess.id,
    });
    const shown = async (body: object): Promise<string[]> => titles(await aFeed(t, calendar, body));
    expect(await shown({ categories: ['ÉCOLE D’ÉTÉ'] })).toEqual(['Art', 'Art away']);
    expect(await shown({ categories: ['école d’été', 'SPORTS'] })).toEqual(['Art', 'Art away', 'Game']);
    expect(await shown({ tags: ['äussere', 'nowhere'] })).toEqual(['Art away', 'Game']);
    expect(await shown({ categories: ['sports'], tags: ['HOME'] })).toEqual(['Game']);
    expect(await shown({ categories: ['École d’Été'], tags: ['home'] })).toEqual([]);
    expect(await shown({ organizationId: chess.id })).toEqual(['Game']);
    expect(await shown({ organizationId: chess.id, categories: ['Nothing'] })).toEqual([]);
  });

  it('leaves out of a series what is for others, and takes in what is for the owner', async () => {
    const admin = await aCalendar(t);
    const parent = admin.as(await admin.school.parent());
    const open = await admin.aSeries({ title: 'Open', rrule: 'FREQ=WEEKLY;COUNT=4' });
    const closed = await admin.aSeries({
      title: 'Closed',
      rrule: 'FREQ=WEEKLY;COUNT=4',
      audience: { type: 'admins' },
    });
    await admin.change(await admin.on(open, '2026-09-14'), { audience: { type: 'admins' } });
    await admin.change(await admin.on(closed, '2026-09-21'), {
      title: 'Day of the open door',
      audience: { type: 'school' },
    });
    const text = await (await aFeed(t, parent)).text();
    expect(byIcalJs(text)).toEqual([
      '2026-09-07T19:30:00.000Z/2026-09-07T20:30:00.000Z Open',
      '2026-09-21T19:30:00.000Z/2026-09-21T20:30:00.000Z Day of the open door',
      '2026-09-21T19:30:00.000Z/2026-09-21T20:30:00.000Z Open',
      '2026-09-28T19:30:00.000Z/2026-09-28T20:30:00.000Z Open',
    ]);
    expect(text).not.toContain('Closed');
    expect(linesOf(text)).toEqual(
      expect.arrayContaining([
        'EXDATE;TZID=America/New_York:20260914T153000',
        `UID:${closed}_20260921T193000Z@localhost`,
      ]),
    );
  });

  it.each([
    ['as it stands', {}],
    ['by where it really is', { local_start: '2027-03-07T02:30', rdates: ['2027-03-14T03:30'] }],
    ['all day', { all_day: true, local_start: '2026-09-07', duration_minutes: undefined }],
  ])('hides what is for others, though a further date names it again: %s', async (_, given) => {
    const admin = await aCalendar(t);
    const parent = admin.as(await admin.school.parent());
    const four = { rrule: 'FREQ=WEEKLY;COUNT=4', rdates: ['2026-09-14'], ...given };
    const id = await admin.aSeries(four);
    const second = (await admin.occurrences(id))[1]!;
    await admin.change(second.id, { audience: { type: 'admins' } });
    const shown = listed(await parent.events());
    expect(shown).toHaveLength(3);
    const text = await (await aFeed(t, parent)).text();
    for (const [name, read] of READERS) expect([name, ...read(text)]).toEqual([name, ...shown]);
  });

  it('filters the occurrences of a series by what they are', async () => {
    const calendar = await aCalendar(t);
    const sports = await aCategory(t, calendar, 'Sports');
    const id = await calendar.aSeries({ rrule: 'FREQ=WEEKLY;COUNT=3', category_id: sports });
    await calendar.change(await calendar.on(id, '2026-09-14'), { category_id: null });
    const other = await calendar.aSeries({ title: 'Club', rrule: 'FREQ=WEEKLY;COUNT=3' });
    await calendar.change(await calendar.on(other, '2026-09-21'), { category_id: sports });
    expect(byIcalJs(await (await aFeed(t, calendar, { categories: ['sports'] })).text())).toEqual([
      '2026-09-07T19:30:00.000Z/2026-09-07T20:30:00.000Z Practice',
      '2026-09-21T19:30:00.000Z/2026-09-21T20:30:00.000Z Club',
      '2026-09-21T19:30:00.000Z/2026-09-21T20:30:00.000Z Practice',
    ]);
  });

  it('says for 30 days that a single event is cancelled, and of an occurrence by EXDATE', async () => {
    const calendar = await aCalendar(t);
    const [event, series] = [
      await calendar.anEvent(),
      await calendar.aSeries({ rrule: 'FREQ=WEEKLY;COUNT=2' }),
    ];
    const feed = await aFeed(t, calendar);
    await calendar.remove(event);
    await calendar.remove(await calendar.on(series, '2026-09-07'));
    const lines = linesOf(await feed.text());
    expect(lines).toContain('STATUS:CANCELLED');
    expect(lines).toContain('EXDATE;TZID=America/New_York:20260907T153000');
    expect(byIcalJs(await feed.text())).toHaveLength(1);
    t.clock.advance(30 * 86_400_000);
    expect(linesOf(await feed.text())).not.toContain('STATUS:CANCELLED');
    expect(linesOf(await feed.text())).toContain('EXDATE;TZID=America/New_York:20260907T153000');
    await calendar.remove(await calendar.on(series, '2026-09-14'));
    expect(entriesOf(await feed.text())).toEqual([]);
  });
});
