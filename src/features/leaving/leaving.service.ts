import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Account } from '../../access/caller.js';
import { isUuid } from '../../access/uuid.js';
import { NotFoundError } from '../../errors/app-error.js';
import { RosterFeedService } from '../directory/roster-feed.service.js';
import type { Replay } from '../idempotency/replay.js';
import { SoleSeniorAdminError } from './leaving.errors.js';
import { LeavingRepository, type Leaver, type LockedMember } from './leaving.repository.js';
import { MemberRemovalService } from './member-removal.service.js';

@Injectable()
export class LeavingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly leaving: LeavingRepository,
    private readonly feeds: RosterFeedService,
    private readonly removal: MemberRemovalService,
  ) {}

  /**
   * Ends a membership of the caller's and everything that hangs on it, at once and for good. The account, its sessions
   * and the other schools stay.
   * @throws NotFoundError when it is no active membership of the caller
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
    await this.feeds.holdFeeds(manager, [leaver.schoolId]);
    assertMayLeave(await this.leaving.lock(manager, leaver), leaver);
    return leaver;
  }
}

function assertMayLeave(locked: LockedMember[], { membershipId }: Leaver): void {
  const leaver = locked.find(({ id }) => id === membershipId);
  if (!leaver) throw new NotFoundError();
  const seniorAdmins = locked.filter(({ role }) => role === 'senior_admin');
  if (leaver.role === 'senior_admin' && seniorAdmins.length === 1) throw new SoleSeniorAdminError();
}
