import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { presentMember } from '../../platform/auth/organization-access.repository.js';
import { Clock } from '../../platform/clock/clock.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { RosterImporter } from '../directory/roster/roster.importer.js';
import { SlipLocksRepository, type LockedSlip } from './slip-locks.repository.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** The locks of every answer to a slip. */
@Injectable()
export class SlipLocks {
  constructor(
    private readonly transactions: Transactions,
    private readonly feeds: RosterImporter,
    private readonly locks: SlipLocksRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers a slip in a transaction. Imports first: they lock students and members before slips.
   * @throws NotFoundError nobody in this school, or a slip that is not in sight
   */
  lockSlip<T>(
    member: Member,
    slipId: string,
    work: (change: WriteContext, slip: LockedSlip) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(async (manager) => {
      await this.feeds.lockForImport(manager, [member.schoolId]);
      const present = await presentMember(manager, member);
      if (!present) throw new NotFoundError();
      const change = { manager, member: present, now: this.clock.now() };
      const slip = await this.locks.lockSlip(change, slipId);
      if (!slip?.inSight) throw new NotFoundError();
      return work(change, slip);
    });
  }

  /** The time again, once the students are locked: whoever has waited for another guardian may be late. */
  afterWaiting(change: WriteContext): WriteContext {
    return { ...change, now: this.clock.now() };
  }
}
