import type { DataSource } from 'typeorm';
import { resolved, type Schema } from './document.js';
import type { FuzzWorld } from './world.js';

type Json = Record<string, unknown>;

/** A moment that nobody else writes. */
const LONG_AGO = '1999-12-31T23:59:59.000Z';

/** What a stranger would set, of columns whose values mean more than their type. */
const TELLING: Json = {
  role: 'senior_admin',
  status: 'confirmed',
  source: 'api',
  school_id: '«schoolId: another school»',
  organization_id: "«organizationId: another school's»",
  membership_id: "«membershipId: another parent's»",
  owner_membership_id: "«membershipId: another parent's»",
  created_by_membership_id: "«membershipId: another parent's»",
  uploaded_by_membership_id: "«membershipId: another parent's»",
  student_id: "«studentId: another family's»",
  linked_student_id: "«studentId: another family's»",
};

/** By a part of the name of the column's type. */
const BY_TYPE: [part: RegExp, value: unknown][] = [
  [/uuid/, '99999999-9999-4999-8999-999999999999'],
  [/bool/i, true],
  [/time/, LONG_AGO],
  [/date/, '1999-12-31'],
  [/int|num|double|float|real/i, 987_654_321],
  [/json/, { poisoned: true }],
];

/** Every column that there is, as its table and as its entity call it, with what a stranger would like in it. */
export function everyColumn({ entityMetadatas }: DataSource): Json {
  const columns = entityMetadatas.flatMap(({ columns }) => columns);
  return Object.fromEntries(
    columns.flatMap(({ databaseName, propertyName, type, isArray }) => {
      const kind = typeof type === 'function' ? type.name : type;
      const one = TELLING[databaseName] ?? BY_TYPE.find(([part]) => part.test(kind))?.[1] ?? 'poisoned';
      const value = isArray ? [one] : one;
      return [
        [databaseName, value],
        [propertyName, value],
      ];
    }),
  );
}

/** The body with every column in each of its objects, but for what the document has there. */
export function poisoned(body: unknown, schema: Schema | null, columns: Json): unknown {
  const { properties = {}, items } = schema ? resolved(schema) : {};
  if (Array.isArray(body)) return body.map((item) => poisoned(item, items ?? null, columns));
  if (typeof body !== 'object' || body === null) return body;
  const privileged = Object.entries(columns).filter(([name]) => !(name in properties));
  const given = Object.entries(body).map(([name, value]) => [
    name,
    poisoned(value, properties[name] ?? null, columns),
  ]);
  return Object.fromEntries([...privileged, ...given]);
}

/** A row without what is another one each time it is written: ids by their names, times, secrets. */
export function comparable(row: Json, { ids }: FuzzWorld): string {
  const names = Object.entries(ids).flatMap(([name, targets]) =>
    Object.entries(targets).map(([target, id]) => [id, `«${name}: ${target}»`] as const),
  );
  const known = new Map(names.reverse());
  return JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'string' ? general(value, known) : value,
  );
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

function general(text: string, known: Map<string, string>): string {
  return text
    .replace(UUID, (id) => (id.startsWith('9999') ? id : (known.get(id) ?? 'an id')))
    .replace(/\b20\d\d-\d\d-\d\d(T[\d:.]+(\+00:00|Z)?)?/g, 'a time')
    .replace(/[\w-]{20,}|\b[\da-f]{10}\b/g, 'a secret');
}
