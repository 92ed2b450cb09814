import { merged } from '../text/merged.js';
import { utcText } from './utc-text.js';

/** Rules of one column of a table. Everything that goes through the columns of the table is made from them. */
export interface ColumnRule {
  /** PostgreSQL's name of the type. */
  type: 'uuid' | 'text' | 'integer' | 'double precision' | 'boolean' | 'timestamptz' | 'date';
  /**
   * `always`: every import says it. `given`: one that is silent of it leaves what is stored. Columns that are given
   * together or not at all name their group. Absent: no import writes it.
   */
  imported?: 'always' | 'given' | { given: string };
  /** Part of the content hash from this version of the hash on, the first being 1. Absent: not part of it. */
  hashedSince?: number;
  /** True: whoever asks what is held on them gets it. Otherwise the reason why not. */
  exported: true | string;
  /** True: emptied when the person is erased and the row stays. Otherwise the reason why not, which `person erase` prints. */
  erased: true | string;
}

/** A rule for every column: one that is forgotten does not compile. */
export type RowColumns<Row> = { readonly [Property in keyof Required<Row>]: ColumnRule };

export type Columns = Readonly<Record<string, ColumnRule>>;

/** The columns of a row that every import gives. */
export type AlwaysImported<Row, Rules extends RowColumns<Row>> = {
  [Property in keyof Row as Rules[Property] extends { imported: 'always' } ? Property : never]: Row[Property];
};

/** A row as a source has it. */
export type ImportedRow<Row, Rules extends RowColumns<Row>> = AlwaysImported<Row, Rules> & {
  [
    Property in keyof Row as Rules[Property] extends { imported: 'given' | { given: string } }
      ? Property
      : never
  ]?: Row[Property] | undefined;
};

/** Hashes by which an import finds out what is new. */
export interface ContentHash {
  /** Hash of what the source says; the same again means that it has nothing new. */
  digest: string;
  /** Hashes of the row without columns that were added later: rows that were stored before are still recognised. */
  earlierDigests?: string[];
}

/** SQL in place of what a column gets otherwise. */
type OwnRules = Readonly<Record<string, string>>;

/** `addressLine1` is `address_line1` in the database. */
export const columnName = (property: string): string =>
  property.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

export const propertiesWhere = (columns: Columns, is: (rule: ColumnRule) => boolean): string[] =>
  Object.keys(columns).filter((property) => is(columns[property]!));

const imported = (columns: Columns): string[] =>
  propertiesWhere(columns, (rule) => rule.imported !== undefined);

/** The flag that says whether an import gave a column; null for what every import says. */
function flagOf(columns: Columns, property: string): string | null {
  const how = columns[property]!.imported;
  if (how === 'always' || how === undefined) return null;
  return `${how === 'given' ? columnName(property) : how.given}_given`;
}

const flags = (columns: Columns): Set<string> =>
  new Set(imported(columns).flatMap((property) => flagOf(columns, property) ?? []));

/** Column definitions for `jsonb_to_recordset`: the columns that imports write, and whether each was given. */
export function recordSet(columns: Columns): string {
  const typed = imported(columns).map((property) => `${columnName(property)} ${columns[property]!.type}`);
  const given = [...flags(columns)].map((flag) => `${flag} boolean`);
  return ['source_id text', 'digest text', 'earlier_digests text[]', ...typed, ...given].join(', ');
}

/** The JSON of one record for {@link recordSet}. */
export function recordOf(
  columns: Columns,
  row: object & ContentHash & { sourceId: string },
): Record<string, unknown> {
  const values = row as unknown as Record<string, unknown>;
  const record: Record<string, unknown> = {
    source_id: row.sourceId,
    digest: row.digest,
    earlier_digests: row.earlierDigests ?? [],
  };
  for (const property of imported(columns)) {
    record[columnName(property)] = values[property];
    const flag = flagOf(columns, property);
    if (flag) record[flag] = values[property] !== undefined;
  }
  return record;
}

