import type { DataSource, EntityManager } from 'typeorm';
import { auditItem } from '../../platform/audit/operation.js';
import { lockPerson } from '../../platform/auth/person-lock.repository.js';
import { utcText } from '../../platform/database/utc-text.js';
import { LimitReachedError } from '../../platform/errors/app-error.js';
import type { FeedAddresses, FoundFeed } from './subscribed-feed.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

/** The members of every subscription; its filters depend on the kind. */
export interface SubscriptionBody extends FeedAddresses {
  id: string;
  name: string;
  token: string;
  created_at: string;
}

/** Without the addresses, which follow from the token. */
export type SubscriptionRow<Body> = Omit<Body, keyof FeedAddresses>;

/** Filters of a feed, by the columns that hold them. */
export type Filters<Body> = Omit<Body, keyof SubscriptionBody>;

/** The owner of subscriptions. */
export interface Subscriber {
  schoolId: string;
  membershipId: string;
}

export interface SubscriptionTable<Body> {
  name: 'calendar_subscriptions' | 'menu_subscriptions';
  /** Columns that say what the feed is to hold. */
  filters: (keyof Filters<Body> & string)[];
  /** SQL: what one is called whose owner gave it no name. */
  defaultName: string;
}

export interface NewSubscription<Body> {
  /** Null: that of the school. */
  name: string | null;
  token: string;
  createdAt: Date;
  filters: Filters<Body>;
}

/** To calendars and menus together, in all schools of a person (contract section 0, rule 18). */
const MAX_SUBSCRIPTIONS = 50;

const COUNT = `
  with own as (
    select m.school_id, m.id from memberships m
    where m.user_id = (select user_id from memberships where school_id = $1 and id = $2))
  select (select count(*)::int from calendar_subscriptions s join own on own.school_id = s.school_id and own.id = s.membership_id)
    + (select count(*)::int from menu_subscriptions s join own on own.school_id = s.school_id and own.id = s.membership_id) as count`;

const rowOf = ({ filters }: SubscriptionTable<never>): string =>
  ['id', 'name', 'token', ...filters].map((column) => `s.${column}`).join(', ') +
  `, ${utcText('s.created_at')} as created_at`;

const insertInto = (table: SubscriptionTable<never>): string => `
  insert into ${table.name} as s (${['school_id, membership_id, name, token, created_at', ...table.filters].join(', ')})
  select school.id, $2, coalesce($3, ${table.defaultName}), $4, $5${table.filters.map((_, at) => `, $${at + 6}`).join('')}
  from schools school where school.id = $1
  returning ${rowOf(table)}`;

const noteIn = ({ name }: SubscriptionTable<never>): string => `
  update ${name} set feed_digest = $3, feed_changed_at = case when feed_digest = $3 then feed_changed_at
    else greatest(date_trunc('second', $4::timestamptz), feed_changed_at + interval '1 second') end
  where school_id = $1 and id = $2 returning feed_changed_at`;

/** Subscriptions of one kind. */
export class SubscriptionsRepository<Body extends SubscriptionBody> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly table: SubscriptionTable<Body>,
  ) {}

  /** Oldest first. */
  findOwn({ schoolId, membershipId }: Subscriber): Promise<SubscriptionRow<Body>[]> {
    return this.dataSource.query(
      `select ${rowOf(this.table)} from ${this.table.name} s where s.school_id = $1 and s.membership_id = $2
       order by s.created_at, s.id`,
      [schoolId, membershipId],
    );
  }

  /** @throws LimitReachedError the person has as many as anybody may have */
  insertSubscription(member: Subscriber, given: NewSubscription<Body>): Promise<SubscriptionRow<Body>> {
    return this.transactions.run(async (manager) => {
      await assertRoomFor(manager, member);
      const { name, token, createdAt, filters } = given;
      const [row] = await manager.query<[SubscriptionRow<Body>]>(insertInto(this.table), [
        ...[member.schoolId, member.membershipId, name, token, createdAt],
        ...this.table.filters.map((column) => filters[column]),
      ]);
      auditItem('subscription', row.id);
      return row;
    });
  }

  /** False when the member has none such. */
  async deleteOwn({ schoolId, membershipId }: Subscriber, id: string): Promise<boolean> {
    return this.transactions.run(async (manager) => {
      const [, deleted] = await manager.query<[unknown[], number]>(
        `delete from ${this.table.name} where school_id = $1 and id = $2 and membership_id = $3`,
        [schoolId, id, membershipId],
      );
      return deleted > 0;
    });
  }

  /**
   * Another content is seen, whichever process is the first to see it.
   * @returns since when, later than anything that was told before; whole seconds
   */
  async noteChange({ school_id, id, digest }: FoundFeed, now: Date): Promise<Date> {
    const [[row]] = await this.dataSource.query<[[{ feed_changed_at: Date } | undefined], number]>(
      noteIn(this.table),
      [school_id, id, digest, now],
    );
    return row?.feed_changed_at ?? now;
  }
}

/**
 * In the transaction that makes one more; another one of the same person waits until that ends.
 * @throws LimitReachedError
 */
async function assertRoomFor(manager: EntityManager, member: Subscriber): Promise<void> {
  await lockPerson(manager, member);
  const [{ count }] = await manager.query<[{ count: number }]>(COUNT, [member.schoolId, member.membershipId]);
  if (count >= MAX_SUBSCRIPTIONS)
    throw new LimitReachedError(`A person has at most ${MAX_SUBSCRIPTIONS} subscriptions: delete one first.`);
}
