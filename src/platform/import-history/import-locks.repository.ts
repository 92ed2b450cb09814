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
 * Lets no import of these schools begin, and waits for one that runs: for what a person changes in several rows of theirs,
 * which an import would lock in another order, or add to unseen.
 */
export async function holdOffImports(manager: EntityManager, schoolIds: string[]): Promise<void> {
  for (const schoolId of schoolIds.toSorted())
    await manager.query(`select pg_advisory_xact_lock_shared(hashtextextended($1, 0))`, [keyOf(schoolId)]);
}

/** Locks every school there is or will be, with one lock: so it is one caller at a time. */
export async function holdOffAllImports(manager: EntityManager): Promise<void> {
  await manager.query(`select pg_advisory_xact_lock(${IMPORTS_LOCK})`);
}

const keyOf = (schoolId: string): string => `roster-feed:${schoolId}`;
