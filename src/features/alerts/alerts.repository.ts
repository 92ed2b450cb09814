import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isAddressedToEach } from '../../access/audience.js';
import type { Alert, PersonalAlert } from './alert.js';

/** The same condition as for reading, asked of every member instead of the caller. */
const addressed = isAddressedToEach('item', {
  school: 'item.school_id',
  membership: 'm.id',
  admin: `(m.role <> 'parent')`,
  now: '$2',
});

/*
 * Members are taken in one order and kept from leaving: two that raise at once never wait for each other, and somebody
 * who leaves at this moment is passed over.
 */
const told = (table: string, whom: string): string => `
  with raised as (
    insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
    select item.school_id, m.id, $3, $4, item.id::text, item.title, $2
    from ${table} item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
    where item.id = $1 and ${whom}
    order by m.id for key share of m
    on conflict on constraint notifications_once_key do nothing
    returning id, school_id, membership_id
  )
  insert into mail_deliveries (school_id, notification_id, due_at, created_at)
  select raised.school_id, raised.id, $2, $2
  from raised
  join memberships m on m.id = raised.membership_id
  join users person on person.id = m.user_id and person.email_verified_at is not null
  where not exists (select from mail_choices choice
    where choice.membership_id = m.id and choice.unsubscribed_at is not null)`;

const TO_AUDIENCE = `m.id is distinct from item.created_by_membership_id and ${addressed}`;
const TO_SOME = 'm.id = any ($5::uuid[])';

const TABLES = { notice: 'notices', document: 'documents' } as const satisfies Record<Alert['item'], string>;
const PERSONAL_TABLES = { signup: 'signups' } as const satisfies Record<PersonalAlert['item'], string>;

@Injectable()
export class AlertsRepository {
  /**
   * A notification for everybody whom the item is addressed to now, but its author; whoever has it already is passed
   * over. A mail for those of them who have a proven address and want mail.
   */
  async insert(manager: EntityManager, { kind, item, id }: Alert, now: Date): Promise<void> {
    await manager.query(told(TABLES[item], TO_AUDIENCE), [id, now, kind, item]);
  }

  /** The same for these members, without asking whether the item is addressed to them. */
  async insertFor(
    manager: EntityManager,
    { kind, item, id }: PersonalAlert,
    membershipIds: string[],
    now: Date,
  ): Promise<void> {
    await manager.query(told(PERSONAL_TABLES[item], TO_SOME), [id, now, kind, item, membershipIds]);
  }

  /**
   * The first notice that has begun and was never alerted, and that no other process is at; locked until the
   * transaction ends. One that is over, or of a school that has turned notices off, is none.
   */
  async lockBegunNotice(manager: EntityManager, now: Date): Promise<string | null> {
    const [row] = await manager.query<{ id: string }[]>(
      `select notice.id from notices notice join schools school on school.id = notice.school_id
       where notice.alerted_at is null and notice.starts_at <= $1 and notice.expires_at > $1
         and coalesce((school.features ->> 'notices')::boolean, true)
       order by notice.starts_at limit 1 for update of notice skip locked`,
      [now],
    );
    return row?.id ?? null;
  }

  async markAlerted(manager: EntityManager, noticeId: string, now: Date): Promise<void> {
    await manager.query('update notices set alerted_at = $2 where id = $1', [noticeId, now]);
  }

  /** @returns how many went, at most `limit` */
  async deleteOlderThan(manager: EntityManager, moment: Date, limit: number): Promise<number> {
    const [, deleted] = await manager.query<[unknown, number]>(
      `delete from notifications where id in (select id from notifications
         where created_at < $1 order by created_at limit $2 for update skip locked)`,
      [moment, limit],
    );
    return deleted;
  }
}
