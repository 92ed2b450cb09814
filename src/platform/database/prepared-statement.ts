import { hash } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';

const names = new Map<string, string>();

/**
 * For what is read on every request: parsed and planned once a connection instead of every time, which is most of
 * the cost of a small read. Only for a few texts that never vary, since each stays in every connection, and not
 * where the plan has to know the parameters.
 */
export function queryPrepared<Row>(
  database: DataSource | EntityManager,
  text: string,
  parameters: unknown[],
): Promise<Row[]> {
  const statement = { name: nameOf(text), text, values: parameters };
  // TypeORM hands on to the driver whatever it is given, and the driver takes a named statement in place of a text.
  return database.query<Row[]>(statement as unknown as string, parameters);
}

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = hash('sha256', text, 'base64url').slice(0, 22);
    names.set(text, name);
  }
  return name;
}
