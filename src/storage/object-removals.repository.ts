import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ObjectRemoval } from './object-removal.entity.js';

/** Rows are always taken in the order of their keys, so that two transactions never wait for each other. */
@Injectable()
export class ObjectRemovalsRepository {
  async put(manager: EntityManager, keys: string[], dueAt: Date): Promise<void> {
    await manager.query(
      `insert into object_removals (key, due_at)
       select distinct key, $2::timestamptz from unnest($1::text[]) key order by key
       on conflict (key) do update set due_at = excluded.due_at`,
      [keys, dueAt],
    );
  }

  async drop(manager: EntityManager, keys: string[]): Promise<void> {
    await manager.query(
      `delete from object_removals
       where key in (select key from object_removals where key = any($1) order by key for update)`,
      [keys],
    );
  }

  /** Those that are due and that nobody else is removing, beyond the last key seen; locked until the transaction ends. */
  lockDue(manager: EntityManager, now: Date, afterKey: string, limit: number): Promise<ObjectRemoval[]> {
    return manager.query<ObjectRemoval[]>(
      `select key, due_at as "dueAt" from object_removals
       where due_at <= $1 and key > $2 order by key limit $3 for update skip locked`,
      [now, afterKey, limit],
    );
  }

  /** Those of the keys that are still to go, due or not, and that nobody else is removing. */
  lockScheduled(manager: EntityManager, keys: string[]): Promise<ObjectRemoval[]> {
    return manager.query<ObjectRemoval[]>(
      `select key, due_at as "dueAt" from object_removals where key = any($1) order by key for update skip locked`,
      [keys],
    );
  }
}
