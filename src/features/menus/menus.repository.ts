import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { queryPrepared } from '../../platform/database/prepared-statement.js';
import { utcText } from '../../platform/database/utc-text.js';
import type { FoundFeed } from '../subscriptions/subscribed-feed.js';
import { MEAL_ORDER, type MealType } from './meal-type.js';
import type { RowCounts } from '../../platform/import-report.js';

/** The subscription while its owner is a member. */
const OWNER = `
  select s.id, s.name, s.meal_types, s.feed_digest, s.feed_changed_at, school.id as school_id, school.time_zone,
    school.locale, school.features,
    (date_trunc('month', $2::timestamptz at time zone school.time_zone) - interval '1 month')::date as first_date
  from menu_subscriptions s
  join memberships m on m.school_id = s.school_id and m.id = s.membership_id and m.deactivated_at is null
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
  async find(token: string, now: Date, content: 'content' | 'digest'): Promise<FoundFeed | null> {
    const parameters = [token, now, content === 'content'];
    const [row] = await queryPrepared<FoundFeed>(this.dataSource, FEED, parameters);
    return row ?? null;
  }
}

/** One meal as a source has it. Texts are normalised by the caller. */
export interface ImportedMenu {
  /** `YYYY-MM-DD`; unique within one import together with the meal type. */
  date: string;
  mealType: MealType;
  items: string;
  /** Undefined: the source does not say, and what is stored stays. */
  allergens: string[] | undefined;
  dietaryTags: string[] | undefined;
}

// One statement a chunk: match, create, change and count against one snapshot.
const WRITE_MENUS = `
with matched as materialized (
  select e.id, g.date, g.meal_type, g.items, coalesce(g.allergens, e.allergens, '{}') as allergens,
    coalesce(g.dietary_tags, e.dietary_tags, '{}') as dietary_tags
  from jsonb_to_recordset($1::jsonb)
    as g(date date, meal_type text, items text, allergens text[], dietary_tags text[])
  left join menu_entries e on e.school_id = $2 and e.date = g.date and e.meal_type = g.meal_type
), created as (
  insert into menu_entries (school_id, date, meal_type, items, allergens, dietary_tags, updated_at)
  select $2, date, meal_type, items, allergens, dietary_tags, $3 from matched where id is null
  returning 1
), updated as (
  update menu_entries e set items = m.items, allergens = m.allergens, dietary_tags = m.dietary_tags,
    sequence = e.sequence + 1, updated_at = $3
  from matched m
  where e.school_id = $2 and e.id = m.id
    and (e.items, e.allergens, e.dietary_tags) is distinct from (m.items, m.allergens, m.dietary_tags)
  returning 1
)
select
  (select count(*) from created)::int as created,
  (select count(*) from updated)::int as updated,
  0 as archived,
  ((select count(*) from matched where id is not null) - (select count(*) from updated))::int as unchanged`;

@Injectable()
export class MenuImportRepository {
  async writeMenus(
    manager: EntityManager,
    schoolId: string,
    menus: ImportedMenu[],
    now: Date,
  ): Promise<RowCounts> {
    const rows = menus.map(({ date, mealType, items, allergens, dietaryTags }) => ({
      date,
      meal_type: mealType,
      items,
      allergens,
      dietary_tags: dietaryTags,
    }));
    const [counts] = await manager.query<RowCounts[]>(WRITE_MENUS, [JSON.stringify(rows), schoolId, now]);
    return counts!;
  }
}
