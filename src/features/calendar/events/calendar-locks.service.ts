import { Injectable } from '@nestjs/common';
import { CalendarWritesRepository, type Change } from './calendar-writes.repository.js';
import type { Member } from '../../../platform/auth/caller.js';
import { PublishingRightsService } from '../../publishing/publishing-rights.service.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

/** The lock that every change of the calendar begins with, and what every change has to know. */
@Injectable()
export class CalendarLocks {
  constructor(
    private readonly transactions: Transactions,
    private readonly calendar: CalendarWritesRepository,
    private readonly rights: PublishingRightsService,
  ) {}

  /**
   * Makes one change in a transaction, for which the rights that allow it last.
   * @throws NotAuthorizedError the member has left, or was deactivated
   */
  lockGrants<T>(member: Member, work: (change: Change) => Promise<T>): Promise<T> {
    return this.transactions.run(async (manager) => {
      const change = await this.rights.lockGrants(manager, member);
      const schoolZone = await this.calendar.schoolZone(manager, member.schoolId);
      return work({ ...change, schoolZone });
    });
  }
}
