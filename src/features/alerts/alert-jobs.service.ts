import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';
import { AlertsService } from './alerts.service.js';
import { MailWorker } from './mails/mail-worker.service.js';

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;

/** What goes on behind alerts in every service process. */
@Injectable()
export class AlertJobs implements OnModuleInit {
  constructor(
    private readonly jobs: BackgroundJobs,
    private readonly alerts: AlertsService,
    private readonly mails: MailWorker,
  ) {}

  onModuleInit(): void {
    this.jobs.add(
      { name: 'begun items', everyMs: SECOND, round: () => this.alerts.recordNextDue() },
      { name: 'mail', everyMs: SECOND, round: () => this.mails.run() },
      { name: 'old notifications', everyMs: HOUR, round: () => this.alerts.removeOld() },
    );
  }
}
