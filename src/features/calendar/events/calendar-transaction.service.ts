import { Injectable } from '@nestjs/common';
import { CalendarWritesRepository, type Change } from './calendar-writes.repository.js';
import type { Member } from '../../../platform/auth/caller.js';
import { Clock } from '../../../platform/clock/clock.js';
import { PublishingRightsService } from '../../publishing/publishing-rights.service.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

/** The transaction of one change, with what every change has to know. */
@Injectable()
export class CalendarTransaction {
  constructor(
    private readonly transactions: Transactions,
    private readonly calendar: CalendarWritesRepository,
    private readonly rights: PublishingRightsService,
    private readonly clock: Clock,
  ) {}

  run<T>(member: Member, work: (change: Change) => Promise<T>): Promise<T> {
    return this.transactions.run(async (manager) => {
      const present = await this.rights.lockGrants(manager, member);
      const schoolZone = await this.calendar.schoolZone(manager, present.schoolId);
      return work({ manager, member: present, schoolZone, now: this.clock.now() });
    });
  }
}
