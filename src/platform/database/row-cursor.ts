import type { EntityManager } from 'typeorm';

/** Rows that are fetched at once. */
const PAGE = 50;

/**
 * The rows of a query as they are asked for: a page of them is in memory, however many there are.
 * @param manager of a transaction, in which one query at a time is read so, and each to its end
 */
export async function* rowsOf<Row extends object>(
  manager: EntityManager,
  query: string,
  parameters: unknown[],
): AsyncGenerator<Row> {
  await manager.query(`declare pages no scroll cursor for ${query}`, parameters);
  let page: Row[];
  do {
    page = await manager.query<Row[]>(`fetch ${PAGE} from pages`);
    yield* page;
  } while (page.length === PAGE);
  await manager.query('close pages');
}
