import { list, quoted, type CopiedTable } from '../../platform/database/table-copy.js';

/** Rows of a table, and a sum over them that does not depend on their order. */
export interface RowDigest {
  table: string;
  rows: number;
  digest: string;
}

/** SQL: the digest of each table, whose values have to be written alike (`SAME_TEXT_EVERYWHERE`). */
export const digestsOf = (tables: CopiedTable[]): string =>
  tables
    .map(
      ({ name, columns, where }) => `
        select '${name}' as table, count(*)::int as rows,
          coalesce(sum(hashtextextended(row(${list(columns)})::text, 0)), 0)::text as digest
        from ${quoted(name)} where ${where ?? 'true'}`,
    )
    .join(' union all ');

/** Names of the tables in which the two differ. */
export const differences = (these: RowDigest[], those: RowDigest[]): string[] =>
  these.flatMap(({ table, rows, digest }) => {
    const other = those.find((one) => one.table === table);
    return other?.rows === rows && other.digest === digest ? [] : [table];
  });
