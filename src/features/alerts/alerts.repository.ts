import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isAddressedTo } from '../../access/audience.js';
import type { Alert } from './alert.js';

/** The same condition as for reading, asked of every member instead of the caller. */
const addressed = isAddressedTo('item', {
  school: 'item.school_id',
  membership: 'm.id',
  admin: `(m.role <> 'parent')`,
  now: '$2',
});

/** Everybody whom the item is addressed to now, but its author; whoever has this notification already is passed over. */
const raise = (table: string): string => `
  with raised as (
    insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
    select item.school_id, m.id, $3, $4, item.id::text, item.title, $2
    from ${table} item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
    where item.id = $1 and m.id is distinct from item.created_by_membership_id and ${addressed}
    on conflict on constraint notifications_once_key do nothing
    returning id, school_id
  )
  insert into mail_deliveries (school_id, notification_id, due_at, created_at)
  select school_id, id, $2, $2 from raised`;

@Injectable()
export class AlertsRepository {
  async insert(manager: EntityManager, { kind, item, id }: Alert, now: Date): Promise<void> {
    await manager.query(raise(TABLES[item]), [id, now, kind, item]);
  }
}

const TABLES = { notice: 'notices', document: 'documents' } as const satisfies Record<Alert['item'], string>;
