import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../../platform/auth/caller.js';
import { isNotificationRetained } from '../../../policy/notification-visibility.js';
import { queryPrepared } from '../../../platform/database/prepared-statement.js';
import { utcText } from '../../../platform/database/utc-text.js';
import type { MembersNotification } from './notification-changes.js';

const OWN = `
  with own as (
    select n.id, n.school_id, n.kind, n.title, n.body,
      json_build_object('type', n.target_type, 'id', n.target_id) as target,
      n.read_at is not null as read, ${utcText('n.read_at')} as read_at, ${utcText('n.created_at')} as created_at
    from notifications n where n.school_id = $1 and n.membership_id = $2 and ${isNotificationRetained('n', '$3')}
    order by n.created_at desc, n.id)
  select json_build_object(
    'notifications', coalesce((select json_agg(own) from own where not ($4 and own.read)), '[]'),
    'unread_count', (select count(*) from own where not own.read))::text as text`;

/* Those that come in meanwhile stay unread, and so does what makes way for a new one at this moment: nobody waits. */
const MARK_READ = `
  with unread as materialized (select school_id, id from notifications
    where school_id = $1 and membership_id = $2 and read_at is null
      and case when $4::uuid[] is null then created_at <= $3 else id = any ($4) end
    for no key update skip locked)
  update notifications n set read_at = $3 from unread where n.school_id = unread.school_id and n.id = unread.id
  returning n.id as "notificationId", n.membership_id as "membershipId"`;

@Injectable()
export class NotificationsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The notifications as text that the database has written: one round trip, no entities. */
  async findOwn(member: Member, unreadOnly: boolean, now: Date): Promise<string> {
    const parameters = [member.schoolId, member.membershipId, now, unreadOnly];
    const [row] = await queryPrepared<{ text: string }>(this.dataSource, OWN, parameters);
    return row!.text;
  }

  /**
   * @param ids null: all up to now
   * @returns those that were unread
   */
  async markRead(
    manager: EntityManager,
    member: Member,
    ids: string[] | null,
    now: Date,
  ): Promise<MembersNotification[]> {
    const parameters = [member.schoolId, member.membershipId, now, ids];
    const [read] = await manager.query<[MembersNotification[], number]>(MARK_READ, parameters);
    return read;
  }
}
