import { slug } from '../platform/text/normalize.js';
import type { ContentFile } from '../imports/content/content-file.schema.js';
import type { Child, Home, Seeded } from './people.js';
import type { Town } from './data/dishes.js';

export type StudentInput = NonNullable<ContentFile['students']>[number];

/** In July the school year of those who left is over. */
const FIRST_MONTH = 7;

/**
 * @param firstNumber of the source ids, one a child in their order
 * @param today YYYY-MM-DD at the school; graduation years follow from it
 */
export function studentEntries(children: Child[], firstNumber: number, today: string): StudentInput[] {
  const emails = new Set<string>();
  return children.map((child, at) => ({
    source_id: `S-${firstNumber + at}`,
    first_name: child.firstName,
    middle_name: child.middleName,
    last_name: child.lastName,
    preferred_name: child.preferredName,
    graduation_year: graduationYear(child.grade, today),
    grade: child.grade === 0 ? 'K' : String(child.grade),
    email: child.grade >= 6 ? studentEmail(child, emails) : null,
    archived: child.hasLeft,
    address: child.home && addressOf(child.home),
    ...homeOf(child),
    address_visible: child.addressVisible,
    guardians: child.guardians.map(({ adult, relation }, rank) => ({
      first_name: adult.firstName,
      last_name: adult.lastName,
      email: adult.email,
      phone: adult.phone,
      relation,
      profile_visibility: adult.visibility,
      primary: rank === 0,
    })),
  }));
}

/** @param today YYYY-MM-DD at the school */
function graduationYear(grade: number, today: string): number {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return (month >= FIRST_MONTH ? year + 1 : year) + 12 - grade;
}

/** Upper-school students have a mailbox of the school, where their name has Latin letters. */
function studentEmail({ firstName, lastName, school }: Child, taken: Set<string>): string | null {
  if (!slug(firstName) || !slug(lastName)) return null;
  const email = `${slug(firstName)}.${slug(lastName)}@students.${school}.example`;
  if (taken.has(email)) return null;
  taken.add(email);
  return email;
}

const addressOf = (home: Home) => ({
  line1: home.line1,
  line2: home.line2,
  city: home.city,
  region: home.region,
  postal_code: home.postalCode,
  country: home.country,
});

/** Left out, not cleared, where nothing is known: what a geocoder finds out must survive a second load. */
const homeOf = ({ home, isLocated }: Child) =>
  home && isLocated ? { latitude: home.latitude, longitude: home.longitude } : {};

/** Half the width of a town, in degrees of latitude: with the longitude it makes about five kilometres. */
const SPREAD = 0.021;
/** Houses of one street lie within some two hundred metres. */
const STREET = 0.0018;

/** Homes in a town, each street in one place. */
export class Homes {
  private readonly streets: { name: string; latitude: number; longitude: number }[];

  constructor(
    private readonly town: Town,
    private readonly random: Seeded,
  ) {
    this.streets = town.streets.map((name) => ({ name, ...this.near(town, SPREAD) }));
  }

  next(): Home {
    const { town, random } = this;
    const street = random.pick(this.streets);
    const number = random.between(1, 148);
    return {
      line1: town.numberFirst ? `${number} ${street.name}` : `${street.name} ${number}`,
      line2:
        town.numberFirst && random.chance(0.18)
          ? `Apt ${random.between(1, 6)}${random.pick(['A', 'B', 'C'])}`
          : null,
      city: town.city,
      region: town.region,
      postalCode: random.pick(town.postalCodes),
      country: town.country,
      ...this.near(street, STREET),
    };
  }

  /** A point around another one, more often close to it; six decimals are a hand's breadth. */
  private near(centre: { latitude: number; longitude: number }, spread: number) {
    const { random } = this;
    const angle = random.number() * 2 * Math.PI;
    const distance = random.number() * spread;
    const narrowing = Math.cos((centre.latitude * Math.PI) / 180);
    return {
      latitude: rounded(centre.latitude + Math.sin(angle) * distance),
      longitude: rounded(centre.longitude + (Math.cos(angle) * distance) / narrowing),
    };
  }
}

const rounded = (degrees: number): number => Math.round(degrees * 1_000_000) / 1_000_000;

type AudienceInput = NonNullable<ContentFile['notices']>[number]['audience'];

/** To whom something is addressed; a grade is that of the day. */
export type DemoAudience = 'admins' | { grade: number } | { organizations: string[] };

/** @param today YYYY-MM-DD at the school */
export function audienceOf(audience: DemoAudience, today: string): AudienceInput {
  if (audience === 'admins') return { type: 'admins' };
  if ('organizations' in audience) return { type: 'organizations', ...audience };
  return { type: 'graduation_years', graduation_years: [graduationYear(audience.grade, today)] };
}
