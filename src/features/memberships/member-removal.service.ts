import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock/clock.js';
import { record } from '../../platform/journal/recorded-changes.js';
import { StaffEntries } from '../staff/staff-entries.service.js';
import { type Leaver, MemberHoldings } from './member-holdings.service.js';
import { OffboardingRepository } from './offboarding.repository.js';
import { GuardianLinksService } from '../directory/guardians/guardian-links.service.js';

/** The one place that says what goes with a membership, and in which order. */
@Injectable()
export class MemberRemovalService {
  constructor(
    private readonly leaving: OffboardingRepository,
    private readonly links: GuardianLinksService,
    private readonly holdings: MemberHoldings,
    private readonly staff: StaffEntries,
    private readonly clock: Clock,
  ) {}

  /**
   * First what has a rule of its own, while the membership is still there to refer to; the membership last: by their
   * foreign keys notes, stars, lists, grants and subscriptions go with it. Sign-ups are locked before guardians.
   */
  async remove(manager: EntityManager, leaver: Leaver): Promise<void> {
    await this.holdings.deactivate(manager, leaver.schoolId, [leaver.membershipId]);
    const lasting = await this.holdings.findLasting(manager, leaver);
    await this.leaving.insertDeparture(manager, leaver, { ...lasting, leftAt: this.clock.now() });
    await this.links.removeMember(manager, leaver);
    await this.holdings.release(manager, leaver);
    const ids = await this.holdings.findNaming(manager, leaver);
    await this.leaving.removeMembership(manager, leaver);
    const { schoolId, membershipId, userId } = leaver;
    record({ manager, schoolId }, { kind: 'member.left', id: membershipId, ids });
    await this.staff.recordChangeOf(manager, userId, [schoolId]);
  }
}
