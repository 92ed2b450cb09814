import { type EntityManager, type FindOptionsOrder, type FindOptionsWhere, In } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import type { WriteContext } from '../../platform/auth/write-context.js';

/** Where an import writes, and under which name its entries are known. */
export interface ImportTarget extends Pick<WriteContext, 'manager' | 'now'> {
  schoolId: string;
  source: string;
}

/** The row of an item that an import may have made. */
export interface ImportedItemRow {
  schoolId: string;
  id: string;
  sourceId: string | null;
  sourceDigest: string | null;
}

const LOCK = { mode: 'for_no_key_update' } as const;

/** What the source brought before, by its keys; whoever would change or answer one of them waits. */
export async function lockImported<Row extends ImportedItemRow>(
  entity: new () => Row,
  { manager, schoolId, source }: ImportTarget,
  sourceIds: string[],
): Promise<Map<string, Row>> {
  const where = { schoolId, source, sourceId: In(sourceIds) } as unknown as FindOptionsWhere<Row>;
  const order = { id: 'asc' } as FindOptionsOrder<Row>;
  const rows = await manager.find(entity, { where, order, lock: LOCK });
  return new Map(rows.map((row) => [row.sourceId!, row]));
}

/** @param present the row as it was; null when it is new */
export async function saveImported<Row extends ImportedItemRow>(
  entity: new () => Row,
  manager: EntityManager,
  row: Row,
  present: Row | null,
): Promise<void> {
  const columns = row as QueryDeepPartialEntity<Row>;
  const key = { schoolId: row.schoolId, id: row.id } as FindOptionsWhere<Row>;
  await (present ? manager.update(entity, key, columns) : manager.insert(entity, columns));
}
