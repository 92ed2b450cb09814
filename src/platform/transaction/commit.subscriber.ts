import type {
  EntitySubscriberInterface,
  QueryRunner,
  TransactionCommitEvent,
  TransactionStartEvent,
} from 'typeorm';
import { appendEntry } from '../audit/audit-trail.repository.js';
import { currentOperation, type Operation } from '../audit/operation.js';
import type { Clock } from '../clock/clock.js';
import { changedTypeOf } from '../journal/change-kinds.js';
import { appendChanges } from '../journal/append-changes.js';
import { beginRecording, type Change, changesToCommit, endRecording } from '../journal/recorded-changes.js';

/**
 * Writes the changes that a transaction has recorded and the audit entry of the operation, as the last statements before
 * the commit of each transaction: there is no change without its entry, and no entry without its change. Savepoints write
 * nothing.
 */
export class CommitSubscriber implements EntitySubscriberInterface {
  constructor(private readonly clock: Clock) {}

  afterTransactionStart({ queryRunner }: TransactionStartEvent): void {
    beginRecording(queryRunner);
  }

  async beforeTransactionCommit({ queryRunner }: TransactionCommitEvent): Promise<void> {
    const changes = changesToCommit(queryRunner);
    if (!changes) return;
    await appendChanges(queryRunner, changes, this.clock.now());
    const operation = currentOperation();
    if (operation) await appendEntry(queryRunner, withCreatedItem(operation, changes));
  }

  afterTransactionCommit({ queryRunner }: TransactionCommitEvent): void {
    endRecording(queryRunner, 'committed');
  }

  afterTransactionRollback({ queryRunner }: { queryRunner: QueryRunner }): void {
    endRecording(queryRunner, 'rolled back');
  }
}

/** The path of a request names no item that it creates: its entry is about that one. A command may create many. */
function withCreatedItem(operation: Operation, changes: Change[]): Operation {
  const created = changes.find(({ kind }) => kind.endsWith('.created'));
  const isRequest = operation.actor.operator === null;
  return created && isRequest && !operation.item
    ? Object.assign(operation, { item: { type: changedTypeOf(created.kind), id: created.id } })
    : operation;
}
