import { Injectable } from '@nestjs/common';
import { CalendarWritesRepository, type CalendarWriteContext } from './calendar-writes.repository.js';
import type { Member } from '../../../platform/auth/caller.js';
import { PublishingRightsService } from '../../publishing/publishing-rights.service.js';
import { Transactions } from '../../../platform/transaction/transactions.service.js';

/** Opens the transaction of a change of the calendar, with the lock that every change begins with. */
@Injectable()
export class CalendarLocks {
  constructor(
    private readonly transactions: Transactions,
    private readonly calendar: CalendarWritesRepository,
    private readonly rights: PublishingRightsService,
  ) {}

  /**
   * Does the work in a transaction, until whose end the member keeps the rights that allow it.
   * @throws NotAuthorizedError the member has left, or was deactivated
   */
  withLockedGrants<T>(member: Member, work: (change: CalendarWriteContext) => Promise<T>): Promise<T> {
    return this.transactions.run(async (manager) => {
      const change = await this.rights.lockGrants(manager, member);
      const schoolZone = await this.calendar.schoolZone(manager, member.schoolId);
      return work({ ...change, schoolZone });
    });
  }
}
