import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { RenewedNotification } from './notifications/notification-changes.js';

/** Members are kept from leaving, as before every notification of theirs. */
const NOTIFY = `
  with notified as (
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select o.school_id, m.id, 'grant_expiring', 'organization', o.id::text, o.name, $4
  from organizations o join memberships m on m.school_id = o.school_id and m.deactivated_at is null
  where o.school_id = $1 and o.id = $2 and m.id = any ($3::uuid[])
  order by m.id for key share of m
  on conflict on constraint notifications_once_key do update
  set id = excluded.id, title = excluded.title, created_at = excluded.created_at, read_at = null
  returning id, membership_id)
  select notified.id as "notificationId", notified.membership_id as "membershipId", former.id as "formerId"
  from notified left join notifications former on former.school_id = $1 and former.membership_id = notified.membership_id
    and former.kind = 'grant_expiring' and former.target_type = 'organization' and former.target_id = $2::text`;

/** Notifications of grants on organizations, which are for their holders alone. */
@Injectable()
export class GrantNotificationsRepository {
  /** One notification for each holder; a new one in the place of an older one. */
  notifyHolders(
    manager: EntityManager,
    { schoolId, organizationId }: { schoolId: string; organizationId: string },
    membershipIds: string[],
    now: Date,
  ): Promise<RenewedNotification[]> {
    return manager.query(NOTIFY, [schoolId, organizationId, membershipIds, now]);
  }
}
