import { CARDDAV } from './xml-text.js';
import { childrenOf, type XmlElement } from './xml-tree.js';
import type { Card } from './address-books.service.js';

/** Filters of one query: a person types a name or a number. */
const MAX_FILTERS = 100;

/** Text is compared without case, whichever of the known collations a request names (RFC 6352 section 8.3). */
const COLLATIONS = new Set(['default', 'i;unicode-casemap', 'i;ascii-casemap']);

type Test<T> = (subject: T) => boolean;

/** It asks for what is not evaluated here. */
export class UnsupportedFilterError extends Error {}

/**
 * The cards that a query asks for (RFC 6352 section 10.5).
 * @throws UnsupportedFilterError
 */
export function cardFilter(filter: XmlElement | undefined): Test<Card> {
  const conditions = childrenOf(filter, CARDDAV('prop-filter'));
  if (conditions.length === 0) return () => true;
  if (conditions.reduce((sum, { children }) => sum + 1 + children.length, 0) > MAX_FILTERS)
    throw new UnsupportedFilterError();
  const matches = combined(filter, conditions.map(propertyTest));
  return ({ text }) => matches(valuesIn(text));
}

/** Whether a query compares contact data with a text: its answer tells of them, whatever else it is asked for. */
export const comparesContact = (filter: XmlElement | undefined): boolean =>
  childrenOf(filter, CARDDAV('prop-filter')).some(
    (condition) =>
      ['TEL', 'EMAIL'].includes(condition.attributes.name?.toUpperCase() ?? '') &&
      childrenOf(condition, CARDDAV('text-match')).length > 0,
  );

type Values = Map<string, string[]>;

function propertyTest(condition: XmlElement): Test<Values> {
  const { name = '' } = condition.attributes;
  const valuesOf = (values: Values): string[] => values.get(name.toUpperCase()) ?? [];
  if (childrenOf(condition, CARDDAV('is-not-defined')).length > 0)
    return (values) => valuesOf(values).length === 0;
  if (childrenOf(condition, CARDDAV('param-filter')).length > 0) throw new UnsupportedFilterError();
  const texts = childrenOf(condition, CARDDAV('text-match')).map(textTest);
  if (texts.length === 0) return (values) => valuesOf(values).length > 0;
  return combined(
    condition,
    texts.map((test) => (values) => test(valuesOf(values))),
  );
}

function textTest({ text, attributes }: XmlElement): Test<string[]> {
  const { collation = 'default', 'match-type': type = 'contains', 'negate-condition': negated } = attributes;
  const compare = COMPARISONS[type];
  if (!COLLATIONS.has(collation) || !compare) throw new UnsupportedFilterError();
  const wanted = text.toLowerCase();
  return (values) => values.some((value) => compare(value.toLowerCase(), wanted)) !== (negated === 'yes');
}

const COMPARISONS: Partial<Record<string, (value: string, wanted: string) => boolean>> = {
  equals: (value, wanted) => value === wanted,
  contains: (value, wanted) => value.includes(wanted),
  'starts-with': (value, wanted) => value.startsWith(wanted),
  'ends-with': (value, wanted) => value.endsWith(wanted),
};

const combined = <T>(of: XmlElement | undefined, tests: Test<T>[]): Test<T> =>
  of?.attributes.test === 'allof'
    ? (subject) => tests.every((test) => test(subject))
    : (subject) => tests.some((test) => test(subject));

/** The values of each property of a card that this service has written, without what escapes them. */
function valuesIn(card: string): Values {
  const values: Values = new Map();
  for (const line of card.replaceAll('\r\n ', '').split('\r\n')) {
    const colon = line.indexOf(':');
    const [name = ''] = line.slice(0, Math.max(0, colon)).split(';');
    const value = line.slice(colon + 1).replace(/\\(.)/g, '$1');
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}