/** Column list of an insert: `first_name, last_name, …`. */
export const importedColumns = (columns: Columns): string => imported(columns).map(columnName).join(', ');

/** Values for {@link importedColumns}, from rows of the record set. */
export const insertedValues = (columns: Columns, own: OwnRules = {}): string =>
  imported(columns)
    .map((property) => own[property] ?? columnName(property))
    .join(', ');

/** Assignments of an update from rows `m` of the record set: a column that was not given stays. */
export function assignments(columns: Columns, stored: string, own: OwnRules = {}): string {
  const valueOf = (property: string): string => {
    const column = columnName(property);
    const flag = flagOf(columns, property);
    return flag ? `case when m.${flag} then m.${column} else ${stored}.${column} end` : `m.${column}`;
  };
  return imported(columns)
    .map((property) => `${columnName(property)} = ${own[property] ?? valueOf(property)}`)
    .join(', ');
}

/**
 * True where the source repeats what it said when fewer columns were hashed, for a row `stored` and one `g` of the record
 * set: only the columns that were added since are news.
 */
export const isKnownFromBefore = (stored: string): string =>
  `coalesce(${stored}.source_digest = any (g.earlier_digests), false)`;

const addedSince = (columns: Columns): string[] =>
  propertiesWhere(columns, ({ hashedSince = 0 }) => hashedSince > 1).map(columnName);

/** Assignments for a row of which only added columns are news: they fill in what is not stored. */
export const additions = (columns: Columns, stored: string): string =>
  [
    'source_digest = m.digest',
    ...addedSince(columns).map((column) => `${column} = coalesce(${stored}.${column}, m.${column})`),
  ].join(', ');

/** Whether there is anything to add: rows of which the source says no more are not written. */
export const hasAdditions = (columns: Columns, stored: string): string =>
  `(${
    addedSince(columns)
      .map((column) => `${stored}.${column} is null and m.${column} is not null`)
      .join(' or ') || 'false'
  })`;

/**
 * The columns that every import gives, under their names in the database: the source's value, else the stored one; null
 * where neither is.
 */
export function mergedColumns<Row extends object, Rules extends RowColumns<Row>>(
  columns: Rules,
  said: object,
  stored: Row | null,
): AlwaysImported<Row, Rules> {
  const [given, known] = [said, stored ?? {}] as Record<string, unknown>[];
  const always = propertiesWhere(columns, (rule) => rule.imported === 'always');
  return Object.fromEntries(
    always.map((property) => [property, merged(given![columnName(property)], known![property])]),
  ) as AlwaysImported<Row, Rules>;
}

/** Whether all that is said is stored already. What is not said counts for nothing. */
export const isStoredAlready = (said: object, stored: object): boolean =>
  Object.entries(said).every(
    ([property, value]) => value === undefined || value === (stored as Record<string, unknown>)[property],
  );

/** Select list of the columns that imports write, under the names of their properties. */
export const selectedAsProperties = (columns: Columns, alias: string): string =>
  imported(columns)
    .map((property) => `${alias}.${columnName(property)} as "${property}"`)
    .join(', ');

const exportedProperties = (columns: Columns): string[] =>
  propertiesWhere(columns, ({ exported }) => exported === true);

/** Select list for a person's export, with times as ISO 8601 in UTC. */
export const exportedColumns = (columns: Columns, alias: string): string =>
  exportedProperties(columns)
    .map((property) => {
      const column = columnName(property);
      const isTime = columns[property]!.type === 'timestamptz';
      return isTime ? `${utcText(`${alias}.${column}`)} as ${column}` : `${alias}.${column}`;
    })
    .join(', ');

/** Columns that an erasure empties in rows that stay. */
export const erasedColumns = (columns: Columns): string[] =>
  propertiesWhere(columns, ({ erased }) => erased === true).map(columnName);

/** Why the other columns of such rows stay, as `person erase` prints it. */
export const reasonsToStay = (columns: Columns): string => {
  const reasons = Object.values(columns).flatMap(({ erased }) => (erased === true ? [] : [erased]));
  return [...new Set(reasons)].join(', ');
};
