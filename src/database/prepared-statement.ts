import { hash } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** A statement whose text is always the same. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/**
 * For what is read on every request: parsed and planned once a connection instead of every time, which is most of
 * the cost of a small read. Not for texts that vary, each of which would stay in every connection, and not where
 * the plan must know the parameters.
 */
export const prepared = (text: string): PreparedStatement => ({
  name: hash('sha256', text, 'base64url').slice(0, 22),
  text,
});

export function queryPrepared<Row>(
  dataSource: DataSource,
  statement: PreparedStatement,
  parameters: unknown[],
): Promise<Row[]> {
  // TypeORM hands on to the driver whatever it is given, and the driver takes a named statement instead of a text.
  return dataSource.query<Row[]>(statement as unknown as string, parameters);
}
