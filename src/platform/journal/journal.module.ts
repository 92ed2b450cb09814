import { Global, Module } from '@nestjs/common';
import { JournalJobs } from './journal-jobs.service.js';
import { JournalRepository } from './journal.repository.js';
import { JournalService } from './journal.service.js';

@Global()
@Module({ providers: [JournalJobs, JournalRepository, JournalService], exports: [JournalService] })
export class JournalModule {}
