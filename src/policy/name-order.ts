/** SQL for the name of `person`, or of any row with a first and a last name, one of which may be empty. */
export const fullName = (person: string): string =>
  `trim(${person}.first_name || ' ' || ${person}.last_name)`;

/** The name of a row that was read. */
export const nameOf = (firstName: string, lastName: string): string => `${firstName} ${lastName}`.trim();

/**
 * SQL for the name of the member `memberships m` of the account `users u`: what they go by, else what is on file of them;
 * null where nobody knows it.
 */
export const MEMBER_NAME = `
  coalesce(nullif(trim(coalesce(m.first_name, u.first_name, '') || ' ' || coalesce(m.last_name, u.last_name, '')), ''),
    (select ${fullName('own')} from guardians own
      where own.school_id = m.school_id and own.membership_id = m.id order by own.is_primary desc, own.id limit 1))`;

/** The sort key of an item in a list: values before the name, last name, first name, and an id that decides between equals. */
export type NameSortKey = [...before: Before[], lastName: string, firstName: string, id: string];
type Before = string | number | boolean | null;

/**
 * SQL for the sort key of `person`, for lists that {@link inNameOrder} puts in order. No collation of the database
 * does: its ICU is another one than that of the dates and times beside it, and one statement has schools of several languages.
 * @param before SQL of what counts before the name; true after false, null last
 */
export const nameSortKey = (person: string, before: string[] = [], id = `${person}.id`): string =>
  `json_build_array(${[...before, `${person}.last_name`, `${person}.first_name`, id].join(', ')})`;

/** SQL for the language of a school, which every list with sort keys comes with. */
export const schoolLocale = (school: string): string => `(select locale from schools where id = ${school})`;

/**
 * A list, and the lists in its items, in the order of the school (contract section 1): last name first and first name second,
 * both without regard to case and accents, which decide only between equals, and the id after that. Items without a
 * `sort_key` stay where they are; those with one are returned without it.
 * @param locale BCP 47, as `Intl.Collator` takes it
 */
export function inNameOrder<Item extends object>(items: Item[], locale: string): Item[] {
  const hasSortKeys = items.length > 0 && 'sort_key' in items[0]!;
  const placed = hasSortKeys
    ? inOrder(items, (item) => (item as unknown as { sort_key: NameSortKey }).sort_key, locale)
    : items;
  return placed.map((item) => {
    const { sort_key: _, ...rest } = item as Record<string, unknown>;
    for (const [name, value] of Object.entries(rest))
      if (Array.isArray(value) && isObject(value[0])) rest[name] = inNameOrder(value as object[], locale);
    return rest as Item;
  });
}

/** Rows of one school, each with its `locale`, which is removed like the sort key. */
export const inSchoolOrder = <Row extends { locale: string }>(rows: Row[]): Omit<Row, 'locale'>[] =>
  inNameOrder(rows, rows[0]?.locale ?? '').map(({ locale: _, ...row }) => row);

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Items in the order of their names, where the caller's function says what an item is sorted by. */
export function inOrder<Item>(items: Item[], sortKeyOf: (item: Item) => NameSortKey, locale: string): Item[] {
  if (items.length < 2) return [...items];
  const { base, exact } = collatorsOf(locale);
  return items
    .map((item) => keyOf(item, sortKeyOf(item)))
    .sort(
      (a, b) =>
        compareBefore(a.before, b.before, base) ||
        compare(a.last, b.last, base) ||
        compare(a.first, b.first, base) ||
        compare(a.last, b.last, exact) ||
        compare(a.first, b.first, exact) ||
        (a.id < b.id ? -1 : Number(a.id > b.id)),
    )
    .map(({ item }) => item);
}

/** The sort key of an item. Somebody with a single name is searched for by it as by a last name. */
function keyOf<Item>(item: Item, sortKey: NameSortKey) {
  const [lastName, firstName, id] = sortKey.slice(-3) as [string, string, string];
  const [last, first] = lastName ? [lastName, firstName] : [firstName, ''];
  return { item, before: sortKey.slice(0, -3), last, first, id };
}

/** Many people of a school share a name with somebody. */
const compare = (a: string, b: string, collator: Intl.Collator): number =>
  a === b ? 0 : collator.compare(a, b);

function compareBefore(first: Before[], second: Before[], collator: Intl.Collator): number {
  for (const [at, a] of first.entries()) {
    const b = second[at]!;
    if (a === b) continue;
    if (a === null || b === null) return a === null ? 1 : -1;
    const difference = typeof a === 'string' ? compare(a, String(b), collator) : Number(a) - Number(b);
    if (difference !== 0) return difference;
  }
  return 0;
}

const known = new Map<string, { base: Intl.Collator; exact: Intl.Collator }>();

function collatorsOf(locale: string) {
  let collators = known.get(locale);
  if (!collators) {
    collators = {
      base: new Intl.Collator(locale, { sensitivity: 'base' }),
      exact: new Intl.Collator(locale),
    };
    known.set(locale, collators);
  }
  return collators;
}
