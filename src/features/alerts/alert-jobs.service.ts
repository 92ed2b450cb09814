import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BackgroundJobs } from '../../platform/jobs/background-jobs.js';
import { AlertsService } from './alerts.service.js';

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;

/** Jobs of alerts in every service process. */
@Injectable()
export class AlertJobs implements OnModuleInit {
  constructor(
    private readonly jobs: BackgroundJobs,
    private readonly alerts: AlertsService,
  ) {}

  onModuleInit(): void {
    this.jobs.add(
      { name: 'begun items', everyMs: SECOND, round: () => this.alerts.recordNextDue() },
      { name: 'old notifications', everyMs: HOUR, round: () => this.alerts.removeOld() },
    );
  }
}
