import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { utcText } from '../../platform/database/utc-text.js';
import type { FeedAddresses, FoundFeed } from '../../platform/ics/subscribed-feed.js';
import { assertRoomForSubscription } from '../../platform/ics/subscription-quota.repository.js';
import { MEAL_ORDER, type MealType } from './meal-type.js';
import type { MenuSubscriptionBody } from './menu.dto.js';
import { queryPrepared } from '../../platform/database/prepared-statement.js';

/** Without the addresses, which follow from the token. */
export type MenuSubscriptionRow = Omit<MenuSubscriptionBody, keyof FeedAddresses>;

export interface NewMenuSubscription {
  /** Null: after the school. */
  name: string | null;
  token: string;
  mealTypes: MealType[];
  createdAt: Date;
}

const ROW = `s.id, s.name, s.token, s.meal_types, ${utcText('s.created_at')} as created_at`;

const INSERT = `
  insert into menu_subscriptions as s (school_id, membership_id, name, token, meal_types, created_at)
  select school.id, $2, coalesce($3, school.name || ': Menus'), $4, $5, $6 from schools school where school.id = $1
  returning ${ROW}`;

@Injectable()
export class MenuSubscriptionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  findOwn({ membershipId }: Member): Promise<MenuSubscriptionRow[]> {
    return this.dataSource.query(
      `select ${ROW} from menu_subscriptions s where s.membership_id = $1 order by s.created_at, s.id`,
      [membershipId],
    );
  }

  /** @throws LimitReachedError the person has as many as anybody may have */
  insert(member: Member, given: NewMenuSubscription): Promise<MenuSubscriptionRow> {
    return this.dataSource.transaction(async (manager) => {
      await assertRoomForSubscription(manager, member);
      return this.inserted(manager, member, given);
    });
  }

  /** False when the member has none such. */
  async deleteOwn({ membershipId }: Member, id: string): Promise<boolean> {
    const [, deleted] = await this.dataSource.query<[unknown[], number]>(
      'delete from menu_subscriptions where id = $1 and membership_id = $2',
      [id, membershipId],
    );
    return deleted > 0;
  }

  private async inserted(
    manager: EntityManager,
    { schoolId, membershipId }: Member,
    given: NewMenuSubscription,
  ): Promise<MenuSubscriptionRow> {
    const { name, token, mealTypes, createdAt } = given;
    const parameters = [schoolId, membershipId, name, token, mealTypes, createdAt];
    const [row] = await manager.query<[MenuSubscriptionRow]>(INSERT, parameters);
    return row;
  }
}

/** The subscription while its owner is a member. */
const OWNER = `
  select s.id, s.name, s.meal_types, s.feed_digest, s.feed_changed_at, school.id as school_id, school.time_zone,
    school.locale, school.features,
    (date_trunc('month', $2::timestamptz at time zone school.time_zone) - interval '1 month')::date as first_date
  from menu_subscriptions s
  join memberships m on m.id = s.membership_id and m.deactivated_at is null
  join schools school on school.id = m.school_id
  where s.token = $1`;

const ENTRIES = `
  select e.id, e.date, e.meal_type, e.items, e.allergens, e.dietary_tags, e.image_name, e.sequence,
    ${utcText('greatest(e.updated_at, e.image_generated_at)')} as updated_at
  from menu_entries e
  where e.school_id = owner.school_id and e.date >= owner.first_date
    and (cardinality(owner.meal_types) = 0 or e.meal_type = any (owner.meal_types))
  order by e.date, ${MEAL_ORDER}`;

/**
 * $1 the token, $2 now, $3 whether the content is wanted and not its digest alone. No row when the address leads
 * nowhere; what the school has turned off is for the caller to look at.
 */
const FEED = `
  with owner as materialized (${OWNER}),
    feed as materialized (
      select json_build_object('name', owner.name, 'time_zone', owner.time_zone, 'locale', owner.locale,
        'entries', coalesce((select json_agg(entry) from (${ENTRIES}) entry), '[]'))::text as content from owner)
  select owner.id, owner.features, owner.feed_digest, owner.feed_changed_at,
    encode(sha256(convert_to(feed.content, 'UTF8')), 'hex') as digest, case when $3::boolean then feed.content end as content
  from owner, feed`;

@Injectable()
export class MenuCalendarRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when the address leads nowhere, or no longer; the content is JSON of MenuContent. */
  async find(token: string, now: Date, content: 'content' | 'digest'): Promise<FoundFeed | null> {
    const parameters = [token, now, content === 'content'];
    const [row] = await queryPrepared<FoundFeed>(this.dataSource, FEED, parameters);
    return row ?? null;
  }
}
