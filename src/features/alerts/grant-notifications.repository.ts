import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Members are kept from leaving, as before every notification of theirs. */
const NOTIFY = `
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select o.school_id, m.id, 'grant_expiring', 'organization', o.id::text, o.name, $4
  from organizations o join memberships m on m.school_id = o.school_id and m.deactivated_at is null
  where o.school_id = $1 and o.id = $2 and m.id = any ($3::uuid[])
  order by m.id for key share of m
  on conflict on constraint notifications_once_key do update
  set id = excluded.id, title = excluded.title, created_at = excluded.created_at, read_at = null`;

/** Notifications of grants on organizations, which are for their holders alone. */
@Injectable()
export class GrantNotificationsRepository {
  /** One notification for each holder; a new one in the place of an older one. */
  async notifyHolders(
    manager: EntityManager,
    { schoolId, organizationId }: { schoolId: string; organizationId: string },
    membershipIds: string[],
    now: Date,
  ): Promise<void> {
    await manager.query(NOTIFY, [schoolId, organizationId, membershipIds, now]);
  }
}
