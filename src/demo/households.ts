import type { GuardianRelation } from '../features/directory/guardians/guardian-relation.js';
import type { Origin } from './data/origin.js';
import { type Adult, type Home, type People, pickSurname, type Seeded, type Surname } from './people.js';
import type { Homes } from './demo-students.js';

/** Those who bring up children, and where. */
export interface Household {
  guardians: { adult: Adult; relation: GuardianRelation }[];
  surname: Surname;
  /** The first is where the children sleep on most days. */
  homes: Home[];
}

interface Makers {
  random: Seeded;
  people: People;
  homes: Homes;
}

const KINDS = [
  { weight: 66, make: together },
  { weight: 14, make: apart },
  { weight: 8, make: alone },
  { weight: 4, make: sameSex },
  { weight: 4, make: withStepparent },
  { weight: 3, make: withGrandparent },
  { weight: 1, make: fostered },
];

export const makeHousehold = (makers: Makers, origin: Origin, other: Origin): Household =>
  makers.random.weighted(KINDS).make(makers, origin, other);

/** Sometimes the parents come from two parts of the world. */
function together(makers: Makers, origin: Origin, other: Origin): Household {
  const { random, homes } = makers;
  const surname = pickSurname(random, origin);
  const mothersOrigin = random.chance(0.15) ? other : origin;
  const born = pickSurname(random, mothersOrigin).hers;
  const mother = woman(makers, mothersOrigin, random.chance(origin.retainsName) ? born : surname.hers);
  const father = man(makers, origin, surname.his);
  const both = { his: join(origin, surname.his, born), hers: join(origin, surname.hers, born) };
  return {
    guardians: [
      { adult: mother, relation: 'mother' },
      { adult: father, relation: 'father' },
    ],
    surname: random.chance(origin.bothSurnames ?? 0) ? both : surname,
    homes: [homes.next()],
  };
}

const join = (origin: Origin, first: string, second: string): string =>
  origin.retainsName > 0.5 ? `${first} ${second}` : `${first}-${second}`;

/** Two homes and two surnames; of such parents one in three wants to be shown by name only. */
function apart(makers: Makers, origin: Origin, other: Origin): Household {
  const { random, homes } = makers;
  const surname = pickSurname(random, origin);
  const mother = woman(makers, random.chance(0.3) ? other : origin, pickSurname(random, origin).hers);
  const father = man(makers, origin, surname.his);
  if (random.chance(0.33)) random.pick([mother, father]).visibility = 'name_only';
  return {
    guardians: [
      { adult: mother, relation: 'mother' },
      { adult: father, relation: 'father' },
    ],
    surname,
    homes: [homes.next(), homes.next()],
  };
}

function alone(makers: Makers, origin: Origin): Household {
  const { random, homes } = makers;
  const surname = pickSurname(random, origin);
  const isMother = random.chance(0.75);
  const adult = isMother ? woman(makers, origin, surname.hers) : man(makers, origin, surname.his);
  return { guardians: [{ adult, relation: isMother ? 'mother' : 'father' }], surname, homes: [homes.next()] };
}

function sameSex(makers: Makers, origin: Origin, other: Origin): Household {
  const { random, homes } = makers;
  const [surname, second] = [pickSurname(random, origin), pickSurname(random, other)];
  const areMothers = random.chance(0.5);
  const relation = areMothers ? 'mother' : 'father';
  const adults = areMothers
    ? [woman(makers, origin, surname.hers), woman(makers, other, second.hers)]
    : [man(makers, origin, surname.his), man(makers, other, second.his)];
  return { guardians: adults.map((adult) => ({ adult, relation })), surname, homes: [homes.next()] };
}

function withStepparent(makers: Makers, origin: Origin, other: Origin): Household {
  const { random } = makers;
  const household = apart(makers, origin, other);
  const adult = random.chance(0.6)
    ? man(makers, other, pickSurname(random, other).his)
    : woman(makers, other, pickSurname(random, other).hers);
  return { ...household, guardians: [...household.guardians, { adult, relation: 'stepparent' }] };
}

function withGrandparent(makers: Makers, origin: Origin): Household {
  const { random } = makers;
  const household = alone(makers, origin);
  const { his, hers } = household.surname;
  const parents = household.guardians.map(({ adult }) => adult.firstName);
  const adult = random.chance(0.7) ? woman(makers, origin, hers, parents) : man(makers, origin, his, parents);
  return { ...household, guardians: [...household.guardians, { adult, relation: 'grandparent' }] };
}

function fostered(makers: Makers, origin: Origin, other: Origin): Household {
  const household = together(makers, other, origin);
  const guardians = household.guardians.map(({ adult }) => ({ adult, relation: 'guardian' as const }));
  return { ...household, guardians, surname: pickSurname(makers.random, origin) };
}

const woman = ({ random, people }: Makers, origin: Origin, lastName: string, taken: string[] = []): Adult =>
  people.adult(anotherName(origin.girls, random.pick(origin.girls), taken), lastName);

const man = ({ random, people }: Makers, origin: Origin, lastName: string, taken: string[] = []): Adult =>
  people.adult(anotherName(origin.boys, random.pick(origin.boys), taken), lastName);

/** A first name that is not taken: two guardians of one student with one name would count as one person. */
const anotherName = (names: readonly string[], picked: string, taken: string[]): string =>
  taken.includes(picked) ? names.find((name) => !taken.includes(name))! : picked;
