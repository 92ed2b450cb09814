import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GuardianLinksService } from '../directory/guardian-links.service.js';
import { MembershipsService } from '../memberships/memberships.service.js';
import { ClaimDepartures } from '../signups/claim-departures.service.js';
import { DepartingPhotosService } from '../photos/departing-photos.service.js';
import { LeavingRepository, type Leaver } from './leaving.repository.js';

/** The one place that says what goes with a membership, and in which order. */
@Injectable()
export class MemberRemovalService {
  constructor(
    private readonly leaving: LeavingRepository,
    private readonly links: GuardianLinksService,
    private readonly photos: DepartingPhotosService,
    private readonly claims: ClaimDepartures,
    private readonly memberships: MembershipsService,
  ) {}

  /**
   * First what has a rule of its own, while the membership is still there to refer to; the membership last: by their
   * foreign keys notes, stars, lists, entries on the lists of others, grants and subscriptions go with it.
   */
  async remove(manager: EntityManager, leaver: Leaver): Promise<void> {
    await this.claims.withdrawAll(manager, [leaver.membershipId]);
    await this.memberships.keepDeparture(manager, leaver.membershipId);
    await this.links.removeMember(manager, leaver);
    await this.photos.removeParentPhotos(manager, leaver.membershipId);
    await this.leaving.removeMembership(manager, leaver.membershipId);
  }
}
