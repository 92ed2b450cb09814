import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { lockMember } from '../../platform/auth/member-lock.repository.js';
import { Clock } from '../../platform/clock/clock.js';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { isUuid } from '../../platform/text/uuid.js';
import { PublishingRightsService } from '../publishing/publishing-rights.service.js';
import { holdOffImports } from '../../platform/import-history/import-locks.repository.js';
import { SlipLocksRepository, type LockedSlip } from './slip-locks.repository.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** Opens the transaction of an answer to a slip, with the locks that every answer begins with. */
@Injectable()
export class SlipLocks {
  constructor(
    private readonly transactions: Transactions,
    private readonly locks: SlipLocksRepository,
    private readonly rights: PublishingRightsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Does the work in a transaction that holds the slip. Imports are held off first, since they lock students and members
   * before slips.
   * @throws NotFoundError the caller is no active member any more, or the slip is not published
   */
  withLockedSlip<T>(
    member: Member,
    slipId: string,
    work: (locked: WriteContext, slip: LockedSlip) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(async (manager) => {
      await holdOffImports(manager, [member.schoolId]);
      const present = await lockMember(manager, member);
      if (!present) throw new NotFoundError();
      const locked = { manager, member: present, now: this.clock.now() };
      const slip = await this.locks.lockSlip(locked, slipId);
      if (!slip?.published) throw new NotFoundError();
      return work(locked, slip);
    });
  }

  /**
   * The same for a manager of the slip, who records an answer: also once it has closed, or is gone.
   * @throws NotAuthorizedError the caller is no active member any more
   * @throws NotFoundError it is not theirs, or deleted
   */
  withManagedSlip<T>(
    member: Member,
    slipId: string,
    work: (locked: WriteContext, slip: LockedSlip) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(async (manager) => {
      await holdOffImports(manager, [member.schoolId]);
      const locked = await this.rights.lockGrants(manager, member);
      const slip = isUuid(slipId) ? await this.locks.lockSlip(locked, slipId) : null;
      if (!slip?.managed || slip.deleted) throw new NotFoundError();
      return work(locked, slip);
    });
  }

  /**
   * The context with the present time, for the checks that follow the lock of the students: the slip may have closed while
   * another guardian's answer held them.
   */
  withTimeNow(locked: WriteContext): WriteContext {
    return { ...locked, now: this.clock.now() };
  }
}
