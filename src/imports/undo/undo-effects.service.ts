import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RestrictionsService } from '../../features/memberships/restrictions.service.js';
import { Clock } from '../../platform/clock/clock.js';
import { UndoObjects } from './undo-objects.service.js';
import { noteShown } from './undo-visibility.js';

/** Guardians who are kept apart from their student again, or no longer, since rows are as they were before the run. */
const RESTRICTIONS = `
  select g.id, g.student_id as "studentId", g.restricted_at is not null as restricted
  from undo_rows u join guardians g on g.school_id = $1 and g.id = u.ids[1]::uuid
  where u.table_name = 'guardians' and u.op = 'change' and u.conflict is null
    and (g.restricted_at is null) <> (u.after ->> 'restricted_at' is null)
  order by g.id`;

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
    await noteShown(manager, schoolId, this.clock.now());
    await this.objects.settle(manager, schoolId);
    const changed = await manager.query<{ id: string; studentId: string; restricted: boolean }[]>(
      RESTRICTIONS,
      [schoolId],
    );
    await this.restrictions.follow(manager, schoolId, {
      restricted: changed.filter(({ restricted }) => restricted),
      lifted: changed.filter(({ restricted }) => !restricted),
    });
  }
}
