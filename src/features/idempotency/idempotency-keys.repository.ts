import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { IdempotencyKey } from './idempotency-key.entity.js';

export interface RepeatableWrite {
  userId: string;
  /** Method and path. */
  operation: string;
  key: string;
  bodyDigest: string;
}

export type FirstOutcome = Pick<IdempotencyKey, 'bodyDigest' | 'status' | 'resultKey'>;

/** A process of the release before, which may run beside this one, stores whole answers. */
const FIRST_OUTCOME = `
  select body_digest as "bodyDigest", status,
    coalesce(created_id, answer::jsonb ->> 'id', answer::jsonb -> 'subscription' ->> 'id') as "resultKey"
  from idempotency_keys where user_id = $1 and operation = $2 and key = $3`;

/** Old rows that are removed with each new one: more than come. */
const TIDIED_AT_ONCE = 10;

@Injectable()
export class IdempotencyKeysRepository {
  /**
   * Makes the key the caller's until the transaction ends: whoever else comes with it waits for that.
   * What its body was is written in the end, if at all: not even a dead row tells it.
   * @param freeFrom created at this moment or before, it is free again
   * @param waitMs milliseconds that any statement of the transaction waits for a lock
   * @returns what the first one came to, where there is one already
   */
  async claim(
    manager: EntityManager,
    { userId, operation, key }: RepeatableWrite,
    now: Date,
    { freeFrom, waitMs }: { freeFrom: Date; waitMs: number },
  ): Promise<FirstOutcome | null> {
    await manager.query(`select set_config('lock_timeout', $1, true)`, [String(waitMs)]);
    // A user without a row, erased for instance, claims nothing and has no outcome to repeat: the operation itself refuses them.
    const claimed = await manager.query<unknown[]>(
      `insert into idempotency_keys as k (user_id, operation, key, body_digest, status, created_at)
       select id, $2, $3, '', 0, $4 from users where id = $1
       on conflict (user_id, operation, key) do update
         set body_digest = excluded.body_digest, status = 0, created_id = null, answer = null, created_at = excluded.created_at
         where k.created_at <= $5
       returning 1`,
      [userId, operation, key, now, freeFrom],
    );
    if (claimed.length > 0) return null;
    const [first] = await manager.query<[FirstOutcome]>(FIRST_OUTCOME, [userId, operation, key]);
    return first;
  }

  async remember(
    manager: EntityManager,
    { userId, operation, key }: RepeatableWrite,
    outcome: FirstOutcome,
  ): Promise<void> {
    await manager.update(IdempotencyKey, { userId, operation, key }, outcome);
  }

  async tidy(manager: EntityManager, freeFrom: Date): Promise<void> {
    await manager.query(
      `delete from idempotency_keys where ctid = any (array(
         select ctid from idempotency_keys where created_at <= $1
         order by created_at limit ${TIDIED_AT_ONCE} for update skip locked))`,
      [freeFrom],
    );
  }
}
