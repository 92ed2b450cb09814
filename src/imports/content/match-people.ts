import { inNormalForm } from '../../platform/text/normalize.js';

interface Person {
  first_name: string;
  last_name?: string | undefined;
  email?: string | null | undefined;
}

/** The natural key of a person without an id: the email, else the name (operations section 5). */
export const personKey = (person: Person): string => person.email ?? `name:${nameKey(person)}`;

/** Upper and lower case are one name. */
export const nameKey = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string =>
  inNormalForm(`${first_name} ${last_name ?? ''}`)
    .trim()
    .toLowerCase();

/** The entry with a last name: empty for a new person without one. */
export const withLastName = <Entry extends Pick<Person, 'last_name'>>(
  entry: Entry,
  known: object | null,
): Entry => (known === null ? { ...entry, last_name: entry.last_name ?? '' } : entry);

export interface GivenPerson {
  first_name: string;
  last_name?: string | undefined;
  email?: string | null | undefined;
}

export interface KnownPerson {
  /** The natural key, for a record that a content file made. */
  sourceId: string | null;
  firstName: string;
  lastName: string;
  email: string | null;
}

interface GivenGuardian extends GivenPerson {
  source_id?: string | undefined;
}

/**
 * Matches the guardians of one student with known ones, each once: by the id that the file gives them, else by first and
 * last name, the email telling namesakes apart. An email alone does not make people equal: families share mailboxes, and
 * change them. A record made by hand has no say in names: it is the person's by an equal email, or where one of the two is
 * not known.
 * @returns the known person, null for somebody new, `ambiguous` where several have the name
 */
export function matchGuardians<G extends GivenGuardian, K extends KnownPerson>(
  given: G[],
  known: K[],
): Map<G, K | null | 'ambiguous'> {
  const matches = new Map<G, K | null | 'ambiguous'>();
  const free = new Set(known);
  const match = (person: G, candidates: K[]): void => {
    const [only, ...others] = candidates.filter((candidate) => free.has(candidate));
    if (!only || matches.has(person)) return;
    matches.set(person, others.length > 0 ? 'ambiguous' : only);
    if (others.length === 0) free.delete(only);
  };
  const byName = Map.groupBy(known, (one) => nameKey({ first_name: one.firstName, last_name: one.lastName }));
  const namesakes = (person: G): K[] => byName.get(nameKey(person)) ?? [];
  for (const person of given)
    if (person.source_id)
      match(
        person,
        known.filter(({ sourceId }) => sourceId === person.source_id),
      );
  for (const person of given)
    if (person.email)
      match(
        person,
        namesakes(person).filter(({ email }) => email === person.email),
      );
  for (const person of given)
    match(
      person,
      namesakes(person).filter((one) => !isOtherByHand(person, one)),
    );
  for (const person of given) if (!matches.has(person)) matches.set(person, null);
  return matches;
}

const isOtherByHand = ({ email }: GivenPerson, { sourceId, email: known }: KnownPerson): boolean =>
  sourceId === null && Boolean(email) && known !== null && known !== email;

/**
 * Matches people with known ones, each once: by the key of an earlier run, else by email, else by name. An entry with an
 * email matches by name only somebody whose email is not known: another address is another person.
 * @returns the known person, null for somebody new, `ambiguous` where several have the name
 */
export function matchPeople<G extends GivenPerson, K extends KnownPerson>(
  given: G[],
  known: K[],
  keyOf: (person: G) => string,
): Map<G, K | null | 'ambiguous'> {
  const matches = new Map<G, K | null | 'ambiguous'>();
  const free = new Set(known);
  const pass = (candidates: (person: G) => K[]): void => {
    for (const person of given) {
      if (matches.has(person)) continue;
      const [only, ...others] = candidates(person).filter((candidate) => free.has(candidate));
      if (!only) continue;
      matches.set(person, others.length > 0 ? 'ambiguous' : only);
      if (others.length === 0) free.delete(only);
    }
  };
  const byKey = Map.groupBy(known, ({ sourceId }) => sourceId);
  const byEmail = Map.groupBy(known, ({ email }) => email?.toLowerCase() ?? null);
  const byName = Map.groupBy(known, (one) => nameKey({ first_name: one.firstName, last_name: one.lastName }));
  pass((person) => byKey.get(keyOf(person)) ?? []);
  pass((person) => (person.email ? (byEmail.get(person.email)?.slice(0, 1) ?? []) : []));
  pass((person) => (byName.get(nameKey(person)) ?? []).filter(({ email }) => !person.email || !email));
  for (const person of given) if (!matches.has(person)) matches.set(person, null);
  return matches;
}
