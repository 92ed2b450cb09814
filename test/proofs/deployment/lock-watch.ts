import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../src/platform/database/data-source.js';

const EVERY_MS = 5;

interface Lock {
  /** Of one transaction on one table. */
  name: string;
  granted: boolean;
  /** Whether it is one of those that stand in the way of reads or writes; requests take the others. */
  strong: boolean;
}

/** Tables that others can see: what a migration has made itself stands in nobody's way. */
const LOCKS = `select l.virtualtransaction || ' ' || l.mode || ' ' || c.relname || ' ' || l.granted as name, l.granted,
    l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock') as strong
  from pg_locks l join pg_class c on c.oid = l.relation
  where l.locktype = 'relation' and c.relnamespace = 'public'::regnamespace
    and l.database = (select oid from pg_database where datname = current_database())`;

/**
 * Looks every few milliseconds who holds the tables of a database, and who waits for them. What it tells is rather too
 * long than too short: from the look before a lock is seen to the look after.
 */
export class LockWatch {
  /** Milliseconds that a request has waited for a table at most. */
  longestWait = 0;
  /** Milliseconds for which a lock that stops reads or writes was held at most. */
  longestHold = 0;
  /** Whether somebody who changes tables has waited for others. */
  hasSeenMigrationWait = false;
  /** Those of the last look, and since when. */
  private seen = new Map<string, { lock: Lock; since: number }>();
  private isOver = false;
  private running: Promise<void> = Promise.resolve();

  private constructor(private readonly dataSource: DataSource) {}

  static async on(url: string): Promise<LockWatch> {
    const watch = new LockWatch(await createDataSource({ url, poolSize: 1 }).initialize());
    watch.running = watch.run();
    return watch;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
    await this.dataSource.destroy();
  }

  private async run(): Promise<void> {
    for (let before = performance.now(); !this.isOver; await delay(EVERY_MS)) {
      const begun = performance.now();
      const locks = await this.dataSource.query<Lock[]>(LOCKS);
      for (const { lock, since } of this.seen.values()) this.note(lock, performance.now() - since);
      this.seen = new Map(
        locks.map((lock) => [lock.name, this.seen.get(lock.name) ?? { lock, since: before }]),
      );
      before = begun;
    }
  }

  private note({ granted, strong }: Lock, ms: number): void {
    if (granted && strong) this.longestHold = Math.max(this.longestHold, ms);
    if (!granted && strong) this.hasSeenMigrationWait = true;
    if (!granted && !strong) this.longestWait = Math.max(this.longestWait, ms);
  }
}
