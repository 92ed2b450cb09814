import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import ical from 'node-ical';
import type { NotificationKind } from '../../src/features/alerts/alert.js';
import { deliverMail, mailsOf } from '../support/alerts.js';
import { aCalendar, type TestCalendar } from '../support/calendar.factory.js';
import { aFeed } from '../support/feed.factory.js';
import { startAppWithDataDir } from '../support/data-dir-app.factory.js';
import type { TestMember } from '../support/school.factory.js';
import type { TestApp } from '../support/test-app.js';
import { aSignup } from '../support/signup.factory.js';
import { tokenOf } from '../support/tokens.js';

const LATER = { starts_at: '2026-09-12T17:00:00Z', ends_at: '2026-09-12T19:00:00Z' };

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

/** The entries of an iCalendar file, unfolded, as lines by their names. */
const entriesIn = (file: string): Record<string, string>[] =>
  file
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((entry) =>
      Object.fromEntries(
        entry
          .split('\r\n')
          .filter((line) => line.includes(':'))
          .map((line) => [line.slice(0, line.search(/[:;]/)), line]),
      ),
    );

async function partOf(id: string, kind: NotificationKind, reader = parent): Promise<string | null> {
  await deliverMail(t);
  const mail = (await mailsOf(t, { id }, kind)).get(reader.membershipId)!;
  return mail.calendar && mail.calendar.content;
}

async function entriesOf(id: string, kind: NotificationKind): Promise<Record<string, string>[]> {
  return entriesIn((await partOf(id, kind)) ?? '');
}

/** The entries of the parent's feed. */
async function feed(): Promise<Record<string, string>[]> {
  const own = calendar.as({ token: await tokenOf(t, parent) });
  const text = await (await aFeed(t, own)).text();
  return entriesIn(text);
}

/** What a calendar program tells entries apart by, and when they are. */
const IDENTITY = [
  'UID',
  'RECURRENCE-ID',
  'DTSTART',
  'DTEND',
  'RRULE',
  'EXDATE',
  'SEQUENCE',
  'SUMMARY',
  'URL',
];
const identityOf = (entry: Record<string, string> | undefined) =>
  IDENTITY.map((name) => entry?.[name] ?? null);

const sequenceOf = (entry: Record<string, string> | undefined): number =>
  Number(entry!['SEQUENCE']!.slice(9));

async function change(id: string, body: object): Promise<void> {
  t.clock.advance(2_000);
  expect((await calendar.change(id, body)).status).toBe(200);
}

