import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { SessionRemovalRepository } from './session-removal.repository.js';
import { RETENTION } from '../../../platform/database/retention.js';
import { BackgroundJobs } from '../../../platform/jobs/background-jobs.js';

const HOUR = 60 * 60_000;
const RETENTION_DAYS = RETENTION.user_sessions.days;
/** Sessions removed at a time: a session may have a refresh token for every day of a year. */
const BATCH = 100;

/** Removes sessions that are long over. One that is renewed keeps all its tokens: a spent one that comes again ends it. */
@Injectable()
export class SessionRemoval implements OnModuleInit {
  constructor(
    private readonly jobs: BackgroundJobs,
    private readonly sessions: SessionRemovalRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.add({ name: 'old sessions', everyMs: HOUR, round: () => this.removeOld() });
  }

  /** @returns whether there may be more */
  async removeOld(): Promise<boolean> {
    const moment = new Date(this.clock.now().getTime() - RETENTION_DAYS * 24 * HOUR);
    return (await this.sessions.removeExpired(moment, BATCH)) === BATCH;
  }
}
