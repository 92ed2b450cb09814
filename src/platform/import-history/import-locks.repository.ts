import type { EntityManager } from 'typeorm';
import { IMPORTS_LOCK } from '../database/advisory-locks.js';

/*
 * Advisory locks between imports and what people change in several rows of theirs, until the caller's transaction ends. They
 * come before every row lock.
 */

/** Lets the imports of these schools wait for each other: always in the same order. */
export async function lockImports(manager: EntityManager, schoolIds: string[]): Promise<void> {
  for (const schoolId of schoolIds.toSorted()) await lockImportsOfSchool(manager, schoolId);
}

/**
 * Locks one school; only for callers that hold no lock of another. The common lock comes first: who wants no import anywhere
 * then waits for nothing that a waiting import holds.
 */
export async function lockImportsOfSchool(manager: EntityManager, schoolId: string): Promise<void> {
  await manager.query(`select pg_advisory_xact_lock_shared(${IMPORTS_LOCK})`);
  await manager.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [keyOf(schoolId)]);
}

/**
 * PostgreSQL's way of writing a time: in the service, where an import may take minutes, and whoever waits for it has a connection all the
 * while. An operator's command waits as long as it takes.
 */
const MAX_WAIT = '1s';

/**
 * Lets no import of these schools begin, and waits a moment for one that runs in each: for what a person changes in several rows of theirs,
 * which an import would lock in another order, or add to unseen.
 * @throws QueryFailedError (55P03, which is 503) when the import goes on
 */
export async function holdOffImports(manager: EntityManager, schoolIds: string[]): Promise<void> {
  for (const schoolId of schoolIds.toSorted()) {
    const key = [keyOf(schoolId)];
    const [{ held }] = await manager.query<[{ held: boolean }]>(
      `select pg_try_advisory_xact_lock_shared(hashtextextended($1, 0)) as held`,
      key,
    );
    if (held) continue;
    const [{ before }] = await manager.query<[{ before: string }]>(
      `select current_setting('lock_timeout') as before,
         case when current_setting('lock_timeout') <> '0' then set_config('lock_timeout', $1, true) end`,
      [MAX_WAIT],
    );
    await manager.query(`select pg_advisory_xact_lock_shared(hashtextextended($1, 0))`, key);
    await manager.query(`select set_config('lock_timeout', $1, true)`, [before]);
  }
}

/** Locks every school there is or will be, with one lock: so it is one caller at a time. */
export async function holdOffAllImports(manager: EntityManager): Promise<void> {
  await manager.query(`select pg_advisory_xact_lock(${IMPORTS_LOCK})`);
}

const keyOf = (schoolId: string): string => `roster-feed:${schoolId}`;
