/** The statements of the baseline about the life of a school: calendar, feed, staff, menus. $1 to $3 as elsewhere. */
import { list, statement, utc } from './baseline-sql.mjs';

const IN_FORCE = `held.membership_id = $2 and held.revoked_at is null and held.starts_at <= now()
  and (held.expires_at is null or held.expires_at > now())`;
const EDITED = `array(select o.id from organizations o join organization_grants held on held.organization_id = o.id
  where o.school_id = $1 and o.archived_at is null and ${IN_FORCE})`;
const OWN_YEARS = `array(select pupil.graduation_year from guardians family
  join students pupil on pupil.id = family.student_id and pupil.archived_at is null where family.membership_id = $2)`;
const OWN_ORGANIZATIONS = `array(
  select o.id from organizations o where o.school_id = $1 and o.archived_at is null and o.id in (
    select organization_id from organization_parents where membership_id = $2
    union all select enrolled.organization_id from organization_students enrolled
      join guardians family using (student_id) join students pupil on pupil.id = student_id and pupil.archived_at is null
      where family.membership_id = $2
    union all select organization_id from organization_leaders where membership_id = $2
    union all select leader.organization_id from organization_leaders leader
      join staff_members employed on employed.id = leader.staff_member_id and employed.archived_at is null
      join users person on person.email = lower(employed.email) and person.email_verified_at is not null
      join memberships self on self.user_id = person.id and self.id = $2
    union all select held.organization_id from organization_grants held where ${IN_FORCE}))`;

const addressed = (item) => `case ${item}.audience_type
  when 'school' then true when 'admins' then $3::boolean
  when 'graduation_years' then ${item}.audience_years && ${OWN_YEARS}
  else ${item}.audience_organization_ids && ${OWN_ORGANIZATIONS} end`;

const SEEN = `e.school_id = $1 and (${addressed('e')} or $3::boolean or e.organization_id = any (${EDITED}))
  and (e.status <> 'cancelled' or e.series_id is not null and e.cancelled_at > now() - interval '30 days')`;

const EVENT_ID = `case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end`;

/** A school that has turned sign-ups off has none. */
const firstFor = (table) => `case when signups.are_on then (select item.id from ${table} item
  where item.event_id = e.id and item.school_id = $1 and item.opens_at <= now()
    and coalesce(item.visible_until > now(), true) and ${addressed('item')} order by item.opens_at, item.id limit 1) end`;

export const CALENDAR = statement(
  'calendar',
  list(
    'events',
    `select ${EVENT_ID} as id, e.title, e.description, e.location, e.all_day, ${utc('e.starts_at')} as starts_at,
       ${utc('e.ends_at')} as ends_at, e.start_date::text as start_date, e.end_date::text as end_date, e.time_zone,
       case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'color', c.color) end as category,
       e.tags, e.organization_id, o.name as organization_name, e.series_id, e.original_start,
       e.series_id is not null and (e.status = 'cancelled' or cardinality(e.overrides) > 0) as is_exception, e.status,
       ${firstFor('signups')} as signup_id, ${firstFor('permission_slips')} as permission_slip_id,
       ${utc('e.updated_at')} as updated_at
     from events e left join categories c on c.id = e.category_id left join organizations o on o.id = e.organization_id
     cross join (select coalesce((features ->> 'signups')::boolean, true) as are_on from schools where id = $1) signups
     where ${SEEN} order by e.start_date, e.all_day desc, e.starts_at, e.title, e.id`,
  ),
);

export const SUBSCRIPTION = statement(
  'subscription',
  `select s.name, m.school_id, m.id as membership_id, m.role, school.features, s.organization_id,
     array(select lower(name) from unnest(s.categories) name) as categories,
     array(select lower(name) from unnest(s.tags) name) as tags
   from calendar_subscriptions s join memberships m on m.id = s.membership_id and m.deactivated_at is null
   join schools school on school.id = m.school_id left join organizations o on o.id = s.organization_id
   where s.token = $1 and o.archived_at is null`,
);

export const FEED_EVENTS = statement(
  'feed-events',
  `select ${EVENT_ID} as id, e.title, e.description, e.location, c.name as category, e.tags, e.all_day, e.starts_at,
     e.ends_at, e.start_date::text, e.end_date::text, e.status, e.sequence, e.updated_at
   from events e left join categories c on c.id = e.category_id
   where ${SEEN} and (cardinality($4::text[]) = 0 or lower(c.name) = any ($4))
     and (cardinality($5::text[]) = 0 or array(select lower(tag) from unnest(e.tags) tag) && $5)
     and ($6::uuid is null or e.organization_id = $6)
   order by e.start_date, e.starts_at, e.id`,
);

export const STAFF = statement(
  'staff',
  list(
    'staff',
    `select s.id, s.first_name, s.last_name, trim(s.first_name || ' ' || s.last_name) as name, s.title, s.department,
       s.email, s.phone, s.room, null::uuid as membership_id, false as has_photo, coalesce(led.ids, '[]') as organization_ids
     from staff_members s left join (
       select leader.staff_member_id, json_agg(o.id order by array_position('{team,club,class}', o.kind), o.name, o.id) as ids
       from organization_leaders leader join organizations o on o.id = leader.organization_id and o.archived_at is null
       where leader.school_id = $1 group by leader.staff_member_id) led on led.staff_member_id = s.id
     where s.school_id = $1 and s.archived_at is null
     order by s.department nulls last, s.last_name, s.first_name, s.id`,
  ),
);

export const MENUS = statement(
  'menus',
  list(
    'menus',
    `select id, date, meal_type, items, $2 || '/api/menu-images/' || image_name as image_url,
       ${utc('image_generated_at')} as image_generated_at, allergens, dietary_tags
     from menu_entries where school_id = $1
     order by menu_entries.date, array_position('{breakfast,lunch,snack,dinner,other}', meal_type)`,
  ),
);
