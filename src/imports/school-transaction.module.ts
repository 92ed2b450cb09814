import { Module } from '@nestjs/common';
import { RosterFeedModule } from '../features/directory/roster-feed.module.js';
import { SchoolTransaction } from './school-transaction.service.js';

@Module({
  imports: [RosterFeedModule],
  providers: [SchoolTransaction],
  exports: [SchoolTransaction],
})
export class SchoolTransactionModule {}
