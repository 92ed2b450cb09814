import { Module } from '@nestjs/common';
import { JobsModule } from '../../jobs/jobs.module.js';
import { SessionRemovalRepository } from './session-removal.repository.js';
import { SessionRemoval } from './session-removal.service.js';

/** What becomes of old sessions in the running service. */
@Module({ imports: [JobsModule], providers: [SessionRemoval, SessionRemovalRepository] })
export class SessionRemovalModule {}
