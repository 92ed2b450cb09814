import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { outsideOperation } from '../audit/operation.js';
import { Clock } from '../clock/clock.js';
import { afterCommit } from '../database/ambient-transaction.js';
import type { ObjectRemoval } from './object-removal.entity.js';
import { ObjectRemovalsRepository, type PendingRemovals } from './object-removals.repository.js';
import { ADDRESS_OUTLIVED_MS, ObjectStore } from './object-store.js';
import { Transactions } from '../transaction/transactions.service.js';

/** Removed at the same time, within one transaction. */
const BATCH = 10;

/**
 * Objects that are to go. The database decides: what a transaction makes superfluous it schedules, and the object is
 * removed after the commit, at once or, should we crash, by the next sweep. An object is only ever removed under the
 * lock of its row, so that `keep` and a removal never cross.
 */
@Injectable()
export class ObjectRemovals {
  private readonly logger = new Logger('ObjectRemovals');

  constructor(
    private readonly transactions: Transactions,
    private readonly removals: ObjectRemovalsRepository,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
  ) {}

  /**
   * The last word wins. An upload address, when it is issued, schedules its staging key for a day later, and for a day
   * after that when it is issued again; a deletion schedules the key for now, whatever stood there.
   */
  schedule(manager: EntityManager, keys: string[], dueAt: Date): Promise<void> {
    return this.removals.putRemovals(manager, keys, dueAt);
  }

  /** Those that are due later go as soon as no address leads to them any more: what was uploaded was confirmed or refused. Never throws. */
  async hasten(keys: string[]): Promise<void> {
    const dueAt = new Date(this.clock.now().getTime() + ADDRESS_OUTLIVED_MS);
    const hasten = (): Promise<void> =>
      this.transactions.run((manager) => this.removals.hasten(manager, keys, dueAt));
    await outsideOperation(hasten).catch((error: unknown) => this.logFailure(error));
  }

  /** Whether an upload may still be confirmed. */
  isAwaited(key: string): Promise<boolean> {
    const after = new Date(this.clock.now().getTime() + ADDRESS_OUTLIVED_MS);
    return this.transactions.run((manager) => this.removals.isDueAfter(manager, key, after));
  }

  /** The keys are in use, from this transaction on. It waits for a removal that is under way: write the object after it. */
  keep(manager: EntityManager, keys: string[]): Promise<void> {
    return this.removals.drop(manager, keys);
  }

  /**
   * Finds which of these objects were scheduled and are there still. None of them goes until the transaction ends: `keep` those
   * that are to be used again.
   */
  findPending(manager: EntityManager, keys: string[]): Promise<string[]> {
    return this.removals.lockPending(manager, keys);
  }

  /**
   * Right after the commit: removes what is still scheduled of these keys, be it due or not. A key that is not due yet
   * stays scheduled, since an upload address may still write there. Never throws: what fails waits for the next sweep.
   */
  removeNow(keys: string[]): Promise<void> {
    const remove = (): Promise<void> =>
      this.transactions.run(async (manager) =>
        this.removeLocked(manager, await this.removals.lockScheduled(manager, keys)),
      );
    return afterCommit(() => outsideOperation(remove).catch((error: unknown) => this.logFailure(error)));
  }

  /** Removes every object that is due; any number of processes may do so at once. */
  async sweep(signal?: AbortSignal): Promise<void> {
    let last: string | undefined = '';
    while (last !== undefined && !signal?.aborted) {
      const after: string = last;
      last = await this.transactions.run(async (manager) => {
        const due = await this.removals.lockDueRemovals(manager, this.clock.now(), after, BATCH);
        await this.removeLocked(manager, due);
        return due.at(-1)?.key;
      });
    }
  }

  /** By number alone: a key holds the id of a child. */
  pending(): Promise<PendingRemovals> {
    const now = this.clock.now();
    return this.transactions.run((manager) => this.removals.countPending(manager, now));
  }

  private async removeLocked(manager: EntityManager, locked: ObjectRemoval[]): Promise<void> {
    const outcomes = await Promise.allSettled(locked.map(({ key }) => this.store.remove(key)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') this.logFailure(outcome.reason);
    const now = this.clock.now();
    const done = locked.filter(({ dueAt }, index) => outcomes[index]?.status === 'fulfilled' && dueAt <= now);
    await this.removals.drop(
      manager,
      done.map(({ key }) => key),
    );
  }

  /** By kind alone: a key holds the id of a child. */
  private logFailure(error: unknown): void {
    const { name, code } = (error ?? {}) as { name?: string; code?: unknown };
    this.logger.warn({ error: name, code }, 'An object could not be removed; the next sweep tries again');
  }
}
