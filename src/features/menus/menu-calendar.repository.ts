import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import { isMemberStill } from '../../policy/organization-access.js';
import { utcText } from '../../platform/database/utc-text.js';
import type { FoundFeed } from '../subscriptions/subscribed-feed.js';
import { MEAL_ORDER } from './meal-type.js';

/** The subscription while its owner is a member. */
const OWNER = `
  select s.id, s.name, s.meal_types, s.feed_digest, s.feed_changed_at, school.id as school_id, school.time_zone,
    school.locale, school.features,
    (date_trunc('month', $2::timestamptz at time zone school.time_zone) - interval '1 month')::date as first_date
  from menu_subscriptions s
  join memberships m on m.school_id = s.school_id and m.id = s.membership_id and ${isMemberStill('m', '$2')}
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
  select owner.id, owner.school_id, owner.features, owner.feed_digest, owner.feed_changed_at,
    encode(sha256(convert_to(feed.content, 'UTF8')), 'hex') as digest, case when $3::boolean then feed.content end as content
  from owner, feed`;

@Injectable()
export class MenuCalendarRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when the address leads nowhere, or no longer; the content is JSON of MenuContent. */
  async findFeed(token: string, now: Date, content: 'content' | 'digest'): Promise<FoundFeed | null> {
    const parameters = [token, now, content === 'content'];
    const [row] = await queryPrepared<FoundFeed>(this.dataSource, FEED, parameters);
    return row ?? null;
  }
}
