import type { UndoTable } from './undo-catalog.js';

/*
 * Pieces of the statements of an undo. $1 is the school in all of them; `u` is a row of `undo_rows`, which has the keys of a
 * row as texts. Names come from the catalog of the database alone.
 */

const quoted = (name: string): string => `"${name}"`;

/** The school's rows: one table has the school itself, and people have none. */
export const isOfSchool = (alias: string, { name, hasSchool }: UndoTable): string => {
  if (hasSchool) return `${alias}.school_id = $1`;
  return name === 'schools' ? `${alias}.id = $1` : '$1::uuid is not null';
};

/** Key of a row as `undo_rows.ids` has it. */
export const idsOfRow = (alias: string, { key }: UndoTable): string =>
  `array[${key.map((column) => `${alias}.${quoted(column)}::text`).join(', ')}]`;

export const idsOfJson = (json: string, { key }: UndoTable): string =>
  `array[${key.map((column) => `${json} ->> '${column}'`).join(', ')}]`;

/** Whether `alias` is the row that `ids` names. */
export const isRow = (alias: string, table: UndoTable, ids = 'u.ids'): string =>
  [
    isOfSchool(alias, table),
    ...table.key.map(
      (column, at) => `${alias}.${quoted(column)} = ${ids}[${at + 1}]::${table.columns.get(column)}`,
    ),
  ].join(' and ');

export const columnList = (columns: string[], alias?: string): string =>
  columns.map((column) => (alias ? `${alias}.${quoted(column)}` : quoted(column))).join(', ');

/** SQL for an array of names. */
export const names = (all: string[]): string => `array[${all.map((name) => `'${name}'`).join(', ')}]::text[]`;
