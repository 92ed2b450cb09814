import { Global, Module } from '@nestjs/common';
import { JournalJobs } from './journal-jobs.service.js';
import { JournalReadingRepository } from './journal-reading.repository.js';
import { JournalReading } from './journal-reading.service.js';
import { JournalRepository } from './journal.repository.js';
import { JournalService } from './journal.service.js';

@Global()
@Module({
  providers: [JournalJobs, JournalReading, JournalReadingRepository, JournalRepository, JournalService],
  exports: [JournalReading, JournalService],
})
export class JournalModule {}
