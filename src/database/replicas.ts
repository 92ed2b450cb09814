import { setTimeout as delay } from 'node:timers/promises';
import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { createDataSource } from './data-source.js';
import { giveUpSilentConnections } from './silent-connections.js';

/** Milliseconds in which a replica has to say something: meanwhile somebody waits whom the database could answer. */
const SILENCE_MS = 2_000;
/** Milliseconds between two looks at one that is left out. */
const LOOK_EVERY_MS = 5_000;
/** A replica takes back what a transaction still reads (SQLSTATE class 40): nothing is wrong with it. */
const TAKEN_BACK = /^40/;

interface Replica {
  dataSource: DataSource;
  isInUse: boolean;
}

/**
 * Copies that follow the database at some distance. How far behind one is nobody asks: it is read only when it shows, in
 * the same transaction, that it is in the state which the reader has to see.
 */
export class Replicas implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('Replicas');
  private readonly ending = new AbortController();
  private readonly all: Replica[];
  private turn = 0;

  constructor(settings: { urls: string[]; poolSize: number }) {
    this.all = settings.urls.map((url) => {
      const dataSource = createDataSource({ url, poolSize: settings.poolSize });
      return { dataSource, isInUse: false };
    });
  }

  /** Nobody waits for them. */
  onModuleInit(): void {
    for (const replica of this.all) void this.takeInUse(replica);
  }

  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    for (const { dataSource } of this.all) if (dataSource.isInitialized) await dataSource.destroy();
  }

  /**
   * What the work finds on a replica, of one moment: that which `isRight` has judged.
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

  /** In turn, of those that answer. */
  private next(): Replica | undefined {
    const inUse = this.all.filter(({ isInUse }) => isInUse);
    this.turn += 1;
    return inUse[this.turn % inUse.length];
  }

  private leaveOut(replica: Replica, error: unknown): void {
    if (!replica.isInUse) return;
    replica.isInUse = false;
    this.logger.warn({ code: codeOf(error) }, 'A replica failed: the database answers in its place');
    void this.takeInUse(replica, true);
  }

  /**
   * As soon as it answers.
   * @param isTold that it does not is in the log already
   */
  private async takeInUse(replica: Replica, isTold = false): Promise<void> {
    const { signal } = this.ending;
    for (let told = isTold; !signal.aborted; told = true) {
      const failure = await failureOf(replica.dataSource);
      if (failure === null) {
        replica.isInUse = true;
        this.logger.log('A replica is read');
        return;
      }
      if (!told && !signal.aborted)
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
      giveUpSilentConnections(dataSource, SILENCE_MS);
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
