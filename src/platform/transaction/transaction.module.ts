import { Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../clock/clock.js';
import { JournalModule } from '../journal/journal.module.js';
import { CommitSubscriber } from './commit.subscriber.js';
import { Transactions } from './transactions.service.js';

@Global()
@Module({ imports: [JournalModule], providers: [Transactions], exports: [Transactions] })
export class TransactionModule {
  constructor(dataSource: DataSource, clock: Clock) {
    dataSource.subscribers.push(new CommitSubscriber(clock));
  }
}
