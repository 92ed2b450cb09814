import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { OneRosterFiles } from '../../imports/oneroster/oneroster-files.js';
import { event, file } from '../../imports/calendar/ics-text.js';
import type { Chance } from '../imports/chance.js';

/* Files as four sources would send them, of few things, so that one import changes what another has brought. */

const some = <T>(chance: Chance, values: readonly T[], share = 0.6): T[] =>
  values.filter(() => chance.is(share));
const STUDENTS = ['s1', 's2', 's3', 's4', 's5', 's6'];
const SCHOOLS = ['north', 'south'];

/** Parents are `p1` to `p6`; one has an address that changes from export to export. */
export const emailOf = (history: string, parent: string, changed = false): string =>
  `${parent}${changed ? '-new' : ''}@${history}.example`;

export function randomRoster(chance: Chance, history: string): OneRosterFiles {
  const files = new OneRosterFiles();
  for (const school of SCHOOLS)
    files.school(school, { name: chance.is(0.2) ? `The ${school} school` : `School ${school}` });
  const there = some(chance, STUDENTS, 0.8);
  const inNorth = new Set(some(chance, there, 0.75));
  for (const student of there)
    files.student(student, {
      orgSourcedIds: inNorth.has(student) ? 'north' : 'south',
      grades: chance.of(['04', '05']),
      phone: chance.of(['', '+1 555 0100']),
      agentSourcedIds: some(chance, [`p${student.slice(1)}`, 'p1', 'p2'], 0.7)
        .filter(unlike)
        .join(','),
    });
  for (let number = 1; number <= 6; number += 1)
    files.parent(`p${number}`, { email: emailOf(history, `p${number}`, chance.is(0.15)) });
  files.teacher('t1', { email: emailOf(history, 't1'), orgSourcedIds: 'north' });
  if (chance.is(0.7)) files.teacher('t2', { orgSourcedIds: 'north' });
  for (const id of some(chance, ['k1', 'k2'])) {
    files.class(id, { schoolSourcedId: 'north', title: chance.of([`Class ${id}`, `Course ${id}`]) });
    for (const student of some(chance, [...inNorth])) files.enroll(id, student);
    files.teach(id, 't1');
  }
  return files;
}

const unlike = (value: string, at: number, all: string[]): boolean => all.indexOf(value) === at;

const day = (chance: Chance): string => `2026-10-${chance.between(10, 28)}`;

export function randomContent(chance: Chance, history: string): ContentFile {
  const word = (): string => chance.of(['Oak', 'Elm', 'Ash']);
  const category = chance.of(['News', 'Forms']);
  const owner = chance.is(0.5) ? { organization: 'chess' } : {};
  const opens_at = '2026-09-01T08:00:00Z';
  const content: ContentFile = {
    categories: ['News', 'Forms'].map((name) => ({ name, color: chance.of(['#112233', '#445566']) })),
    students: some(chance, ['c1', 'c2', 'c3']).map((source_id) => ({
      ...{ source_id, first_name: chance.of(['Ada', 'Bea']), last_name: source_id },
      ...{ graduation_year: 2030, archived: chance.is(0.15) },
      guardians: some(chance, ['g1', 'g2']).map((id) => ({
        ...{
          source_id: `${source_id}-${id}`,
          first_name: id,
          last_name: source_id,
          relation: 'mother' as const,
        },
        ...{ email: emailOf(history, id), phone: chance.of([null, '555-0101']) },
      })),
    })),
    members: some(chance, ['m1', 'm2']).map((name) => ({
      ...{
        email: emailOf(history, name),
        role: 'parent' as const,
        first_name: chance.of(['Ina', 'Leo']),
        last_name: name,
      },
    })),
    staff: some(chance, ['x1', 'x2']).map((name) => ({
      first_name: name,
      last_name: 'Staff',
      title: word(),
    })),
    menus: some(chance, ['12', '13', '14']).map((date) => ({
      ...{
        date: `2026-10-${date}`,
        meal_type: 'lunch' as const,
        items: chance.of(['Soup', 'Rice', 'Pasta']),
      },
    })),
    organizations: [
      {
        ...{ short_name: 'chess', kind: 'club' as const, name: `Chess ${word()}` },
        ...(chance.is(0.5) && { description: `<p>${word()}</p>` }),
      },
    ],
  };
  if (chance.is(0.4)) content.school_details = { title: `About ${word()}`, description: word() };
  return {
    ...content,
    events: some(chance, ['e1', 'e2']).map((key) => {
      const start_date = day(chance);
      return { key, title: `${key} ${word()}`, start_date, end_date: start_date, category, ...owner };
    }),
    series: some(chance, ['r1'], 0.5).map((key) => ({
      ...{
        key,
        title: `Practice ${word()}`,
        local_start: '2026-10-12T15:30',
        duration_minutes: 60,
        ...owner,
      },
      rrule: `FREQ=${chance.of(['DAILY', 'WEEKLY'])};COUNT=${chance.between(2, 4)}`,
    })),
    notices: some(chance, ['n1', 'n2']).map((key) => ({
      ...{
        key,
        title: `${key} ${word()}`,
        body: `<p>${word()}</p>`,
        expires_at: '2027-01-01T00:00:00Z',
        category,
        ...owner,
      },
    })),
    documents: some(chance, ['d1']).map((key) => ({ key, title: `${key} ${word()}`, category, ...owner })),
    polls: some(chance, ['q1', 'q2']).map((key) => ({
      ...{ key, title: `${key} ${word()}`, opens_at },
      questions: [
        { text: 'Where?', choices: some(chance, ['Lake', 'Park', 'Pool'], 0.5).concat('Gym', 'Hall') },
      ],
    })),
    signups: some(chance, ['u1', 'u2']).map((key) => ({
      ...{ key, title: `${key} ${word()}`, opens_at, claim_per: 'person' as const },
      items: some(chance, ['Cake', 'Tea'])
        .concat('Juice')
        .map((title) => ({ title, capacity: chance.between(3, 6) })),
    })),
    permission_slips: some(chance, ['l1'], 0.5).map((key) => ({
      ...{ key, title: `${key} ${word()}`, body: '<p>A trip.</p>', statement: 'I allow it.', opens_at },
    })),
  };
}

export function randomCalendar(chance: Chance): string {
  const events = some(chance, ['a', 'b', 'c', 'd'], 0.7).map((uid) => {
    const start = `DTSTART;TZID=America/New_York:202610${chance.between(10, 28)}T${chance.of(['15', '16'])}3000`;
    const repeats = chance.is(0.3) ? [`RRULE:FREQ=WEEKLY;COUNT=${chance.between(2, 5)}`] : [];
    const id = chance.is(0.1) ? `${uid}-again` : uid;
    return event(
      `UID:${id}`,
      `SUMMARY:${uid} ${chance.of(['Game', 'Cup'])}`,
      start,
      'DURATION:PT1H',
      ...repeats,
    );
  });
  return file(...events, event('UID:z', 'SUMMARY:Fair', 'DTSTART;VALUE=DATE:20261120'));
}

export function randomMenus(chance: Chance): string {
  const rows = some(chance, ['12', '13', '14', '15', '16']).map(
    (date) => `2026-10-${date},lunch,${chance.of(['Soup', 'Rice', 'Pasta'])},${chance.of(['milk', ''])}`,
  );
  return ['date,meal_type,items,allergens', '2026-10-19,lunch,Stew,', ...rows, ''].join('\n');
}
