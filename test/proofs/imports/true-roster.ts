import type { Chance } from './chance.js';

/** Who really is at a school, before a vendor has exported it. */
export interface TrueRoster {
  schools: string[];
  students: TrueStudent[];
  guardians: TrueGuardian[];
  staff: TrueStaff[];
  classes: { id: string; school: string; students: string[]; leaders: TrueStaff[] }[];
}

export interface TrueStudent {
  id: string;
  school: string;
  name: [first: string, last: string];
  /** Years from kindergarten, −2 to 12; null: ungraded. */
  level: number | null;
}

export interface TrueGuardian {
  id: string;
  school: string;
  name: [first: string, last: string];
  relation: 'mother' | 'father' | 'parent' | 'guardian';
  students: string[];
}

export interface TrueStaff {
  id: string;
  school: string;
  name: [first: string, last: string];
  title: string;
  /** They have children at the school as well. */
  students: string[];
}

const FIRST = ['Zoë', 'José', 'Renée', 'Björn', 'Ada', 'Søren', 'Mary Ann', 'Łukasz', 'O’Neil', 'Null'];
const LAST = [
  'Müller',
  'Núñez-O’Brien',
  'Åkesson',
  'Smith, Jr.',
  'de la Cruz',
  'Kjær',
  'Lee',
  'D"Arcy',
  'Ek',
];
/** Without what windows-1252 cannot write, and what a file of semicolons would have to quote. */
const nameOf = (chance: Chance): [string, string] => [
  chance.of(FIRST.filter((name) => name !== 'Łukasz')),
  chance.of(LAST),
];
const RELATIONS = ['mother', 'father', 'parent', 'guardian'] as const;

export function trueRoster(chance: Chance, titles: string[]): TrueRoster {
  const schools = Array.from({ length: chance.between(1, 2) }, (_, at) => `school${at}`);
  const students = Array.from({ length: chance.between(3, 25) }, (_, at) => ({
    id: `s${at}`,
    school: chance.of(schools),
    name: nameOf(chance),
    level: chance.is(0.05) ? null : chance.between(-2, 12),
  }));
  const some = (): string[] => [
    ...new Set(Array.from({ length: chance.between(1, 2) }, () => chance.of(students).id)),
  ];
  const guardians = Array.from({ length: chance.between(2, 30) }, (_, at) => ({
    ...{ id: `g${at}`, school: chance.of(schools), name: nameOf(chance) },
    ...{ relation: chance.of(RELATIONS), students: some() },
  }));
  const staff = Array.from({ length: chance.between(1, 8) }, (_, at) => ({
    ...{ id: `t${at}`, school: chance.of(schools), name: nameOf(chance) },
    ...{ title: chance.of(titles), students: chance.is(0.2) ? some() : [] },
  }));
  const classes = schools.flatMap((school) => {
    const [pupils, leaders] = [students, staff].map((people) =>
      people.filter((one) => one.school === school),
    );
    const taken = leaders!.filter(() => chance.is(0.5)) as TrueStaff[];
    return {
      id: `c-${school}`,
      school,
      students: pupils!.filter(() => chance.is(0.5)).map(({ id }) => id),
      leaders: taken,
    };
  });
  return { schools, students, guardians, staff, classes };
}
