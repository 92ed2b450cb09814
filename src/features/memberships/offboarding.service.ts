import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditSchools } from '../../platform/audit/operation.js';
import type { Account } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/text/uuid.js';
import { ConflictError, NotFoundError } from '../../platform/errors/app-error.js';
import { holdOffImports } from '../../platform/import-history/import-locks.repository.js';
import type { Replay } from '../idempotency/replay.js';
import type { Leaver } from './member-holdings.service.js';
import { type LockedMember, OffboardingRepository } from './offboarding.repository.js';
import { MemberRemovalService } from './member-removal.service.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

export class SoleSeniorAdminError extends ConflictError {
  constructor() {
    super('The school has no other senior admin: it cannot be left without one.', {
      reason: 'sole_senior_admin',
    });
  }
}

@Injectable()
export class OffboardingService {
  constructor(
    private readonly transactions: Transactions,
    private readonly leaving: OffboardingRepository,
    private readonly removal: MemberRemovalService,
  ) {}

  /**
   * Ends a membership of the caller's and everything that hangs on it, at once and for good. The account, its sessions
   * and the other schools stay.
   * @throws NotFoundError when it is no membership of the caller
   * @throws SoleSeniorAdminError
   */
  async leave({ userId }: Account, membershipId: string, replay?: Replay): Promise<void> {
    if (!isUuid(membershipId)) throw new NotFoundError();
    // They have left: there is nothing any more that they could have a right to.
    if (replay) return;
    await this.transactions.run(async (manager) => {
      const leaver = await this.lock(manager, userId, membershipId);
      await this.removal.remove(manager, leaver);
    });
  }

  /** Imports of the school are held off first, then memberships are locked: the order of everyone who locks both. */
  private async lock(manager: EntityManager, userId: string, membershipId: string): Promise<Leaver> {
    const leaver = await this.leaving.findLeaver(manager, userId, membershipId);
    if (!leaver) throw new NotFoundError();
    auditSchools([leaver.schoolId]);
    await holdOffImports(manager, [leaver.schoolId]);
    assertMayLeave(await this.leaving.lockLeaver(manager, leaver), leaver);
    return leaver;
  }
}

function assertMayLeave(locked: LockedMember[], { membershipId }: Leaver): void {
  const leaver = locked.find(({ id }) => id === membershipId);
  if (!leaver) throw new NotFoundError();
  const seniorAdmins = locked.filter(({ role, active }) => role === 'senior_admin' && active);
  if (leaver.role === 'senior_admin' && leaver.active && seniorAdmins.length === 1)
    throw new SoleSeniorAdminError();
}
