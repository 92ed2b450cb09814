import { makeChild, makeChildren } from './children.js';
import { EASTERN_ORIGINS } from './data/origins-east.js';
import { SOUTHERN_ORIGINS } from './data/origins-south.js';
import { WESTERN_ORIGINS } from './data/origins-west.js';
import type { Origin } from './data/origin.js';
import type { Town } from './data/places.js';
import type { Child } from './family.js';
import { Homes } from './homes.js';
import { makeHousehold, type Household } from './households.js';
import { People } from './people.js';
import { Seeded } from './seeded.js';

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
