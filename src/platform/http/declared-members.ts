import { applyDecorators, type Type as Class } from '@nestjs/common';
import { getMetadataStorage, ValidationTypes, IsObject, ValidateNested } from 'class-validator';
import 'reflect-metadata';
import { Type } from 'class-transformer';
import type { FieldError } from '../errors/app-error.js';
import { isStreamSafe, withoutControls } from '../text/normalize.js';

const NESTED = Symbol('nested body');

/**
 * A member that is itself an object with declared members, or an array of such. `Type` and `ValidateNested` alone would leave it
 * empty: of what is not declared here nothing passes.
 */
export const NestedBody = (type: () => Class, { each = false } = {}): PropertyDecorator =>
  applyDecorators(
    IsObject({ each }),
    ValidateNested({ each }),
    Type(type),
    (target: object, name: string | symbol) => Reflect.defineMetadata(NESTED, type, target, name),
  );

/** Null where the member is none. */
export const nestedTypeOf = (owner: Class, name: string): Class | null =>
  (Reflect.getMetadata(NESTED, owner.prototype as object, name) as (() => Class) | undefined)?.() ?? null;

/** The bounds that a class declares for one member of a request. */
interface DeclaredMember {
  /** Characters; null where it has no bound of its own. */
  maxLength: number | null;
  /** Elements; null where it is no array. */
  maxItems: number | null;
  nested: Class | null;
  /** `Allow`, of a whole body: its service reads it, whatever it is. */
  isFree: boolean;
}

/** Characters of what has no bound of its own: ids, kinds, times, searches. */
const MAX_LENGTH = 10_000;

/** A value with the members that its class declares, and what is too large in it to be looked at more closely. */
export interface DeclaredPart {
  value: unknown;
  /** Members that nobody but their service looks at: class-transformer would compare each of their members with each. */
  free: Record<string, unknown>;
  faults: FieldError[];
}

/** UTF-16 units that become one character at most: a Greek letter has three marks. `MaxLength` counts what they become. */
const MAX_UNITS = 4;

/**
 * The declared part of a value, made before class-transformer and class-validator run, in time that grows with the request
 * alone: both need much more for undeclared members, for long texts and for long arrays. A value that is declared as neither
 * object nor array and comes as one stays one, and is empty.
 */
export function declaredPart(type: Class, value: unknown): DeclaredPart {
  const faults: FieldError[] = [];
  return { value: objectOf(type, value, '', faults), free: freeMembersOf(type, value), faults };
}

function freeMembersOf(type: Class, value: unknown): Record<string, unknown> {
  if (!isObject(value)) return {};
  const members = membersOf(type);
  return Object.fromEntries(Object.entries(value).filter(([name]) => members.get(name)?.isFree));
}

function objectOf(type: Class, value: unknown, path: string, faults: FieldError[]): unknown {
  if (!isObject(value)) return withoutContent(value);
  const declared: Record<string, unknown> = {};
  for (const [name, member] of membersOf(type)) {
    if (member.isFree || !Object.hasOwn(value, name)) continue;
    const given = (value as Record<string, unknown>)[name];
    declared[name] = memberOf(member, given, path ? `${path}.${name}` : name, faults);
  }
  return declared;
}

function memberOf(declared: DeclaredMember, value: unknown, path: string, faults: FieldError[]): unknown {
  if (typeof value === 'string') return textOf(declared, value, path, faults);
  if (!Array.isArray(value))
    return declared.nested ? objectOf(declared.nested, value, path, faults) : withoutContent(value);
  const { maxItems, nested } = declared;
  if (maxItems === null) return [];
  if (value.length > maxItems) {
    faults.push({ path, message: `${nameIn(path)} must contain no more than ${maxItems} elements` });
    return [];
  }
  return value.map((element: unknown, index) => {
    if (typeof element === 'string') return textOf(declared, element, path, faults);
    return nested ? objectOf(nested, element, `${path}.${index}`, faults) : withoutContent(element);
  });
}

function textOf(
  { maxLength: max }: DeclaredMember,
  text: string,
  path: string,
  faults: FieldError[],
): string {
  const most = max ?? MAX_LENGTH;
  if (text.trim().length > MAX_UNITS * most)
    faults.push({ path, message: `${nameIn(path)} must be shorter than or equal to ${most} characters` });
  else if (!isStreamSafe(withoutControls(text)))
    faults.push({ path, message: `${nameIn(path)} must have no more than 30 combining marks in a row` });
  return text;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withoutContent(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : value;
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

const known = new Map<Class, Map<string, DeclaredMember>>();

function membersOf(type: Class): Map<string, DeclaredMember> {
  let members = known.get(type);
  if (!members) known.set(type, (members = declaredBy(type)));
  return members;
}

function declaredBy(type: Class): Map<string, DeclaredMember> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  const byName = Map.groupBy(rules, ({ propertyName }) => propertyName);
  return new Map(
    [...byName].map(([name, ofMember]) => {
      const bound = (rule: string): number | null =>
        (ofMember.find((one) => one.name === rule)?.constraints as [number] | undefined)?.[0] ?? null;
      return [
        name,
        {
          maxLength: bound('maxLength'),
          maxItems: bound('arrayMaxSize'),
          nested: nestedTypeOf(type, name),
          isFree: ofMember.some(({ type: kind }) => kind === ValidationTypes.WHITELIST),
        },
      ];
    }),
  );
}
