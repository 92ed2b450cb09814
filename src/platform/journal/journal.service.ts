import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { outsideOperation } from '../audit/operation.js';
import type { ChangeKind } from './change-kinds.js';
import type { JournalSubscriber } from './journal-subscriber.js';
import { JournalRepository } from './journal.repository.js';

/** Changes that a subscriber gets at once. */
const BATCH = 500;

/** The subscribers of the journal, and how far each has read. */
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

  /** True where a subscriber handles the change before its request is answered. */
  isAwaited(kind: ChangeKind): boolean {
    return this.subscribers.some((subscriber) => subscriber.isAwaited(kind));
  }

  /**
   * Right after a commit, so that the member who has made a change finds its outcome. A subscriber that fails is tried again by
   * the job: the change itself is done.
   */
  async deliver(schoolIds: string[]): Promise<void> {
    for (const schoolId of schoolIds)
      for (const subscriber of this.subscribers)
        await this.deliverAll(subscriber, schoolId, true).catch((error: { name?: string; code?: unknown }) =>
          this.logger.warn(
            { subscriber: subscriber.name, error: error.name, code: error.code },
            'A change could not be told yet; it is tried again',
          ),
        );
  }

  /**
   * Changes of all schools that no process has delivered yet. A subscriber that fails in one school keeps no other waiting.
   * @returns whether there were any
   * @throws the last failure, once everything else is delivered
   */
  async deliverBehind(): Promise<boolean> {
    let delivered = 0;
    const failures: unknown[] = [];
    for (const subscriber of this.subscribers)
      for (const schoolId of await this.journal.findBehind(subscriber.name))
        await this.deliverAll(subscriber, schoolId, false).then(
          (count) => (delivered += count),
          (error: unknown) => failures.push(error),
        );
    if (failures.length > 0) throw failures.at(-1);
    return delivered > 0;
  }

  /** @returns how many changes were delivered */
  private async deliverAll(subscriber: JournalSubscriber, schoolId: string, wait: boolean): Promise<number> {
    let delivered = 0;
    for (let count = BATCH; count === BATCH; delivered += count)
      count = await this.deliverBatch(subscriber, schoolId, wait);
    return delivered;
  }

  /** @param wait false: nothing is delivered while another process delivers */
  private deliverBatch(subscriber: JournalSubscriber, schoolId: string, wait: boolean): Promise<number> {
    const deliver = async (manager: EntityManager): Promise<number> => {
      const reader = { subscriber: subscriber.name, schoolId };
      const position = await this.journal.lockPosition(manager, reader, wait);
      if (position === null) return 0;
      const changes = await this.journal.readAfter(manager, schoolId, position, BATCH);
      const last = changes.at(-1);
      if (!last) return 0;
      await subscriber.handle(manager, changes);
      await this.journal.movePosition(manager, { ...reader, sequence: last.sequence });
      return changes.length;
    };
    // Telling of a change is no operation of its own: it leaves no audit entry.
    return outsideOperation(() => this.dataSource.transaction(deliver));
  }
}
