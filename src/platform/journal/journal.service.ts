import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ChangeKind } from './change-kinds.js';
import type { JournalSubscriber } from './journal-subscriber.js';
import { outsideOperation } from '../audit/operation.js';
import { JournalRepository } from './journal.repository.js';

/** Changes that a subscriber gets at once. */
const BATCH = 500;

/** Whether more changes are behind those of a batch. */
type Batch = 'more' | 'last';

/** Whoever wants to be told of changes, and how far each has read. */
@Injectable()
export class JournalService {
  private readonly logger = new Logger('Journal');
  private readonly subscribers: JournalSubscriber[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly journal: JournalRepository,
  ) {}

  subscribe(subscriber: JournalSubscriber): void {
    if (this.subscribers.some(({ name }) => name === subscriber.name))
      throw new Error(`${subscriber.name} subscribes twice`);
    this.subscribers.push(subscriber);
  }

  /** True where a subscriber is to hear of the change at once. */
  isAwaited(kind: ChangeKind): boolean {
    return this.subscribers.some((subscriber) => subscriber.isAwaited(kind));
  }

  /**
   * Right after a commit, so that who has made a change finds what it led to. A subscriber that fails is tried again by the
   * job: the change itself is done.
   */
  async deliver(schoolIds: Iterable<string>): Promise<void> {
    for (const schoolId of schoolIds)
      for (const subscriber of this.subscribers) await this.deliverAll(subscriber, schoolId, true);
  }

  /**
   * What no process has delivered yet, of all schools. One that fails keeps nobody else waiting.
   * @returns whether there was any
   */
  async deliverBehind(): Promise<boolean> {
    let found = false;
    for (const subscriber of this.subscribers)
      for (const schoolId of await this.journal.findBehind(subscriber.name))
        if (await this.deliverAll(subscriber, schoolId, false)) found = true;
    return found;
  }

  /** @returns whether there was any; false as well where the subscriber has failed */
  private async deliverAll(subscriber: JournalSubscriber, schoolId: string, wait: boolean): Promise<boolean> {
    let found = false;
    try {
      for (let batch: Batch | null = 'more'; batch === 'more';) {
        batch = await this.deliverBatch(subscriber, schoolId, wait);
        if (batch) found = true;
      }
      return found;
    } catch (error) {
      const { name, code } = error as { name?: string; code?: unknown };
      this.logger.warn(
        { subscriber: subscriber.name, error: name, code },
        'A change could not be told; it is tried again',
      );
      return false;
    }
  }

  /** @returns null where there was nothing to deliver */
  private deliverBatch(
    subscriber: JournalSubscriber,
    schoolId: string,
    wait: boolean,
  ): Promise<Batch | null> {
    const deliver = async (manager: EntityManager): Promise<Batch | null> => {
      const reader = { subscriber: subscriber.name, schoolId };
      const position = await this.journal.lockPosition(manager, reader, wait);
      if (position === null) return null;
      const changes = await this.journal.readAfter(manager, schoolId, position, BATCH);
      const last = changes.at(-1);
      if (!last) return null;
      await subscriber.handle(manager, changes);
      await this.journal.movePosition(manager, { ...reader, sequence: last.sequence });
      return changes.length === BATCH ? 'more' : 'last';
    };
    // Whoever tells of a change does nothing that is an operation of its own.
    return outsideOperation(() => this.dataSource.transaction(deliver));
  }
}
