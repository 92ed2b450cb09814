import type { DataSource } from 'typeorm';
import { Clock } from '../../../src/platform/clock/clock.js';
import { JournalRepository } from '../../../src/platform/journal/journal.repository.js';
import { JournalService } from '../../../src/platform/journal/journal.service.js';
import { CommitSubscriber } from '../../../src/platform/transaction/commit.subscriber.js';
import { Transactions } from '../../../src/platform/transaction/transactions.service.js';

/** Transactions as the service has them, for services that a test makes by itself. */
export function transactionsOf(dataSource: DataSource, clock = new Clock()): Transactions {
  if (!dataSource.subscribers.some((subscriber) => subscriber instanceof CommitSubscriber))
    dataSource.subscribers.push(new CommitSubscriber(clock));
  return new Transactions(dataSource, new JournalService(dataSource, new JournalRepository(dataSource)));
}
