import { setTimeout as delay } from 'node:timers/promises';
import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { poolsOf } from './driver-pool.js';
import { ReplicaLag } from './replica-lag.js';

/** The part of a node-postgres connection that is used here. */
interface Connection {
  connection: { stream: Socket };
  /** Nothing is asked that is not answered yet. */
  readyForQuery: boolean;
}

/** The way to the database may be gone without a word: a failover, a firewall that forgot. */
class SilentDatabaseError extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * Gives a connection up on which the database owes an answer and has said nothing for so long: left to itself, the
 * system notices after a quarter of an hour, and until then whoever is given the connection waits. Those that nobody uses
 * at that moment may have gone the same way, and are given up with it: each of them would else cost somebody as long.
 */
export function closeStaleConnections(dataSource: DataSource, silenceMs: number): void {
  const watched = new WeakSet<Connection>();
  const idle = new Set<Connection>();
  const close = ({ connection }: Connection): void => {
    connection.stream.destroy(new SilentDatabaseError('The database says nothing'));
  };
  for (const pool of poolsOf(dataSource) as EventEmitter[]) {
    pool.on('release', (_error: unknown, client: Connection) => idle.add(client));
    pool.on('remove', (client: Connection) => idle.delete(client));
    pool.on('acquire', (client: Connection) => {
      idle.delete(client);
      if (watched.has(client)) return;
      watched.add(client);
      client.connection.stream.setTimeout(silenceMs).on('timeout', () => {
        if (client.readyForQuery) return;
        close(client);
        idle.forEach(close);
      });
    });
  }
}

/** Milliseconds in which a replica has to say something: meanwhile somebody waits whom the database could answer. */
const SILENCE_MS = 2_000;
/** Milliseconds between two looks at one that is left out. */
const LOOK_EVERY_MS = 5_000;
/** A replica takes back what a transaction still reads (SQLSTATE class 40): nothing is wrong with it. */
const TAKEN_BACK = /^40/;

interface Replica {
  dataSource: DataSource;
  /** It answers. */
  isInUse: boolean;
  /** Milliseconds that it was behind when it was last asked. */
  lagMs: number;
  isLagging: boolean;
}

export interface ReplicaOptions {
  /** Milliseconds that a replica may be behind and still be read. */
  maxLagMs: number;
  /** What the database has written by now, as PostgreSQL spells it (`pg_lsn`). */
  position: () => Promise<string>;
}

const POSITION = 'select coalesce(pg_last_wal_replay_lsn(), pg_current_wal_lsn())::text as lsn';

/**
 * Copies that follow the database at some distance. One is read only when it shows, in the same transaction, that it is in
 * the state which the reader has to see. One that is far behind would be asked in vain, and is left out until it has caught up.
 */
export class Replicas implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Replicas');
  private readonly ending = new AbortController();
  private readonly all: Replica[];
  private readonly lag = new ReplicaLag();
  private cursor = 0;

  /** @param dataSources not yet initialized */
  constructor(
    dataSources: DataSource[],
    private readonly options: ReplicaOptions,
  ) {
    this.all = dataSources.map((dataSource) => ({ dataSource, isInUse: false, lagMs: 0, isLagging: false }));
  }

  /** Connects in the background: the start does not wait for replicas. */
  onModuleInit(): void {
    for (const replica of this.all) void this.takeInUse(replica);
    if (this.all.length > 0) void this.watchLag();
  }

  /** How many there are to read from now. */
  get inUse(): number {
    return this.readable().length;
  }

  /** Seconds that the replica is behind which is furthest behind, of those that answer. */
  get lagSeconds(): number {
    return Math.max(0, ...this.all.map(({ isInUse, lagMs }) => (isInUse ? lagMs / 1_000 : 0)));
  }

  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    for (const { dataSource } of this.all) if (dataSource.isInitialized) await dataSource.destroy();
  }

  /**
   * Result of the work on a replica, at a single moment that `isRight` has judged.
   * @returns null when it has to be read from the database itself: there is no replica, it is elsewhere, or it fails
   */
  async read<T>(
    isRight: (manager: EntityManager) => Promise<boolean>,
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<T | null> {
    const replica = this.next();
    if (!replica) return null;
    try {
      return await replica.dataSource.transaction('REPEATABLE READ', async (manager) =>
        (await isRight(manager)) ? work(manager) : null,
      );
    } catch (error) {
      if (!TAKEN_BACK.test(codeOf(error))) this.leaveOut(replica, error);
      return null;
    }
  }

  /** Compares each replica with what the database had written before. */
  async examineLag(): Promise<void> {
    this.lag.addMoment(await this.options.position());
    for (const replica of this.all.filter(({ isInUse }) => isInUse)) {
      try {
        const [row] = await replica.dataSource.query<[{ lsn: string }]>(POSITION);
        this.noteLag(replica, this.lag.lagOf(row.lsn));
      } catch (error) {
        this.leaveOut(replica, error);
      }
    }
  }

  private async watchLag(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      // A database that does not answer says nothing about its replicas.
      await this.examineLag().catch(() => undefined);
      await delay(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private noteLag(replica: Replica, lagMs: number): void {
    const isLagging = lagMs > this.options.maxLagMs;
    if (isLagging !== replica.isLagging) {
      if (isLagging)
        this.logger.warn(
          { seconds: Math.round(lagMs / 1_000) },
          'A replica is behind: the database answers in its place',
        );
      else this.logger.log('A replica has caught up, and is read');
    }
    Object.assign(replica, { lagMs, isLagging });
  }

  private readable(): Replica[] {
    return this.all.filter(({ isInUse, isLagging }) => isInUse && !isLagging);
  }

  /** In turn, of those that answer and keep up. */
  private next(): Replica | undefined {
    const inUse = this.readable();
    this.cursor += 1;
    return inUse[this.cursor % inUse.length];
  }

  private leaveOut(replica: Replica, error: unknown): void {
    if (!replica.isInUse) return;
    replica.isInUse = false;
    this.logger.warn({ code: codeOf(error) }, 'A replica failed: the database answers in its place');
    void this.takeInUse(replica, true);
  }

  /**
   * Uses the replica as soon as it answers.
   * @param isReported true when its failure is in the log already
   */
  private async takeInUse(replica: Replica, isReported = false): Promise<void> {
    const { signal } = this.ending;
    for (let reported = isReported; !signal.aborted; reported = true) {
      const failure = await failureOf(replica.dataSource);
      if (failure === null) {
        replica.isInUse = true;
        this.logger.log('A replica is read');
        return;
      }
      if (!reported && !signal.aborted)
        this.logger.warn(
          { code: codeOf(failure) },
          'A replica does not answer: the database answers in its place',
        );
      await delay(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

/** Null when it answers. */
async function failureOf(dataSource: DataSource): Promise<unknown> {
  try {
    if (!dataSource.isInitialized) {
      await dataSource.initialize();
      closeStaleConnections(dataSource, SILENCE_MS);
    }
    await dataSource.query('select 1');
    return null;
  } catch (error) {
    return error;
  }
}

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
};
