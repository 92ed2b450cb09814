import * as fc from 'fast-check';
import { resolved, type Schema } from './document.js';

/*
 * Values for a field of the document. A text such as «studentId: archived» stands for an id of the world, and
 * §1e400§ for what stands between the marks, as it is: both until the request is written.
 */

/** Which ids of the world a field of this name may hold. */
export type Pools = Record<string, string[]>;

const raw = (literal: string): string => `§${literal}§`;

export const NUL = 'a\0b';
export const LONE_SURROGATE = 'a\ud800b';
export const DEEP_LIST = raw(`${'['.repeat(40)}${']'.repeat(40)}`);
export const DEEP_OBJECT = raw(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`);

export const HUGE_NUMBERS = [
  '1e400',
  '-1e400',
  '9007199254740993',
  '-0',
  '1e-400',
  '1e-7',
  '2147483648',
  '1e21',
].map(raw);

/** Keys that reach an object's prototype where they are copied without care. */
export const POLLUTION: Record<string, unknown>[] = [
  { ['__proto__']: { polluted: true, isAdmin: true } },
  { constructor: { prototype: { polluted: true } } },
  { prototype: { polluted: true }, toString: 1, valueOf: null, hasOwnProperty: 'x' },
];

const HOSTILE_TEXTS = [
  '',
  ' ',
  NUL,
  '\0',
  LONE_SURROGATE,
  '\udc00\ud800',
  'NaN',
  '-Infinity',
  '1e400',
  'null',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  "'; drop table users; --",
  '%',
  '\\',
  '${7*7}',
  '{"a":1}',
  '\u202e\u200b\ufeff',
  '🏳️‍🌈'.repeat(60),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢'.repeat(20),
  'x'.repeat(201),
  'x'.repeat(50_001),
  '0000-00-00',
  '2026-02-30',
  '9999-12-31T23:59:60Z',
  '-271821-04-20T00:00:00Z',
  '2026-09-07T15:30:00+99:99',
  'FREQ=SECONDLY;COUNT=400',
  'FREQ=DAILY;COUNT=1000000',
  'FREQ=YEARLY;BYDAY=53MO;COUNT=400;UNTIL=20270101',
  'America/Atlantis',
  'image:00000000-0000-0000-0000-000000000000',
  '<img src="image:x" onerror="x"><p>',
  '<p>'.repeat(2_000),
  'javascript:alert(1)',
  'http://[::1',
  '../../etc/passwd',
];

export const hostileText = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  );

/** Whatever a field does not want, and a little of what it might. */
export const hostileValue = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: hostileText() },
    { weight: 2, arbitrary: fc.constantFrom(...HUGE_NUMBERS) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 0.5, [], {}, [null], [[]]),
    },
    { weight: 1, arbitrary: fc.constantFrom(DEEP_LIST, DEEP_OBJECT) },
    { weight: 1, arbitrary: fc.constantFrom(...POLLUTION) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: fc.array(hostileText(), { maxLength: 4 }) },
  );

/** As the document wants it; a field that takes an id gets one of the world's. */
export function validValue(given: Schema, name: string, pools: Pools): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  const present = presentValue(schema, name, pools);
  return schema.nullable
    ? fc.oneof({ weight: 4, arbitrary: present }, { weight: 1, arbitrary: fc.constant(null) })
    : present;
}

function presentValue(schema: Schema, name: string, pools: Pools): fc.Arbitrary<unknown> {
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((one) => validValue(one, name, pools)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return validObject(schema, pools);
    case 'array':
      return fc.array(validValue(schema.items ?? {}, name, pools), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 99, 9_999) });
    default:
      return validText(schema, name, pools);
  }
}

export function validObject({ properties = {}, required = [] }: Schema, pools: Pools): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(([name, of]) => [name, validValue(of, name, pools)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] });
}

const FORMATS: Record<string, () => fc.Arbitrary<string>> = {
  date: () => day().map((at) => at.toISOString().slice(0, 10)),
  'date-time': () => day().map((at) => at.toISOString()),
  uri: () => fc.webUrl(),
  byte: () => fc.base64String({ maxLength: 40 }),
  uuid: () => fc.uuid(),
};

const day = (): fc.Arbitrary<Date> =>
  fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });

/** What a text of this name may be, where any text would be refused. */
const MEANT: Record<string, string[]> = {
  rrule: ['FREQ=WEEKLY;COUNT=3', 'FREQ=DAILY;COUNT=5;INTERVAL=2', 'FREQ=MONTHLY;UNTIL=20270601'],
  local_start: ['2026-09-07T15:30', '2026-09-07', '2026-11-01T01:30'],
  rdates: ['2026-09-09T10:00', '2026-10-01'],
  exdates: ['2026-09-14T15:30', '2026-09-14'],
  time_zone: ['America/New_York', 'Europe/Berlin', 'Pacific/Apia'],
  grant_type: ['password'],
};

function validText(
  { format, pattern, minLength = 0, maxLength = 60 }: Schema,
  name: string,
  pools: Pools,
): fc.Arbitrary<string> {
  const pool = pools[name];
  if (pool) return fc.constantFrom(...pool);
  if (MEANT[name]) return fc.constantFrom(...MEANT[name]);
  const formatted = format ? FORMATS[format]?.() : undefined;
  if (formatted) return formatted;
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const limits = { minLength: Math.max(minLength, 1), maxLength: Math.min(maxLength, 60) };
  return fc.oneof(
    fc.lorem({ maxCount: 3 }).map((text) => text.slice(0, maxLength)),
    fc.string({ ...limits, unit: 'grapheme' }).map((text) => text.slice(0, maxLength)),
  );
}
