import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../clock/clock.js';
import { GuardianLinksService } from '../directory/guardian-links.service.js';
import { LeavingRepository, type Leaver } from './leaving.repository.js';

/** The one place that says what goes with a membership, and in which order. */
@Injectable()
export class MemberRemovalService {
  constructor(
    private readonly leaving: LeavingRepository,
    private readonly links: GuardianLinksService,
    private readonly clock: Clock,
  ) {}

  /**
   * First what has a rule of its own, while the membership is still there to refer to; the membership last: by their
   * foreign keys notes, stars, lists, entries on the lists of others and the photo's row go with it.
   */
  async remove(manager: EntityManager, leaver: Leaver): Promise<void> {
    await this.links.removeMember(manager, leaver);
    await this.leaving.schedulePhotoRemoval(manager, leaver.membershipId, this.clock.now());
    await this.leaving.removeMembership(manager, leaver.membershipId);
  }
}
