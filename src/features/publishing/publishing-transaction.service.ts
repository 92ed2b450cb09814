import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { Clock } from '../../platform/clock/clock.js';
import { PublishingRightsService } from './publishing-rights.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** The transaction of one write: the rights that allow it last as long. */
@Injectable()
export class PublishingTransaction {
  constructor(
    private readonly transactions: Transactions,
    private readonly rights: PublishingRightsService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotAuthorizedError the member has left, or was deactivated */
  run<T>(member: Member, work: (change: WriteContext) => Promise<T>): Promise<T> {
    return this.transactions.run(async (manager) => {
      const present = await this.rights.lockGrants(manager, member);
      return work({ manager, member: present, now: this.clock.now() });
    });
  }
}
