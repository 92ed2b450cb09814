import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Client } from 'pg';
import { databaseAddress } from '../config/database-address.js';
import { askDatabase } from './query-once.js';
import { WatchedConnection } from './watched-connection.js';

/** Milliseconds that a statement may take before somebody looks why: a commit takes a few. */
const SLOW_MS = 1_000;
/** Milliseconds between two looks. Nothing is asked while no statement is slow. */
const LOOK_EVERY_MS = 500;

/** Commits that wait for a standby; those of other users are not shown to us. */
export const COMMITS_THAT_WAIT = `
  select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep'
    and clock_timestamp() - query_start > interval '1 second'`;

/**
 * Looks after the connections of a service to a database that other servers follow. It ends those that a failover has left
 * behind, and suspends writes while a commit waits for a synchronous standby that is gone: such a commit never returns, and
 * its server process stays even when we hang up. So what waits already is given up, at most once a connection of the pool, and
 * nothing is sent after it. Those processes also tell when commits are confirmed again: then none of them waits any more.
 */
export class ConnectionWatch implements OnModuleInit, OnModuleDestroy {
  areWritesSuspended = false;
  private readonly logger = new Logger('Database');
  private readonly connections = new Set<WatchedConnection>();
  private readonly findsWritable: boolean;
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;

  constructor(private readonly url: string) {
    ({ findsWritable: this.findsWritable } = databaseAddress(url));
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** From the beginning of a connection to its end. */
  add(client: Client): void {
    const connection = new WatchedConnection(client, this);
    this.connections.add(connection);
    client.once('end', () => this.connections.delete(connection));
  }

  /** A server that was demoted is left at once; a single one that is set read-only still answers what is read. */
  onReadOnly(): void {
    if (this.findsWritable) for (const connection of this.connections) connection.drop();
  }

  private async look(): Promise<void> {
    const isDue = this.areWritesSuspended || [...this.connections].some((each) => each.hasWaited(SLOW_MS));
    if (!isDue || this.isLooking) return;
    this.isLooking = true;
    try {
      const { row, host, port } = await askDatabase<{ count: number }>(this.url, COMMITS_THAT_WAIT);
      if (this.findsWritable) this.leaveOthers(host, port);
      this.suspendWrites(row.count > 0);
    } catch {
      // Behind a pooler the question itself may wait behind such commits. A database that is gone takes no writes either.
      if (this.overdueCommits().length > 0) this.suspendWrites(true);
    } finally {
      this.isLooking = false;
    }
  }

  /** Takes writes from the host that was just found to be the one. */
  private leaveOthers(host: string, port: number): void {
    for (const connection of this.connections)
      if (!connection.isOn(host, port)) connection.end('Another server takes the writes');
  }

  private suspendWrites(suspended: boolean): void {
    if (suspended !== this.areWritesSuspended) {
      if (suspended)
        this.logger.error(
          'Commits do not come back, as without their synchronous standby: writes are refused until they do',
        );
      else this.logger.log('Commits come back again: writes are taken');
    }
    this.areWritesSuspended = suspended;
    if (!suspended) return;
    for (const connection of this.overdueCommits())
      connection.end('No synchronous standby confirms the commit');
  }

  private overdueCommits(): WatchedConnection[] {
    return [...this.connections].filter((each) => each.isCommitting() && each.hasWaited(SLOW_MS));
  }
}
