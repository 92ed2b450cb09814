import type { EntityManager } from 'typeorm';
import type { Arrived } from '../backup/arriving-people.repository.js';
import type { ClosedSchool } from './closed-school.repository.js';

/** $1: people. Writes that they may repeat with the same key; an answer of before is not among what moves. */
const ANSWERED = `
  select user_id, operation, key, body_digest, status, created_id, created_at from idempotency_keys
  where user_id = any ($1::uuid[]) and answer is null`;

/** $1: rows, $2 and $3: ids of people there and here. */
const KEEP = `
  insert into idempotency_keys (user_id, operation, key, body_digest, status, created_id, created_at)
  select person.here, given.operation, given.key, given.body_digest, given.status, given.created_id, given.created_at
  from jsonb_to_recordset($1) given(user_id uuid, operation text, key text, body_digest text, status int, created_id text,
    created_at timestamptz)
  join unnest($2::uuid[], $3::uuid[]) person(there, here) on person.there = given.user_id
  on conflict do nothing`;

/** A write that was acknowledged before the move, and is repeated after it, is done once. */
export async function carryAnsweredWrites(
  closed: ClosedSchool,
  manager: EntityManager,
  { people }: Arrived,
): Promise<void> {
  const [there, here] = [[...people.keys()], [...people.values()]];
  const rows = await closed.query(ANSWERED, [there]);
  await manager.query(KEEP, [JSON.stringify(rows), there, here]);
}
