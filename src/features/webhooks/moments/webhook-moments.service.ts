import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { BackgroundJobs } from '../../../platform/jobs/background-jobs.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';
import { WebhookEvents } from '../webhook-events.service.js';
import { type DueMoment, WebhookMomentsRepository } from './webhook-moments.repository.js';

const EVERY_MS = 5_000;

/** Tells webhooks of items that have opened or closed since: with time, and not by a change. */
@Injectable()
export class WebhookMoments implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly moments: WebhookMomentsRepository,
    private readonly events: WebhookEvents,
    private readonly jobs: BackgroundJobs,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.add({ name: 'moments for webhooks', everyMs: EVERY_MS, round: () => this.tellDue() });
  }

  /** @returns whether there were any */
  async tellDue(): Promise<boolean> {
    if (!(await this.moments.hasWebhooks())) return false;
    return this.transactions.run(async (manager) => {
      const due = await this.moments.markDue(manager, this.clock.now());
      for (const [schoolId, ofSchool] of Map.groupBy(due, (moment) => moment.schoolId))
        await this.events.tell(manager, schoolId, ofSchool.map(eventOf));
      return due.length > 0;
    });
  }
}

const eventOf = ({ schoolId, kind, itemType, itemId, at }: DueMoment) => ({
  kind,
  data: { school_id: schoolId, id: itemId, item_type: itemType, membership_id: null },
  at,
});
