import type { Chance } from './chance.js';
import type { TrueRoster } from './true-roster.js';

/** How a student information system writes a OneRoster export. */
export interface Vendor {
  name: string;
  separator: ',' | ';' | '\t';
  encoding: 'utf8' | 'utf8 with a mark' | 'windows-1252';
  eol: '\n' | '\r\n';
  quotesAll: boolean;
  /** Who names whom in agentSourcedIds. */
  agents: 'both' | 'students' | 'adults' | 'in relationships.csv';
  /** Words for the titles of staff that it has. */
  staff: Record<string, string>;
  grade: (level: number | null, chance: Chance) => string;
  enabled: string;
  header: (name: string) => string;
  relation: (relation: string) => string;
}

const ORDINALS = 'First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth'.split(
  ' ',
);
const code = (level: number | null): string =>
  level === null
    ? 'UG'
    : level === -2
      ? 'PK3'
      : level === -1
        ? 'PK'
        : level === 0
          ? 'KG'
          : String(level).padStart(2, '0');
const asIs = (text: string): string => text;

const TEACHERS = { Teacher: 'teacher', Aide: 'aide', Administrator: 'administrator' };
const common = {
  eol: '\r\n',
  quotesAll: false,
  enabled: 'true',
  header: asIs,
  relation: asIs,
  staff: TEACHERS,
} as const;

export const VENDORS: Vendor[] = [
  { ...common, name: 'one by the book', separator: ',', encoding: 'utf8', agents: 'both', grade: code },
  {
    ...common,
    ...{ name: 'one that quotes everything', separator: ',', encoding: 'utf8 with a mark', quotesAll: true },
    agents: 'students',
    grade: (level) =>
      level === null
        ? 'Ungraded'
        : level < 1
          ? ['PreK 3', 'Pre-K', 'Kindergarten'][level + 2]!
          : `${ORDINALS[level - 1]} Grade`,
    enabled: 'TRUE',
    relation: (word) => word.toUpperCase(),
  },
  {
    ...common,
    ...{ name: 'one with semicolons', separator: ';', encoding: 'windows-1252', eol: '\n', agents: 'adults' },
    grade: (level, chance) => {
      const known = level !== null && level > 0;
      return known && chance.is(0.3) ? `${level} (retained)` : level === 12 ? '12+' : code(level);
    },
    staff: { ...TEACHERS, Counselor: 'counsellor', Librarian: 'LIBRARIAN', Secretary: 'Secretary' },
    header: (name) => name.toUpperCase(),
  },
  {
    ...common,
    ...{ name: 'one with tabs', separator: '\t', encoding: 'utf8', agents: 'both', enabled: 'Y' },
    grade: (level) =>
      level === null ? 'Other' : level < 1 ? ['PK3', 'TK', 'K'][level + 2]! : `Grade ${level}`,
    staff: { ...TEACHERS, Staff: 'staff', 'Assistant Principal': 'Assistant Principal' },
    header: (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  },
  {
    ...common,
    ...{ name: 'School Data Sync', separator: ',', encoding: 'utf8', agents: 'in relationships.csv' },
    grade: (level) => code(level).toLowerCase().replace(/^0/, ''),
    staff: {
      Teacher: 'teacher',
      Staff: 'staff',
      Nurse: 'nurse',
      Coach: 'coach',
      'IT Administrator': 'itAdmin',
      'Office Staff': 'officeStaff',
    },
  },
];

export type Rows = Record<string, Record<string, string>[]>;

/** The files of an export, before they are written in one of its ways. */
export function rowsOf(roster: TrueRoster, vendor: Vendor, chance: Chance): Rows {
  const { schools, students, guardians, staff, classes } = roster;
  const isSync = vendor.agents === 'in relationships.csv';
  const adults = [...guardians, ...staff.filter((one) => one.students.length > 0)];
  const agentsOf = (id: string): string => {
    const ofStudent = adults.filter((adult) => adult.students.includes(id)).map((adult) => adult.id);
    const own = adults.find((adult) => adult.id === id)?.students ?? [];
    if (vendor.agents === 'students') return ofStudent.join(',');
    if (vendor.agents === 'adults') return own.join(',');
    return vendor.agents === 'both' ? [...ofStudent, ...own].join(',') : '';
  };
  const grades = new Map(students.map(({ id, level }) => [id, vendor.grade(level, chance)]));
  const roleOf = new Map([
    ...students.map(({ id }) => [id, 'student'] as const),
    ...guardians.map(({ id, relation }) => [id, vendor.relation(relation)] as const),
    ...staff.map(
      (one) => [one.id, vendor.staff[one.title]! + (one.students.length > 0 ? ',parent' : '')] as const,
    ),
  ]);
  const people = [...students, ...guardians, ...staff];
  const users = people.map(({ id, school, name }) => ({
    ...{ sourcedId: id, status: chance.of(['', 'active']), enabledUser: vendor.enabled },
    ...(!isSync && {
      orgSourcedIds: school,
      role: roleOf.get(id)!,
      grades: grades.get(id) ?? '',
      agentSourcedIds: agentsOf(id),
    }),
    ...{ givenName: name[0], familyName: name[1], email: `${id}@x.example` },
  }));
  const sync = {
    roles: people.flatMap(({ id, school }) =>
      roleOf
        .get(id)!
        .split(',')
        .map((role) => ({ userSourcedId: id, orgSourcedId: school, role, grade: grades.get(id) ?? '' })),
    ),
    relationships: adults.flatMap((adult) =>
      adult.students.map((student) => ({
        ...{ userSourcedId: student, relationshipUserSourcedId: adult.id },
        relationshipRole: 'relation' in adult ? adult.relation : 'parent',
      })),
    ),
  };
  return {
    orgs: schools.map((id) => ({ sourcedId: id, name: `The ${id}`, type: 'school' })),
    academicSessions: [
      {
        sourcedId: 'y',
        title: '2026-27',
        type: 'schoolYear',
        startDate: '2026-08-01',
        endDate: '2027-07-31',
      },
    ],
    users,
    ...(isSync && sync),
    courses: [{ sourcedId: 'art', title: 'Art', schoolYearSourcedId: 'y' }],
    classes: classes.map(({ id, school }) => ({
      ...{
        sourcedId: id,
        title: `Class of ${id}`,
        courseSourcedId: 'art',
        schoolSourcedId: school,
        orgSourcedId: school,
      },
    })),
    enrollments: classes.flatMap(({ id, school, students: pupils, leaders }) => [
      ...pupils.map((student) => ({
        classSourcedId: id,
        schoolSourcedId: school,
        userSourcedId: student,
        role: 'student',
      })),
      ...leaders.map((one) => ({
        classSourcedId: id,
        schoolSourcedId: school,
        userSourcedId: one.id,
        role: vendor.staff[one.title]!,
      })),
    ]),
  };
}

/** In its separators, quotes and letters. */
export function written(rows: Record<string, string>[], vendor: Vendor): Buffer {
  const { separator, quotesAll, eol, encoding, header } = vendor;
  const names = Object.keys(rows[0] ?? { sourcedId: '' });
  const cell = (text: string): string =>
    quotesAll || /["\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
  const lines = [names.map(header), ...rows.map((row) => names.map((name) => row[name] ?? ''))];
  const text = lines.map((cells) => cells.map(cell).join(separator) + eol).join('');
  if (encoding !== 'windows-1252') return Buffer.from((encoding === 'utf8' ? '' : '\uFEFF') + text);
  return Buffer.from(text.replaceAll('’', '\u0092'), 'latin1');
}
