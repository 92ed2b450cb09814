import type { DataSource } from 'typeorm';

/** @returns the id of the row, where its table has one */
export async function insertRow(
  { manager }: DataSource,
  table: string,
  row: Record<string, unknown>,
): Promise<string> {
  const names = Object.keys(row);
  const places = names.map((_, at) => `$${at + 1}`);
  const [inserted] = await manager.query<[{ id: string }]>(
    `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(row),
  );
  return inserted.id;
}
