import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { WriteContext } from '../../platform/auth/write-context.js';
import { isRetained } from '../../policy/answered-item.js';
import type { DeletedItem, DeletedItems } from '../publishing/deleted-items.service.js';
import { PermissionSlip } from './permission-slip.entity.js';
import { SlipResponse } from './responses/slip-response.entity.js';

/** Of whichever school. What an import brought is remembered: it would bring it again. */
const FIND_REMOVABLE = `
  select p.id, p.school_id as "schoolId", p.body as text from permission_slips p
  where p.deleted_at is not null and p.source = 'api' and not ${isRetained('p', '$1')} and not exists (
    select from permission_slip_responses r where r.school_id = p.school_id and r.slip_id = p.id)
  order by p.deleted_at limit 1 for update of p skip locked`;

@Injectable()
export class SlipWritesRepository implements DeletedItems {
  readonly attachedTo = 'permission_slip';

  async insert(manager: EntityManager, slip: PermissionSlip): Promise<void> {
    await manager.getRepository(PermissionSlip).insert(slip);
  }

  async update(manager: EntityManager, { id, ...columns }: PermissionSlip): Promise<void> {
    await manager.getRepository(PermissionSlip).update({ schoolId: columns.schoolId, id }, columns);
  }

  /** Nobody answers it, or changes it, until the transaction ends; null where the school has none of this id. */
  lock({ manager, member }: WriteContext, id: string): Promise<PermissionSlip | null> {
    return manager
      .getRepository(PermissionSlip)
      .findOne({ where: { schoolId: member.schoolId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /** True where somebody has answered, also where the answer is withdrawn. */
  isAnswered(manager: EntityManager, { id: slipId, schoolId }: PermissionSlip): Promise<boolean> {
    return manager.existsBy(SlipResponse, { schoolId, slipId });
  }

  async lockRemovable(manager: EntityManager, now: Date): Promise<DeletedItem | null> {
    const [found] = await manager.query<DeletedItem[]>(FIND_REMOVABLE, [now]);
    return found ?? null;
  }

  async remove(manager: EntityManager, { id, schoolId }: DeletedItem): Promise<void> {
    await manager.getRepository(PermissionSlip).delete({ schoolId, id });
  }
}
