import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { readContentDocument } from '../imports/content/content-import.service.js';
import { DEMO_ACCOUNTS } from './demo-accounts.js';
import { demoContent } from './demo-content.js';
import { DEMO_FILES } from './demo-publications.js';

const { schools, contents } = demoContent('2026-11-21');
const main = contents['alder-falls']!;
const students = main.students!;
const guardians = students.flatMap((student) => student.guardians!);
const everything = Object.values(contents);
const share = <T>(list: T[], has: (one: T) => boolean): number => list.filter(has).length / list.length;

const offsetAt = (day: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime('America/New_York').offset;

describe('demoContent', () => {
  it('stays the same every time, but for what depends on the day', () => {
    const on = (today: string) =>
      Object.values(demoContent(today).contents).map(
        ({
          organizations,
          menus: _menus,
          events: _events,
          series: _series,
          notices: _notices,
          polls: _polls,
          signups: _signups,
          permission_slips: _slips,
          ...rest
        }) => ({
          ...rest,
          organizations: organizations!.map(({ editors: _editors, ...organization }) => organization),
        }),
      );
    expect(demoContent('2026-11-21').contents).toEqual(contents);
    expect(on('2027-06-30')).toEqual(on('2026-11-21'));
    expect(on('2027-07-01')).not.toEqual(on('2026-11-21'));
  });

  it('consists of content files without a fault', () => {
    for (const content of everything) {
      expect(readContentDocument(content).errors).toEqual([]);
    }
  });

  it('contains one school of 400 students and two smaller ones', () => {
    expect(schools.map(({ shortName }) => contents[shortName]?.students?.length)).toEqual([400, 48, 40]);
    expect(main.staff).toHaveLength(45);
  });

  it('contains students in every grade, leaving in the year that the grade tells', () => {
    const years = Map.groupBy(students, ({ graduation_year }) => graduation_year);
    expect([...years.keys()].sort()).toEqual(Array.from({ length: 13 }, (_, at) => 2027 + at));
    for (const [, ofYear] of years) expect(ofYear.length).toBeGreaterThan(10);
    expect(students.find(({ grade }) => grade === 'K')?.graduation_year).toBe(2039);
  });

  it('shares families between the schools', () => {
    const emails = everything.map(
      ({ students: of }) => new Set(of!.flatMap((one) => one.guardians!.map((g) => g.email))),
    );
    for (const other of emails.slice(1)) {
      expect([...other].filter((email) => email && emails[0]!.has(email)).length).toBeGreaterThan(3);
    }
  });

  it('contains siblings under one roof, and parents who live apart under two names', () => {
    const homes = Map.groupBy(students, ({ address }) => JSON.stringify(address));
    expect([...homes.values()].filter((home) => home.length > 1).length).toBeGreaterThan(60);
    const surnames = students.map(({ last_name, guardians: adults }) => [
      last_name,
      ...adults!.map((a) => a.last_name),
    ]);
    expect(share(surnames, (family) => new Set(family).size > 1)).toBeGreaterThan(0.2);
  });

  it('contains what a directory has to cope with', () => {
    expect(share(students, ({ latitude }) => latitude === undefined)).toBeGreaterThan(0.03);
    expect(share(students, ({ address_visible }) => address_visible === false)).toBeGreaterThan(0.03);
    expect(share(students, ({ archived }) => archived === true)).toBeGreaterThan(0);
    expect(share(guardians, ({ profile_visibility }) => profile_visibility === 'name_only')).toBeGreaterThan(
      0.05,
    );
    expect(share(guardians, ({ email }) => email === null)).toBeGreaterThan(0.03);
    expect(share(students, ({ last_name }) => /[^\x20-\x7e]/.test(last_name!))).toBeGreaterThan(0.1);
    expect(students.some(({ last_name }) => last_name!.includes("'"))).toBe(true);
    expect(students.some(({ first_name }) => /\p{Script=Han}/u.test(first_name!))).toBe(true);
    expect(students.some(({ first_name }) => /\p{Script=Arabic}/u.test(first_name!))).toBe(true);
  });

  it('contains every demo account, a parent of two with a co-guardian, and a deactivated member', () => {
    const members = new Map(main.members!.map((member) => [member.email, member]));
    for (const email of DEMO_ACCOUNTS) expect(members.has(email)).toBe(true);
    expect(members.get('parent@demo.school')?.students).toHaveLength(2);
    expect(main.members!.filter(({ deactivated }) => deactivated)).toHaveLength(1);
    expect(contents['alder-montessori']?.members?.map(({ email }) => email)).toContain(
      'two-schools@demo.school',
    );
    const { source_id } = members.get('parent@demo.school')!.students![0]!;
    expect(students.find((student) => student.source_id === source_id)?.guardians).toHaveLength(2);
  });

  it('contains teams, clubs and classes with students, leaders and helpers, and one from last year', () => {
    const organizations = main.organizations!;
    expect(new Set(organizations.map(({ kind }) => kind))).toEqual(new Set(['team', 'club', 'class']));
    for (const { students: roster, leaders } of organizations) {
      expect(roster!.length).toBeGreaterThan(10);
      expect(leaders![0]).toHaveProperty('email');
    }
    expect(organizations.filter(({ archived }) => archived).map(({ season }) => season)).toEqual([
      'Fall 2025',
    ]);
    expect(organizations.find(({ short_name }) => short_name === 'cross-country')?.season).toBe('Fall 2026');
    expect(share(organizations, ({ parents }) => parents!.length > 0)).toBeGreaterThan(0.3);
  });

  it('contains an editor whose right is live on the day, and one whose right has expired', () => {
    const grants = main.organizations!.filter(({ archived }) => !archived).flatMap(({ editors }) => editors!);
    const live = grants.filter(({ expires_at }) => expires_at! > '2026-11-21');
    expect(live).toMatchObject([{ email: 'editor@demo.school' }]);
    expect(grants.filter((grant) => !live.includes(grant))).toHaveLength(1);
  });

  it.each(['2026-11-21', '2027-03-14', '2027-07-04'])(
    'contains a term of calendar around %s, with past and coming games and a series over a change of the clocks',
    (today) => {
      const { events, series } = demoContent(today).contents['alder-falls']!;
      const games = events!.filter(({ event_type }) => event_type === 'game');
      expect(games.some(({ ends_at }) => ends_at! < today)).toBe(true);
      expect(games.some(({ starts_at }) => starts_at! > `${today}T24`)).toBe(true);
      expect(new Set(games.map(({ home_away }) => home_away))).toEqual(new Set(['home', 'away', undefined]));
      const offsets = series!.map(({ local_start, rrule }) => {
        const until = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(rrule!)!.slice(1).join('-');
        return new Set([local_start!.slice(0, 10), today, until].map(offsetAt)).size;
      });
      expect(offsets.some((different) => different > 1)).toBe(true);
      const audiences = new Set(events!.map(({ audience }) => audience?.type));
      expect(audiences).toEqual(
        new Set([undefined, 'school', 'admins', 'graduation_years', 'organizations']),
      );
      expect(events!.some(({ start_date, title }) => start_date && title.includes('no school'))).toBe(true);
    },
  );

  it.each(['2026-11-21', '2027-03-14', '2027-07-04'])('contains polls in every state on %s', (today) => {
    const { polls } = demoContent(today).contents['alder-falls']!;
    const state = ({ opens_at, closes_at }: { opens_at?: string | null; closes_at?: string | null }) =>
      opens_at! > today ? 'hidden' : closes_at && closes_at < today ? 'closed' : 'open';
    const states = Map.groupBy(polls!, state);
    expect([...states.keys()].sort()).toEqual(['closed', 'hidden', 'open']);
    const modes = new Set(states.get('open')!.map(({ results_visibility: mode }) => mode));
    expect([...modes].sort()).toEqual(['after_close', 'after_response', 'always', 'never']);
  });

  it('contains four weeks of menus around the day, with three meals at the main school', () => {
    const dates = [...new Set(main.menus!.map(({ date }) => date))];
    expect(dates).toHaveLength(20);
    expect([dates[0], dates.at(-1)]).toEqual(['2026-11-09', '2026-12-04']);
    expect(new Set(main.menus!.map(({ meal_type }) => meal_type))).toEqual(
      new Set(['breakfast', 'lunch', 'snack']),
    );
    const later = demoContent('2026-11-24').contents['alder-falls']!.menus!;
    expect(later.filter(({ date }) => date === '2026-12-04')).toEqual(
      main.menus!.filter(({ date }) => date === '2026-12-04'),
    );
    for (const { menus } of everything)
      expect(menus!.some(({ meal_type }) => meal_type === 'lunch')).toBe(true);
  });

  it.each(['2026-11-21', '2027-03-14'])(
    'contains notices around %s that are shown, pinned, to come and over, and alerts nobody of them',
    (today) => {
      const { notices, documents } = demoContent(today).contents['alder-falls']!;
      const begun = notices!.filter(({ starts_at }) => starts_at! <= `${today}T24`);
      expect(begun.filter(({ expires_at }) => expires_at! < today)).toHaveLength(1);
      expect(begun.length).toBe(notices!.length - 1);
      expect(notices!.filter(({ pinned }) => pinned)).toHaveLength(1);
      const audiences = new Set(notices!.map(({ audience }) => audience?.type));
      expect(audiences).toEqual(new Set([undefined, 'admins', 'graduation_years', 'organizations']));
      expect([...notices!, ...documents!].every(({ send_alert }) => send_alert === false)).toBe(true);
    },
  );

  it('contains documents with a file of every usual kind, all of them there and small', () => {
    const named = everything.flatMap(({ documents }) => documents!.flatMap(({ files }) => files!));
    expect([...new Set(named)].sort()).toEqual(readdirSync(DEMO_FILES).sort());
    expect(new Set(named.map((name) => extname(name)))).toEqual(
      new Set(['.pdf', '.docx', '.xlsx', '.jpg', '.png']),
    );
    const bytes = readdirSync(DEMO_FILES).map((name) => statSync(join(DEMO_FILES, name)).size);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(200_000);
  });

  it('reaches nobody: reserved mail domains and numbers kept for fiction only', () => {
    const people = everything.flatMap((one) => [
      ...one.students!.flatMap((student) => [student, ...student.guardians!]),
      ...one.members!,
      ...one.staff!,
    ]);
    for (const { email, phone } of people as { email?: string | null; phone?: string | null }[]) {
      if (email)
        expect(email).toMatch(/@(example\.(com|org|net)|demo\.school|([a-z-]+\.)*[a-z-]+\.example)$/);
      if (phone) expect(phone).toMatch(/555-01\d\d( ext\. \d{3})?$|^\+49 30 23125 \d{3}( ext\. \d{3})?$/);
    }
  });

  it('lies within a few kilometres', () => {
    const latitudes = students.flatMap(({ latitude }) => latitude ?? []);
    expect(Math.max(...latitudes) - Math.min(...latitudes)).toBeLessThan(0.06);
  });
});
