import { EASTERN_ORIGINS, SOUTHERN_ORIGINS, WESTERN_ORIGINS } from './data/origins-east.js';
import type { Origin } from './data/origin.js';
import type { Town } from './data/dishes.js';
import { type Child, People, Seeded } from './people.js';
import { Homes } from './demo-students.js';
import { type Household, makeHousehold } from './households.js';

const FAMILY_SIZES = [
  { weight: 44, size: 1 },
  { weight: 40, size: 2 },
  { weight: 13, size: 3 },
  { weight: 3, size: 4 },
];

const SHORT_NAMES: Record<string, string> = {
  Alejandro: 'Alex',
  Benjamin: 'Ben',
  Charlotte: 'Charlie',
  Eleanor: 'Nell',
  'José Luis': 'Pepe',
  Josephine: 'Josie',
  Małgorzata: 'Gosia',
  Olivia: 'Liv',
  Sebastián: 'Sebas',
  Stanisław: 'Staś',
};

/** Children of one household, the eldest first; some of them twins. */
function makeChildren(random: Seeded, household: Household, origin: Origin, school: string): Child[] {
  const { size } = random.weighted(FAMILY_SIZES);
  const taken = new Set<string>();
  const children: Child[] = [];
  const addressVisible = !random.chance(0.08);
  for (let grade = random.between(0, 12); grade >= 0 && children.length < size; grade -= gap(random)) {
    const child = { ...makeChild(random, household, origin, taken), school, grade, addressVisible };
    children.push(child);
  }
  if (household.homes.length > 1 && random.chance(0.3)) moveToOtherParent(children.at(-1)!, household);
  return children;
}

const gap = (random: Seeded): number => (random.chance(0.04) ? 0 : random.between(1, 4));

/** A child as far as it does not depend on the school. */
function makeChild(random: Seeded, household: Household, origin: Origin, taken: Set<string>): Child {
  const isGirl = random.chance(0.5);
  const pool = (isGirl ? origin.girls : origin.boys).filter((name) => !taken.has(name));
  const firstName = random.pick(pool);
  taken.add(firstName);
  const middleName = random.chance(0.25) ? random.pick(pool.filter((name) => name !== firstName)) : null;
  return {
    school: '',
    firstName,
    middleName,
    lastName: isGirl ? household.surname.hers : household.surname.his,
    preferredName: SHORT_NAMES[firstName] ?? null,
    grade: 0,
    home: random.chance(0.96) ? household.homes[0]! : null,
    isLocated: random.chance(0.92),
    addressVisible: true,
    hasLeft: random.chance(0.01),
    guardians: household.guardians,
  };
}

/** Bears the other parent's name and lives there. */
function moveToOtherParent(child: Child, household: Household): void {
  child.home = household.homes[1]!;
  child.lastName = household.guardians[0]!.adult.lastName;
}

const ORIGINS = [...WESTERN_ORIGINS, ...EASTERN_ORIGINS, ...SOUTHERN_ORIGINS];

/** The families of one town, the same ones for the same seed. */
export class TownFamilies {
  readonly random: Seeded;
  readonly people: People;
  readonly homes: Homes;
  private readonly households: { household: Household; origin: Origin; names: Set<string> }[] = [];

  constructor(town: Town, seed: number) {
    this.random = new Seeded(seed);
    this.people = new People(town, this.random);
    this.homes = new Homes(town, this.random);
  }

  /** New families, until the school has this many of their children. */
  some(count: number, school: string): Child[] {
    const children: Child[] = [];
    while (children.length < count) {
      const origin = this.random.weighted(ORIGINS);
      const household = makeHousehold(this, origin, this.random.weighted(ORIGINS));
      const family = makeChildren(this.random, household, origin, school);
      this.households.push({ household, origin, names: new Set(family.map(({ firstName }) => firstName)) });
      children.push(...family);
    }
    return children.slice(0, count);
  }

  /** One more child each in families that have children at another school. */
  siblings(count: number, school: string, grades: { from: number; to: number }): Child[] {
    const stride = Math.floor(this.households.length / count);
    return Array.from({ length: count }, (_, at) => {
      const { household, origin, names } = this.households[at * stride]!;
      const child = makeChild(this.random, household, origin, names);
      return { ...child, school, grade: this.random.between(grades.from, grades.to) };
    });
  }
}
