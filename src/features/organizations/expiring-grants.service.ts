import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';
import { ExpiringGrantsRepository } from './expiring-grants.repository.js';

/** Grants that end within seven days. */
@Injectable()
export class ExpiringGrants {
  constructor(
    private readonly transactions: Transactions,
    private readonly grants: ExpiringGrantsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Records some of those of which nothing was recorded yet.
   * @returns whether there was any
   */
  recordNext(): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      const expiring = await this.grants.markExpiring(manager, this.clock.now());
      for (const { schoolId, organizationId, membershipId } of expiring)
        record(
          { manager, schoolId },
          { kind: 'grant.expiring', id: organizationId, ids: { members: [membershipId] } },
        );
      return expiring.length > 0;
    });
  }
}
