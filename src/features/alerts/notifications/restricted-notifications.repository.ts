import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { VIEWER, viewerParameters } from '../../../policy/audience.js';
import type { RestrictedPairs } from '../../memberships/member-holdings.service.js';
import { AlertKinds } from '../alert-kinds.js';
import type { MembersNotification } from './notification-changes.js';

const ROLES = `
  select m.id, m.role <> 'parent' as "isAdmin" from memberships m
  where m.school_id = $1 and m.id = any ($2::uuid[]) order by m.id`;

/** Whose item is there and not for the member: mails that are not sent yet go with them. */
const hiddenFrom = (standings: string[]): string => `
  delete from notifications gone using notifications n
    join lateral (${standings.join(' union all ')}) target on target.hidden = 'not_visible'
  where gone.school_id = n.school_id and gone.id = n.id
    and n.school_id = ${VIEWER.school}::uuid and n.membership_id = ${VIEWER.membership}::uuid
  returning gone.id as "notificationId", gone.membership_id as "membershipId"`;

/** Notifications that reached members by way of students from whom they are kept apart. */
@Injectable()
export class RestrictedNotificationsRepository {
  constructor(private readonly kinds: AlertKinds) {}

  /** By the conditions of the items' own reads, a member after the other. */
  async removeHidden(
    manager: EntityManager,
    { schoolId, pairs }: RestrictedPairs,
    now: Date,
  ): Promise<MembersNotification[]> {
    const ids = [...new Set(pairs.map(({ membershipId }) => membershipId))];
    const members = await manager.query<{ id: string; isAdmin: boolean }[]>(ROLES, [schoolId, ids]);
    const removed: MembersNotification[] = [];
    for (const { id: membershipId, isAdmin } of members) {
      const parameters = viewerParameters({ schoolId, membershipId, isAdmin }, now);
      const [rows] = await manager.query<[MembersNotification[], number]>(
        hiddenFrom(this.kinds.standings()),
        parameters,
      );
      removed.push(...rows);
    }
    return removed;
  }
}
