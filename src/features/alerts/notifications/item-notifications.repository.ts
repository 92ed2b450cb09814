import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AudienceType, isAddressedToEach } from '../../../policy/audience.js';
import { isNamedOn, type SchoolFeature } from '../../../policy/school-feature.js';
import { EACH_MEMBER } from '../alert-audience.js';
import type { MailDetails } from '../../../platform/mail/queued-mail.entity.js';
import type { NotificationKind, NotificationTarget } from '../alert.js';
import type { MembersNotification, RenewedNotification } from './notification-changes.js';

/** An item of one school as its audience is notified of it: it may be gone from its table. */
export interface NotifiedItem {
  kind: NotificationKind;
  target_type: NotificationTarget;
  target_id: string;
  title: string;
  school_id: string;
  organization_id: string | null;
  audience_type: AudienceType;
  audience_years: number[];
  audience_organization_ids: string[];
  /** The item before the change, as its audience knows it. */
  former_title: string;
  former_audience_type: AudienceType;
  former_audience_years: number[];
  former_audience_organization_ids: string[];
  /** Stands for the title with members whom the item neither is nor was addressed to. */
  hidden_title: string;
  /** Whether the audience is notified. */
  to_audience: boolean;
  /** Members who are notified whether or not they are in the audience. */
  member_ids: string[];
  /** Facts for the mail that goes with it; null where there is no mail. */
  mail: MailDetails | null;
}

/** A notification that was written, with what decides about its mail. */
export interface WrittenNotification extends RenewedNotification {
  kind: NotificationKind;
  targetId: string;
  /** Whether its reader has a proven address, and wants mail. */
  isMailed: boolean;
}

/** Notifications of one kind about one item of a school. */
export interface ItemNotification {
  kind: NotificationKind;
  target_type: NotificationTarget;
  target_id: string;
}

/** An item and its former id. */
export interface RenamedItem {
  id: string;
  former_id: string;
}

export interface MovedNotification extends MembersNotification {
  /** True where it was removed, because there was one under the new id already. */
  isGone: boolean;
}

/*
 * Members before their notifications, and both in one order: two that notify at once never wait for each other, and
 * somebody who leaves at this moment is passed over. What they had of the same item and kind makes way for a new one.
 */
const NOTIFY = `
  with notified as (
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select item.school_id, m.id, item.kind, item.target_type, item.target_id,
    case when addressed.now then item.title when ${isAddressedToEach('was', EACH_MEMBER)} then item.former_title
      else item.hidden_title end, $2
  from json_to_recordset($1) as item(kind text, target_type text, target_id text, title text, former_title text, hidden_title text,
    school_id uuid, organization_id uuid, audience_type text, audience_years int[], audience_organization_ids uuid[],
    former_audience_type text, former_audience_years int[], former_audience_organization_ids uuid[], to_audience boolean,
    member_ids uuid[])
  join schools school on school.id = item.school_id and ${isNamedOn('school', '$4')}
  join memberships m on m.school_id = item.school_id and m.deactivated_at is null
  cross join lateral (select coalesce(${isAddressedToEach('item', EACH_MEMBER)}, false) as now) addressed
  cross join lateral (select item.former_audience_type as audience_type, item.former_audience_years as audience_years,
    item.former_audience_organization_ids as audience_organization_ids) was
  where m.id is distinct from $3::uuid
    and (item.to_audience and addressed.now or m.id = any (item.member_ids))
  order by m.id, item.target_id for key share of m
  on conflict on constraint notifications_once_key do update
  set id = excluded.id, title = excluded.title, created_at = excluded.created_at, read_at = null
  returning school_id, id, membership_id, kind, target_type, target_id)
  select notified.id as "notificationId", notified.membership_id as "membershipId", former.id as "formerId",
    notified.kind, notified.target_id as "targetId",
    person.email_verified_at is not null and not exists (select from mail_choices choice
      where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
      as "isMailed"
  from notified
  join memberships m on m.school_id = notified.school_id and m.id = notified.membership_id
  join users person on person.id = m.user_id
  left join notifications former on former.school_id = notified.school_id
    and former.membership_id = notified.membership_id and former.kind = notified.kind
    and former.target_type = notified.target_type and former.target_id = notified.target_id`;

const REMOVE_UNREAD = `
  delete from notifications n using json_to_recordset($2) as stale(kind text, target_type text, target_id text)
  where n.school_id = $1 and n.target_type = stale.target_type and n.target_id = stale.target_id and n.kind = stale.kind
    and n.read_at is null
  returning n.id as "notificationId", n.membership_id as "membershipId"`;

/* Members before their notifications, as above. There is one of a kind: what is there under the new id already stays. */
const RENAME = `
  with moved as materialized (
    select n.id, n.membership_id, renamed.id as target_id,
      exists (select from notifications other where other.school_id = n.school_id and other.membership_id = n.membership_id
        and other.kind = n.kind and other.target_type = $3 and other.target_id = renamed.id) as twice
    from notifications n join json_to_recordset($2) as renamed(id text, former_id text) on n.target_id = renamed.former_id
    where n.school_id = $1 and n.target_type = $3
  ), held as materialized (
    select m.id from memberships m
    where m.school_id = $1 and m.id in (select membership_id from moved) order by m.id for key share
  ), removed as (
    delete from notifications n using moved join held on held.id = moved.membership_id
    where n.school_id = $1 and n.id = moved.id and moved.twice
    returning n.id, n.membership_id
  ), renamed as (
    update notifications n set target_id = moved.target_id from moved join held on held.id = moved.membership_id
    where n.school_id = $1 and n.id = moved.id and not moved.twice
    returning n.id, n.membership_id
  )
  select id as "notificationId", membership_id as "membershipId", true as "isGone" from removed
  union all select id, membership_id, false from renamed`;

/** Notifications that are written with a change of the item itself and not from the journal. */
@Injectable()
export class ItemNotificationsRepository {
  /**
   * A new notification for everybody whom one of the items is addressed to or whom it names, but its author; for nobody
   * while the school has turned the feature off.
   * @param author membership; null when there is none
   * @returns them, with those whose position they have taken
   */
  notifyAudience(
    manager: EntityManager,
    items: NotifiedItem[],
    { feature, author, now }: { feature: SchoolFeature; author: string | null; now: Date },
  ): Promise<WrittenNotification[]> {
    return manager.query(NOTIFY, [
      JSON.stringify(items.map(({ mail: _mail, ...item }) => item)),
      now,
      author,
      feature,
    ]);
  }

  /** @returns those that were removed */
  async removeUnread(
    manager: EntityManager,
    schoolId: string,
    stale: ItemNotification[],
  ): Promise<MembersNotification[]> {
    const parameters = [schoolId, JSON.stringify(stale)];
    const [removed] = await manager.query<[MembersNotification[], number]>(REMOVE_UNREAD, parameters);
    return removed;
  }

  /**
   * Moves the notifications of items from their former ids to the present ones.
   * @returns them, with those that were removed because there was one already
   */
  rename(
    manager: EntityManager,
    schoolId: string,
    type: NotificationTarget,
    renamed: RenamedItem[],
  ): Promise<MovedNotification[]> {
    return manager.query(RENAME, [schoolId, JSON.stringify(renamed), type]);
  }
}
