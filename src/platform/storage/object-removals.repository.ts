import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { OBJECTS_STAY_LOCK } from '../database/advisory-locks.js';
import { utcText } from '../database/utc-text.js';
import { ObjectRemoval } from './object-removal.entity.js';

/** Removes nothing while a backup runs: it holds the lock alone. */
const ALLOWED = `with allowed as materialized (select pg_try_advisory_xact_lock_shared(${OBJECTS_STAY_LOCK}) as yes)`;

/** Counts of objects that wait to be removed. */
export interface PendingRemovals {
  /** The next sweep removes them. */
  due: number;
  /** Uploads that nobody may confirm, and what is written for a transaction that may not come: due within a day. */
  scheduled: number;
  /** UTC; null while none is due. One of long ago: the object store refuses. */
  oldest_due_at: string | null;
}

/** Rows are always taken in the order of their keys, so that two transactions never wait for each other. */
@Injectable()
export class ObjectRemovalsRepository {
  async putRemovals(manager: EntityManager, keys: string[], dueAt: Date): Promise<void> {
    await manager.query(
      `insert into object_removals (key, due_at)
       select distinct key, $2::timestamptz from unnest($1::text[]) key order by key
       on conflict (key) do update set due_at = excluded.due_at`,
      [keys, dueAt],
    );
  }

  async hasten(manager: EntityManager, keys: string[], dueAt: Date): Promise<void> {
    await manager.query(
      `update object_removals set due_at = $2 where due_at > $2
         and key in (select key from object_removals where key = any($1) order by key for update)`,
      [keys, dueAt],
    );
  }

  isDueAfter(manager: EntityManager, key: string, moment: Date): Promise<boolean> {
    return manager.getRepository(ObjectRemoval).existsBy({ key, dueAt: MoreThan(moment) });
  }

  async drop(manager: EntityManager, keys: string[]): Promise<void> {
    await manager.query(
      `delete from object_removals
       where key in (select key from object_removals where key = any($1) order by key for update)`,
      [keys],
    );
  }

  /** Those of the keys that are still to go, due or not; it waits for a removal that is under way. */
  async lockPending(manager: EntityManager, keys: string[]): Promise<string[]> {
    const pending = await manager.query<{ key: string }[]>(
      'select key from object_removals where key = any($1) order by key for update',
      [keys],
    );
    return pending.map(({ key }) => key);
  }

  /** Those that are due and that nobody else is removing or backing up, beyond the last key seen; locked until the transaction ends. */
  lockDueRemovals(
    manager: EntityManager,
    now: Date,
    afterKey: string,
    limit: number,
  ): Promise<ObjectRemoval[]> {
    return manager.query<ObjectRemoval[]>(
      `${ALLOWED} select key, due_at as "dueAt" from object_removals, allowed
       where yes and due_at <= $1 and key > $2 order by key limit $3 for update of object_removals skip locked`,
      [now, afterKey, limit],
    );
  }

  /** Those of the keys that are still to go, due or not, and that nobody else is removing or backing up. */
  lockScheduled(manager: EntityManager, keys: string[]): Promise<ObjectRemoval[]> {
    return manager.query<ObjectRemoval[]>(
      `${ALLOWED} select key, due_at as "dueAt" from object_removals, allowed
       where yes and key = any($1) order by key for update of object_removals skip locked`,
      [keys],
    );
  }

  async countPending(manager: EntityManager, now: Date): Promise<PendingRemovals> {
    const [pending] = await manager.query<[PendingRemovals]>(
      `select count(*) filter (where due_at <= $1)::int as due, count(*) filter (where due_at > $1)::int as scheduled,
         ${utcText('min(due_at) filter (where due_at <= $1)')} as oldest_due_at from object_removals`,
      [now],
    );
    return pending;
  }
}
