import * as fc from 'fast-check';
import { resolved, type Schema } from './document.js';
import {
  DEEP_LIST,
  DEEP_OBJECT,
  HUGE_NUMBERS,
  LONE_SURROGATE,
  NUL,
  POLLUTION,
  validValue,
} from './values.js';

type Json = Record<string, unknown>;

/** A documented field: its dotted path, and how it is written into a body. */
export interface Field {
  path: string;
  schema: Schema;
  /** The body with this value in the field, and whatever has to be around it. */
  bodyWith: (value: unknown) => Json;
}

/** Each field of a body, and each of those in its objects and lists. */
export const fieldsOf = (schema: Schema, body: Json): Field[] =>
  Object.entries(resolved(schema).properties ?? {}).flatMap(([name, of]) =>
    withinField({ path: name, schema: resolved(of), bodyWith: (value) => ({ ...body, [name]: value }) }),
  );

function withinField(field: Field): Field[] {
  const { path, schema, bodyWith } = field;
  const item = schema.items && resolved(schema.items);
  if (item) {
    const others = Array.from({ length: (schema.minItems ?? 1) - 1 }, (_, at) => aValue(item, at + 2));
    return [
      field,
      ...withinField({ path: `${path}.0`, schema: item, bodyWith: (value) => bodyWith([value, ...others]) }),
    ];
  }
  const around = aValue(schema) as Json;
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, of]) =>
    withinField({
      path: `${path}.${name}`,
      schema: resolved(of),
      bodyWith: (value) => bodyWith({ ...around, [name]: value }),
    }),
  );
  return [field, ...inner];
}

/** One that fits, always the same; of an object what it has to have. */
function aValue(schema: Schema, seed = 1): unknown {
  const { properties = {}, required = [], ...rest } = resolved(schema);
  const needed = Object.fromEntries(required.map((name) => [name, properties[name]!]));
  const plain = { ...rest, properties: needed, required, nullable: false };
  return fc.sample(validValue(plain, '', {}), { numRuns: 1, seed })[0];
}

const NO_TEXT = [5, true, {}, ['a'], DEEP_OBJECT, ...POLLUTION];
const NO_NUMBER = ['5', 'NaN', '1e400', true, {}, [1], DEEP_LIST, HUGE_NUMBERS[0]];
const NO_INTEGER = [0.5, ...HUGE_NUMBERS.slice(0, 2)];
const NO_BOOLEAN = ['true', '', 1, 0, {}, [true]];
const NO_LIST = ['a', 5, true, {}, DEEP_OBJECT, { length: 1, 0: 'a' }];
const NO_OBJECT = ['a', '{}', 5, true, [{}], DEEP_LIST];
const NO_FORMAT = ['nonsense', NUL, LONE_SURROGATE, '9'.repeat(300)];

/** Values that a field of this kind never takes. */
export function wrongValues(schema: Schema): unknown[] {
  if (schema.oneOf) return [{}, [], DEEP_OBJECT];
  switch (schema.type) {
    case 'array':
      return [...NO_LIST, ...tooMany(schema)];
    case 'object':
      return [...NO_OBJECT, [aValue(schema)]];
    case 'boolean':
      return NO_BOOLEAN;
    case 'number':
      return [...NO_NUMBER, ...outOfBounds(schema)];
    case 'integer':
      return [...NO_NUMBER, ...NO_INTEGER, ...outOfBounds(schema)];
    default:
      return [...NO_TEXT, ...tooLong(schema), ...(isFree(schema) ? [] : NO_FORMAT)];
  }
}

/** It takes any text: one that cannot be stored as it is loses what cannot. */
export const isFree = ({ type, format, enum: values, oneOf }: Schema): boolean =>
  type === 'string' && !values && !oneOf && (!format || format === 'password');

/** Those of a few names are each counted once, and never too many. */
function tooMany({ maxItems, items = {} }: Schema): unknown[] {
  if (maxItems === undefined || items.enum) return [];
  const item = (at: number): unknown => (isFree(items) ? `number ${at}` : aValue(items, at));
  return [Array.from({ length: maxItems + 1 }, (_, at) => item(at))];
}

const tooLong = ({ maxLength }: Schema): unknown[] =>
  maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)];

const outOfBounds = ({ minimum, maximum }: Schema): unknown[] => [
  ...(minimum === undefined ? [] : [minimum - 1]),
  ...(maximum === undefined ? [] : [maximum + 1]),
];