describe('The calendar part of a mail about an event', () => {
  it('reads as a file of its own beside the letter, with what is published at its head', async () => {
    const id = await calendar.anEvent({ send_alert: true });
    const file = (await partOf(id, 'event_created'))!;
    expect(file).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:[^\r]+\r\nMETHOD:PUBLISH\r\n/);
    expect(file).not.toMatch(/REFRESH-INTERVAL|X-WR-CALNAME|ATTENDEE|ORGANIZER/);
    const { headers } = (await mailsOf(t, { id }, 'event_created')).get(parent.membershipId)!.calendar!;
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(
        /^text\/calendar; charset=utf-8; method=PUBLISH; name=event.ics$/,
      ),
      'content-disposition': 'attachment; filename=event.ics',
      'content-transfer-encoding': 'base64',
    });
    const [event] = Object.values(ical.sync.parseICS(file)).filter((one) => one?.type === 'VEVENT');
    expect(event).toMatchObject({ summary: 'Picnic', start: new Date('2026-09-12T16:00:00Z') });
  });

  it('says what the feed says, and counts up from the first mail to the last', async () => {
    const id = await calendar.anEvent({ send_alert: true, location: 'Park' });
    const [created] = await entriesOf(id, 'event_created');
    expect(identityOf(created)).toEqual(identityOf((await feed())[0]));
    expect(created!['UID']).toBe(`UID:${id}@directory.example.org`);
    await change(id, LATER);
    const [moved] = await entriesOf(id, 'event_changed');
    expect(identityOf(moved)).toEqual(identityOf((await feed())[0]));
    expect(moved).toMatchObject({
      DTSTART: 'DTSTART;TZID=America/New_York:20260912T130000',
      STATUS: 'STATUS:CONFIRMED',
    });
    expect(moved!['DTSTAMP']).toBe('DTSTAMP:20260901T120002Z');
    t.clock.advance(2_000);
    await calendar.remove(id);
    const [off] = await entriesOf(id, 'event_cancelled');
    expect(off).toMatchObject({ UID: created!['UID'], STATUS: 'STATUS:CANCELLED' });
    const sequences = [created, moved, off].map(sequenceOf);
    expect(sequences[0]).toBeLessThan(sequences[1]!);
    expect(sequences[1]).toBeLessThan(sequences[2]!);
  });

  it('lists all of a new series, as the feed does', async () => {
    const series = await calendar.aSeries({ send_alert: true });
    const id = await calendar.on(series, '2026-09-07');
    const entries = await entriesOf(id, 'event_created');
    expect(entries.map(identityOf)).toEqual((await feed()).map(identityOf));
    expect(entries[0]).toMatchObject({
      UID: `UID:${series}@directory.example.org`,
      RRULE: expect.stringContaining('WEEKLY'),
    });
  });

  it('names one date of a series, by the name that the feed gives it', async () => {
    const series = await calendar.aSeries();
    const id = await calendar.on(series, '2026-09-07');
    await change(id, { location: 'Hall' });
    const [date, ...more] = await entriesOf(id, 'event_changed');
    expect(more).toEqual([]);
    expect(date!['RECURRENCE-ID']).toBe('RECURRENCE-ID;TZID=America/New_York:20260907T153000');
    const own = (await feed()).find((entry) => entry['RECURRENCE-ID']);
    expect(identityOf(date)).toEqual(identityOf(own));
    t.clock.advance(2_000);
    await calendar.remove(id);
    const [off] = await entriesOf(id, 'event_cancelled');
    expect(off).toMatchObject({
      UID: date!['UID'],
      'RECURRENCE-ID': date!['RECURRENCE-ID'],
      STATUS: 'STATUS:CANCELLED',
    });
    expect(sequenceOf(off)).toBeGreaterThan(sequenceOf(date));
    t.clock.advance(2_000);
    await calendar.changeSeries(series, { exdates: [] });
    const [back] = await entriesOf(id, 'event_changed');
    expect(back).toMatchObject({
      UID: date!['UID'],
      'RECURRENCE-ID': date!['RECURRENCE-ID'],
      STATUS: 'STATUS:CONFIRMED',
    });
    expect(sequenceOf(back)).toBeGreaterThan(sequenceOf(off));
  });

  it('lists all of a series that has moved as a whole, and calls off one that is gone', async () => {
    const series = await calendar.aSeries();
    t.clock.advance(2_000);
    await calendar.changeSeries(series, { local_start: '2026-09-07T16:30' });
    const id = await calendar.on(series, '2026-09-07');
    const entries = await entriesOf(id, 'event_changed');
    expect(entries.map(identityOf)).toEqual((await feed()).map(identityOf));
    t.clock.advance(2_000);
    await calendar.removeSeries(series);
    const [off, ...more] = await entriesOf(id, 'event_cancelled');
    expect([off!['UID'], off!['RECURRENCE-ID'], off!['STATUS'], more]).toEqual([
      entries[0]!['UID'],
      undefined,
      'STATUS:CANCELLED',
      [],
    ]);
    expect(sequenceOf(off)).toBeGreaterThan(sequenceOf(entries[0]));
  });

  it('names a date that is for the reader without its series as the feed does', async () => {
    const series = await calendar.aSeries({ audience: { type: 'admins' } });
    const id = await calendar.on(series, '2026-09-07');
    await calendar.change(id, { audience: { type: 'school' } });
    await change(id, { location: 'Hall' });
    const [date] = await entriesOf(id, 'event_changed');
    expect(date!['UID']).toBe(`UID:${id}@directory.example.org`);
    expect(identityOf(date)).toEqual(identityOf((await feed())[0]));
  });

  it('says nothing that a title or a text has put into it, and is cut at 75 bytes', async () => {
    const title = 'Ärger 👨‍👩‍👧‍👦 Übung; Größe, Maß '.repeat(6).trim();
    const description = `<p>${'Bring cake, tea; and a 👨‍👩‍👧‍👦.<br>END:VEVENT<br>'.repeat(200)}</p>`;
    const location = 'Gym\r\nATTENDEE:mailto:eve@example.org\r\nBEGIN:VALARM';
    const id = await calendar.anEvent({ send_alert: true, title, description, location });
    const file = (await partOf(id, 'event_created'))!;
    expect(file.split('\r\n').every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line))).toBe(
      true,
    );
    expect(file.split('\r\n').filter((line) => /^(ATTENDEE|BEGIN:VALARM|END:VEVENT)/.test(line))).toEqual([
      'END:VEVENT',
    ]);
    const [event] = Object.values(ical.sync.parseICS(file)).filter((one) => one?.type === 'VEVENT');
    expect(event).toMatchObject({ summary: title });
    expect(Buffer.byteLength(file)).toBeLessThan(8_000);
  });

  it('stays away from reminders, which confirm nothing', async () => {
    const until = '2026-09-12T12:00:00Z';
    const id = await calendar.anEvent({ rsvp: { by: 'person', until } });
    await calendar.send('POST', `/events/${id}/rsvps/reminders`);
    expect(await partOf(id, 'event_rsvp_reminder')).toBeNull();
  });
});

describe('The calendar part of a mail about a sign-up', () => {
  const startsAt = new Date('2026-12-08T20:00:00Z');

  it('confirms a place with the entry of the feed', async () => {
    const { school } = calendar;
    const admin = await school.admin();
    const items = { Cake: { capacity: 1, waitlistEnabled: true, startsAt }, Tea: {} };
    const signup = await aSignup(t, school, items, { location: 'Gym' });
    const first = await signup.claimed(admin, 'Cake');
    await signup.claimed(parent, 'Cake', { accept_waitlist: true });
    await signup.claimed(parent, 'Tea');
    const other = await aSignup(t, school, { Juice: { startsAt } });
    await other.claimed(parent, 'Juice');
    await signup.withdraw(admin, first);
    const entries = await entriesOf(signup.id, 'signup_promoted');
    expect(entries).toMatchObject([{ SUMMARY: 'SUMMARY:Cake (Bake sale)', STATUS: 'STATUS:CONFIRMED' }]);
    const known = (await feed()).filter(({ SUMMARY: title }) => title!.includes('Cake'));
    expect(entries.map(identityOf)).toEqual(known.map(identityOf));
  });

  it('stays away where nothing has a time', async () => {
    const { school } = calendar;
    const admin = await school.admin();
    const signup = await aSignup(t, school, { Tea: { capacity: 1, waitlistEnabled: true } });
    const first = await signup.claimed(admin, 'Tea');
    await signup.claimed(parent, 'Tea', { accept_waitlist: true });
    await signup.withdraw(admin, first);
    expect(await partOf(signup.id, 'signup_promoted')).toBeNull();
  });
});
