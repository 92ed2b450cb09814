import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Leaver, OffboardingRepository } from './offboarding.repository.js';
import { GuardianLinksService } from '../directory/guardians/guardian-links.service.js';
import { MembershipsService } from './memberships.service.js';
import { ClaimOffboarding } from '../signups/claims/claim-offboarding.service.js';
import { OffboardingPhotosService } from '../photos/offboarding-photos.service.js';

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
