import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RestrictionsService } from '../../features/memberships/restrictions.service.js';
import { Clock } from '../../platform/clock/clock.js';
import { UndoObjects } from './undo-objects.service.js';
import { findChangedRestrictions } from './undo-restrictions.js';
import { recordVisibility } from './undo-visibility.js';

/** What hangs on the rows that are put back: objects, who may see a contact, and who is kept apart from a student. */
@Injectable()
export class UndoEffects {
  constructor(
    private readonly objects: UndoObjects,
    private readonly restrictions: RestrictionsService,
    private readonly clock: Clock,
  ) {}

  /** Marks rows that cannot be put back, since an object of theirs is gone. */
  markGone(manager: EntityManager, schoolId: string): Promise<void> {
    return this.objects.markGone(manager, schoolId);
  }

  /** Once the rows are put back. */
  async settle(manager: EntityManager, schoolId: string): Promise<void> {
    await recordVisibility(manager, schoolId, this.clock.now());
    await this.objects.settle(manager, schoolId);
    await this.restrictions.follow(manager, schoolId, await findChangedRestrictions(manager, schoolId));
  }
}
