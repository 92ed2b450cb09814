import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isHere } from '../../platform/database/moved-schools.js';
import { isNamedOn } from '../../policy/school-feature.js';
import { EACH_MEMBER, isMeantFor } from './alert-audience.js';
import { MailsRepository } from '../../platform/mail/mails.repository.js';
import { ALERT_MAIL } from '../../platform/mail/queued-mail.entity.js';
import { type AlertedItems, AlertKinds, type ScheduledAlert } from './alert-kinds.js';
import type { Alert, PersonalAlert } from './alert.js';
import type { MembersNotification } from './notifications/notification-changes.js';

type NamedItems = Pick<AlertedItems, 'table' | 'names'>;

const BY_ID = { id: 'item.id::text', isNamed: 'item.id = $1' };

/*
 * Members are taken in one order and kept from leaving: two that raise at once never wait for each other, and somebody
 * who leaves at this moment is passed over.
 */
const notificationsOf = (
  { table, title = 'item.title', names = BY_ID }: NamedItems & Pick<AlertedItems, 'title'>,
  whom: string,
): string => `
  with raised as (
    insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
    select item.school_id, m.id, $3, $4, ${names.id}, ${title}, $2
    from ${table} item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
    where item.school_id = $5 and ${names.isNamed} and ${whom}
    order by m.id for key share of m
    on conflict on constraint notifications_once_key do nothing
    returning id, school_id, membership_id
  )
  select raised.id as "notificationId", m.id as "membershipId",
    person.email_verified_at is not null and not exists (select from mail_choices choice
      where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
      as "isMailed"
  from raised
  join memberships m on m.school_id = raised.school_id and m.id = raised.membership_id
  join users person on person.id = m.user_id`;

interface RaisedNotification extends MembersNotification {
  isMailed: boolean;
}

const TO_SOME = 'm.id = any ($6::uuid[])';

/** Not where all of the item's organizations are archived: nobody is addressed by one until it is brought back. */
const HAS_AUDIENCE = `(item.audience_type <> 'organizations' or exists (select from organizations o
  where o.id = any (item.audience_organization_ids) and o.school_id = item.school_id and o.archived_at is null))`;

@Injectable()
export class AlertsRepository {
  constructor(
    private readonly kinds: AlertKinds,
    private readonly mails: MailsRepository,
  ) {}

  /**
   * A notification for everybody whom the item is addressed to and the alert concerns now, but its author; whoever has
   * it already is passed over. A mail for those of them who have a proven address and want mail.
   * @returns those that are new
   */
  async insert(
    manager: EntityManager,
    { kind, item, schoolId, id }: Alert,
    now: Date,
  ): Promise<MembersNotification[]> {
    const items = this.kinds.alertsOf(item);
    const { author = 'null::uuid' } = items;
    const meant = isMeantFor(this.kinds.kindOf({ item, kind }), 'item', EACH_MEMBER);
    const toAudience = `m.id is distinct from ${author} and ${meant}`;
    const parameters = [id, now, kind, item, schoolId];
    return this.raise(manager, schoolId, { insert: notificationsOf(items, toAudience), parameters }, now);
  }

  /** The members whom the item is addressed to and the alert concerns now. */
  async findConcerned(
    manager: EntityManager,
    { kind, item, schoolId, id }: Alert,
    now: Date,
  ): Promise<string[]> {
    const { table, names = BY_ID } = this.kinds.alertsOf(item);
    const concerned = await manager.query<{ id: string }[]>(
      `select m.id from ${table} item
       join memberships m on m.school_id = item.school_id and m.deactivated_at is null
       where item.school_id = $3 and ${names.isNamed} and ${isMeantFor(this.kinds.kindOf({ item, kind }), 'item', EACH_MEMBER)}`,
      [id, now, schoolId],
    );
    return concerned.map((member) => member.id);
  }

  /**
   * Notifies these members, whether or not the item is addressed to them.
   * @returns those that are new
   */
  async insertFor(
    manager: EntityManager,
    { kind, item, schoolId, id }: Alert | PersonalAlert,
    membershipIds: string[],
    now: Date,
  ): Promise<MembersNotification[]> {
    const items = this.kinds.alertsOf(item);
    const parameters = [id, now, kind, item, schoolId, membershipIds];
    return this.raise(manager, schoolId, { insert: notificationsOf(items, TO_SOME), parameters }, now);
  }

  private async raise(
    manager: EntityManager,
    schoolId: string,
    { insert, parameters }: { insert: string; parameters: unknown[] },
    now: Date,
  ): Promise<MembersNotification[]> {
    const raised = await manager.query<RaisedNotification[]>(insert, parameters);
    const mails = raised
      .filter(({ isMailed }) => isMailed)
      .map(({ notificationId }) => ({ kind: ALERT_MAIL, schoolId, notificationId }));
    await this.mails.insertMails(manager, mails, now);
    return raised;
  }

  /** Keeps them from leaving, or waits until they have left: they are locked before what they were told, as by themselves. */
  async lockMembers(manager: EntityManager, schoolId: string, membershipIds: string[]): Promise<void> {
    await manager.query(
      'select 1 from memberships where school_id = $1 and id = any ($2::uuid[]) order by id for key share',
      [schoolId, membershipIds],
    );
  }

  /**
   * Removes the notifications of these members about the item, with the mails that are not sent yet.
   * @returns them
   */
  async remove(
    manager: EntityManager,
    { kind, item, schoolId, id }: Alert | PersonalAlert,
    membershipIds: string[],
  ): Promise<MembersNotification[]> {
    const [removed] = await manager.query<[MembersNotification[], number]>(
      `delete from notifications
       where school_id = $1 and membership_id = any ($2::uuid[]) and kind = $3 and target_type = $4 and target_id = $5
       returning id as "notificationId", membership_id as "membershipId"`,
      [schoolId, membershipIds, kind, item, id],
    );
    return removed;
  }

  /**
   * The first item of a kind whose time has come, that was never alerted of it, and that no other process is at; locked
   * until the transaction ends. One that is over, is for archived organizations alone, or of a school that has turned its
   * feature off, is none. Of whichever school.
   */
  async lockDueItem(
    manager: EntityManager,
    { table, marker, moment, due, feature }: ScheduledAlert,
    now: Date,
  ): Promise<Pick<Alert, 'schoolId' | 'id'> | null> {
    const [row] = await manager.query<{ schoolId: string; id: string }[]>(
      `select item.school_id as "schoolId", item.id from ${table} item join schools school on school.id = item.school_id
       where item.${marker} is null and ${due} and ${isNamedOn('school', '$2')} and ${isHere('school')} and ${HAS_AUDIENCE}
       order by item.${moment} limit 1 for update of item skip locked`,
      [now, feature],
    );
    return row ?? null;
  }

  async markAlerted(
    manager: EntityManager,
    { table, marker }: ScheduledAlert,
    { schoolId, id }: Pick<Alert, 'schoolId' | 'id'>,
    now: Date,
  ): Promise<void> {
    await manager.query(`update ${table} set ${marker} = $3 where school_id = $1 and id = $2`, [
      schoolId,
      id,
      now,
    ]);
  }

  /** @returns how many went, at most `limit` */
  async deleteOlderThan(manager: EntityManager, moment: Date, limit: number): Promise<number> {
    const [, deleted] = await manager.query<[unknown, number]>(
      `with old as materialized (select school_id, id from notifications
         where created_at < $1 order by created_at limit $2 for update skip locked)
       delete from notifications n using old where n.school_id = old.school_id and n.id = old.id`,
      [moment, limit],
    );
    return deleted;
  }
}
