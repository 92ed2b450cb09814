import { slug } from '../text/normalize.js';
import type { ContentFile } from '../imports/content/content-file.schema.js';
import type { Child, Home } from './family.js';

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
    ...placeOf(child),
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
export function graduationYear(grade: number, today: string): number {
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
const placeOf = ({ home, isLocated }: Child) =>
  home && isLocated ? { latitude: home.latitude, longitude: home.longitude } : {};
