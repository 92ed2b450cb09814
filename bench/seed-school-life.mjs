import { randomBytes } from 'node:crypto';
import { DEPARTMENTS, DISHES, FIRST_NAMES, NAME_BEGINS, NAME_ENDS, OCCASIONS, pick } from './seed-names.mjs';

export const EVENTS = 500;

/** 60 people. */
export async function addStaff(db, schoolId) {
  await db.query(
    `insert into staff_members (school_id, source, source_id, first_name, last_name, title, department, email, phone, room)
     select $1, 'bench', 'staff-' || i, ${pick('$2', 'i * 7')}, ${pick('$3', 'i * 11')} || ${pick('$4', 'i')}, 'Teacher',
       ${pick('$5', 'i')}, 'staff' || i || '@school.example', '+1 555 020-' || lpad(i::text, 4, '0'), 'Room ' || i
     from generate_series(1, 60) i`,
    [schoolId, FIRST_NAMES, NAME_BEGINS, NAME_ENDS, DEPARTMENTS],
  );
}

/** Two meals a day, 180 days. */
export async function addMenus(db, schoolId) {
  await db.query(
    `insert into menu_entries (school_id, date, meal_type, items, allergens)
     select $1, date '2026-09-01' + i, meal, ${pick('$2', 'i')} || ', ' || ${pick('$2', 'i * 3 + 1')} || ', fruit',
       case when i % 3 = 0 then array['gluten', 'milk'] else '{}' end
     from generate_series(1, 180) i, unnest(array['breakfast', 'lunch']) meal`,
    [schoolId, DISHES],
  );
}

/**
 * Single events over a year, three quarters of them by the clock: so many for the whole school, and between them a quarter
 * as many for years in which the caller has no child. Every fiftieth has a sign-up.
 * @returns the token of the calling parent's feed
 */
export async function addCalendar(db, { id, parent }) {
  await db.query(
    `with category as (
       insert into categories (school_id, name, color, position) values ($1, 'Events', '#336699', 0) returning id),
     planned as (
       select i, i % 4 = 0 as all_day, date '2026-09-01' + i * 365 / $2::int as day, i % 5 = 0 as of_years
       from generate_series(1, $2::int) i)
     insert into events (school_id, title, description, location, all_day, starts_at, ends_at, start_date, end_date,
       time_zone, category_id, tags, audience_type, audience_years, source, created_at, updated_at)
     select $1, ${pick('$3', 'i')} || ' ' || i, '<p>Bring what you <strong>need</strong>, and come early.</p>',
       'Hall ' || i % 9, all_day, case when not all_day then begins end,
       case when not all_day then begins + interval '90 minutes' end, day, day, 'America/New_York',
       case when i % 2 = 0 then category.id end, case when i % 5 = 1 then array['families'] else '{}' end,
       case when of_years then 'graduation_years' else 'school' end,
       case when of_years then array[2027 + i / 5 % 6] else '{}' end,
       'api', timestamptz '2026-08-01', timestamptz '2026-08-01' + i * interval '1 minute'
     from planned, category, lateral (select (day + time '09:00') at time zone 'America/New_York'
       + i % 9 * interval '1 hour' as begins) planned_time`,
    [id, EVENTS * 1.25, OCCASIONS],
  );
  await db.query(
    `insert into signups (school_id, title, audience_type, event_id, opens_at, alerted_at, source, source_id, created_at,
       updated_at)
     select $1, 'Help for ' || title, audience_type, id, created_at, created_at, 'bench', id, created_at, created_at
     from (select *, row_number() over (order by title) as i from events where school_id = $1 and audience_type = 'school') e
     where i % 50 = 0`,
    [id],
  );
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `insert into calendar_subscriptions (school_id, membership_id, name, token, created_at)
     select $1, m.id, 'Calendar', $3, now() from memberships m join users u on u.id = m.user_id
     where m.school_id = $1 and u.email = $2`,
    [id, parent.email, token],
  );
  return token;
}
