import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { auditSchools } from '../../platform/audit/operation.js';
import type { Account } from '../../platform/auth/caller.js';
import { isUuid } from '../../platform/auth/uuid.js';
import { ConflictError, NotFoundError } from '../../platform/errors/app-error.js';
import { RosterImporter } from '../directory/roster.importer.js';
import type { Replay } from '../idempotency/replay.js';
import { type Leaver, OffboardingRepository, type LockedMember } from './offboarding.repository.js';
import { GuardianLinksService } from '../directory/guardian-links.service.js';
import { MembershipsService } from './memberships.service.js';
import { ClaimOffboarding } from '../signups/claim-offboarding.service.js';
import { OffboardingPhotosService } from '../photos/photo-changes.service.js';

export class SoleSeniorAdminError extends ConflictError {
  constructor() {
    super('The school has no other senior admin: it cannot be left without one.', {
      reason: 'sole_senior_admin',
    });
  }
}

/** The one place that says what goes with a membership, and in which order. */
@Injectable()
export class MemberRemovalService {
  constructor(
    private readonly leaving: OffboardingRepository,
    private readonly links: GuardianLinksService,
    private readonly photos: OffboardingPhotosService,
    private readonly claims: ClaimOffboarding,
    private readonly memberships: MembershipsService,
  ) {}

  /**
   * First what has a rule of its own, while the membership is still there to refer to; the membership last: by their
   * foreign keys notes, stars, lists, entries on the lists of others, grants and subscriptions go with it.
   */
  async remove(manager: EntityManager, leaver: Leaver): Promise<void> {
    await this.claims.withdrawAll(manager, leaver.schoolId, [leaver.membershipId]);
    await this.memberships.recordDeparture(manager, leaver);
    await this.links.removeMember(manager, leaver);
    await this.photos.removeParentPhotos(manager, leaver);
    await this.leaving.removeMembership(manager, leaver);
  }
}

@Injectable()
export class OffboardingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly leaving: OffboardingRepository,
    private readonly feeds: RosterImporter,
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
    await this.dataSource.transaction(async (manager) => {
      await this.removal.remove(manager, await this.lock(manager, userId, membershipId));
    });
  }

  /** School feeds first, then memberships: the order of everyone who locks both. */
  private async lock(manager: EntityManager, userId: string, membershipId: string): Promise<Leaver> {
    const leaver = await this.leaving.findLeaver(manager, userId, membershipId);
    if (!leaver) throw new NotFoundError();
    auditSchools([leaver.schoolId]);
    await this.feeds.lockForImport(manager, [leaver.schoolId]);
    assertMayLeave(await this.leaving.lock(manager, leaver), leaver);
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
