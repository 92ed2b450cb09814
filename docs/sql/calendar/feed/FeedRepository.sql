/* FeedRepository */

-- findFeed
with owner as materialized (
select s.id, s.name, s.organization_id, s.feed_digest, s.feed_changed_at, array(select lower(name collate "und-x-icu") from unnest(s.categories) name) as categories,
  array(select lower(name collate "und-x-icu") from unnest(s.tags) name) as tags, m.id as membership_id, m.role <> 'parent' as admin, school.id as school_id,
  school.time_zone, school.features, coalesce((select revision from school_revisions where school_id = school.id and subject = 'calendar'), 0) as revision
from calendar_subscriptions s
join memberships m on m.school_id = s.school_id and m.id = s.membership_id and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $2::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
join schools school on school.id = m.school_id
left join organizations o on o.school_id = s.school_id and o.id = s.organization_id
where s.token = $1 and (s.organization_id is null or o.archived_at is null)),
  listed_series as materialized (select s.* from event_series s where (
s.school_id = (select school_id from owner) and (case s.audience_type
  when 'school' then true
  when 'admins' then (select admin from owner)::boolean
  when 'graduation_years' then s.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid)
  when 'organizations' then s.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = (select school_id from owner)::uuid and on_roster.membership_id = (select membership_id from owner)::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = (select school_id from owner)::uuid and leader.membership_id = (select membership_id from owner)::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = (select school_id from owner)::uuid and self.id = (select membership_id from owner)::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = (select school_id from owner)::uuid and held.membership_id = (select membership_id from owner)::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = (select school_id from owner)::uuid and own.archived_at is null) end or ((select admin from owner)::boolean or s.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = (select school_id from owner)::uuid and held.membership_id = (select membership_id from owner)::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = (select school_id from owner)::uuid and own.archived_at is null)::uuid[]))) and (
(cardinality(((select categories from owner)::text[])) = 0 or exists (select from categories c
  where c.school_id = s.school_id and c.id = s.category_id and lower(c.name collate "und-x-icu") = any (((select categories from owner)::text[]))))
and (cardinality(((select tags from owner)::text[])) = 0 or array(select lower(name collate "und-x-icu") from unnest(s.tags) name) && ((select tags from owner)::text[])))
and ((select organization_id from owner) is null or s.organization_id = (select organization_id from owner)))),
  feed as materialized (
    select json_build_object('name', owner.name, 'school_id', owner.school_id, 'time_zone', owner.time_zone,
      'events', coalesce((select json_agg(item) from (
select case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id,
e.title, e.description, e.location,
(select c.name from categories c where c.school_id = e.school_id and c.id = e.category_id) as category,
e.tags,
to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
e.all_day, to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
e.start_date::text as start_date, e.end_date::text as end_date, e.time_zone, e.status, e.sequence,
  null as signup_id
from events e
where (
e.school_id = (select school_id from owner) and (case e.audience_type
  when 'school' then true
  when 'admins' then (select admin from owner)::boolean
  when 'graduation_years' then e.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid)
  when 'organizations' then e.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = (select school_id from owner)::uuid and on_roster.membership_id = (select membership_id from owner)::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = (select school_id from owner)::uuid and leader.membership_id = (select membership_id from owner)::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = (select school_id from owner)::uuid and self.id = (select membership_id from owner)::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = (select school_id from owner)::uuid and held.membership_id = (select membership_id from owner)::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = (select school_id from owner)::uuid and own.archived_at is null) end or ((select admin from owner)::boolean or e.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = (select school_id from owner)::uuid and held.membership_id = (select membership_id from owner)::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = (select school_id from owner)::uuid and own.archived_at is null)::uuid[]))) and ((
(cardinality(((select categories from owner)::text[])) = 0 or exists (select from categories c
  where c.school_id = e.school_id and c.id = e.category_id and lower(c.name collate "und-x-icu") = any (((select categories from owner)::text[]))))
and (cardinality(((select tags from owner)::text[])) = 0 or array(select lower(name collate "und-x-icu") from unnest(e.tags) name) && ((select tags from owner)::text[]))) or
exists (select from event_rsvps given where (given.school_id = e.school_id and given.event_id = e.id and given.ended_at is null
  and (given.student_id is not null) = (e.rsvp_by = 'student')) and given.answer = 'yes'
  and (given.membership_id = (select membership_id from owner)::uuid or given.student_id in (
    select family.student_id from family_guardians family join students pupil on pupil.school_id = family.school_id
      and pupil.id = family.student_id and pupil.archived_at is null
    where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid))))
and ((select organization_id from owner) is null or e.organization_id = (select organization_id from owner))) and (e.status <> 'cancelled' or (e.cancelled_at + interval '30 days') > $2::timestamptz) and (e.series_id is null or e.series_id not in (select id from listed_series))
  and true
union all
select c.id::text as id, i.title || ' (' || s.title || ')' as title, i.description, s.location, null as category,
  '{}'::text[] as tags, to_char(greatest(c.updated_at, s.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, false as all_day,
  to_char(i.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(coalesce(i.ends_at, i.starts_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
  (i.starts_at at time zone (select time_zone from owner))::date::text as start_date,
  (coalesce(i.ends_at, i.starts_at) at time zone (select time_zone from owner))::date::text as end_date,
  (select time_zone from owner) as time_zone, 'confirmed' as status, (floor(extract(epoch from greatest(c.updated_at, s.updated_at))) - floor(extract(epoch from c.created_at)))::int as sequence, s.id::text as signup_id
from signup_claims c join signup_items i on i.school_id = c.school_id and i.id = c.item_id and i.starts_at is not null
  join signups s on s.school_id = c.school_id and s.id = c.signup_id and (s.opens_at <= $2::timestamptz and s.deleted_at is null)
where c.school_id = (select school_id from owner) and c.membership_id = (select membership_id from owner) and c.status = 'confirmed'
  and coalesce(((select features from owner) ->> 'signups')::boolean, true)
  and ((select organization_id from owner) is null or s.organization_id = (select organization_id from owner))
  and true
order by start_date, starts_at, id) item), '[]'), 'series', coalesce((select json_agg(item) from (
select s.id,
s.title, s.description, s.location,
(select c.name from categories c where c.school_id = s.school_id and c.id = s.category_id) as category,
s.tags,
to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, s.all_day, s.local_start, s.duration, s.time_zone, s.rrule, s.rdates, s.exdates,
  s.sequence, coalesce(o.unchanged, '{}') as unchanged, coalesce(o.off, '{}') as off, coalesce(o.changed, '[]') as changed
from listed_series s
left join lateral (
  select array_agg(e.original_start order by e.original_start) filter (where e.there and not e.changed) as unchanged,
    array_agg(e.original_start order by e.original_start) filter (where not e.there) as off,
    json_agg((select change from (
select e.original_start,
e.title, e.description, e.location,
(select c.name from categories c where c.school_id = e.school_id and c.id = e.category_id) as category,
e.tags,
to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
e.all_day, to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
e.start_date::text as start_date, e.end_date::text as end_date, e.status, e.sequence) change) order by e.sequence, e.original_start)
      filter (where e.there and e.changed) as changed
  from (
select e.*, e.status <> 'cancelled' and (cardinality(e.overrides) = 0 or (
e.school_id = (select school_id from owner) and (case e.audience_type
  when 'school' then true
  when 'admins' then (select admin from owner)::boolean
  when 'graduation_years' then e.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid)
  when 'organizations' then e.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = (select school_id from owner)::uuid and on_roster.membership_id = (select membership_id from owner)::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = (select school_id from owner)::uuid and leader.membership_id = (select membership_id from owner)::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = (select school_id from owner)::uuid and self.id = (select membership_id from owner)::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = (select school_id from owner)::uuid and held.membership_id = (select membership_id from owner)::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = (select school_id from owner)::uuid and own.archived_at is null) end or ((select admin from owner)::boolean or e.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = (select school_id from owner)::uuid and held.membership_id = (select membership_id from owner)::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = (select school_id from owner)::uuid and own.archived_at is null)::uuid[]))) and ((
(cardinality(((select categories from owner)::text[])) = 0 or exists (select from categories c
  where c.school_id = e.school_id and c.id = e.category_id and lower(c.name collate "und-x-icu") = any (((select categories from owner)::text[]))))
and (cardinality(((select tags from owner)::text[])) = 0 or array(select lower(name collate "und-x-icu") from unnest(e.tags) name) && ((select tags from owner)::text[]))) or
exists (select from event_rsvps given where (given.school_id = e.school_id and given.event_id = e.id and given.ended_at is null
  and (given.student_id is not null) = (e.rsvp_by = 'student')) and given.answer = 'yes'
  and (given.membership_id = (select membership_id from owner)::uuid or given.student_id in (
    select family.student_id from family_guardians family join students pupil on pupil.school_id = family.school_id
      and pupil.id = family.student_id and pupil.archived_at is null
    where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid))))
and ((select organization_id from owner) is null or e.organization_id = (select organization_id from owner)))) as there,
  cardinality(e.overrides) > 0 as changed
from events e where e.school_id = s.school_id and e.series_id = s.id) e
) o on true
order by s.local_start, s.id) item), '[]'))::text as content from owner)
select owner.id, owner.school_id, owner.features, owner.feed_digest, owner.feed_changed_at, owner.revision,
(select min(moment) from (
  select unnest(array[starts_at, expires_at]) from organization_grants
  where school_id = (select school_id from owner) and membership_id = (select membership_id from owner)
  union all
  select opens_at from signups where school_id = (select school_id from owner)
  union all
  select (events.cancelled_at + interval '30 days') from events where school_id = (select school_id from owner)
) moments(moment) where moment > $2::timestamptz) as next_moment, encode(sha256(convert_to(feed.content, 'UTF8')), 'hex') as digest,
  case when $3::boolean then feed.content end as content
from owner, feed;

-- findFeedState
with owner as (
select s.id, s.name, s.organization_id, s.feed_digest, s.feed_changed_at, array(select lower(name collate "und-x-icu") from unnest(s.categories) name) as categories,
  array(select lower(name collate "und-x-icu") from unnest(s.tags) name) as tags, m.id as membership_id, m.role <> 'parent' as admin, school.id as school_id,
  school.time_zone, school.features, coalesce((select revision from school_revisions where school_id = school.id and subject = 'calendar'), 0) as revision
from calendar_subscriptions s
join memberships m on m.school_id = s.school_id and m.id = s.membership_id and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $2::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
join schools school on school.id = m.school_id
left join organizations o on o.school_id = s.school_id and o.id = s.organization_id
where s.token = $1 and (s.organization_id is null or o.archived_at is null)) select owner.id, owner.school_id, owner.features, owner.feed_digest, owner.feed_changed_at, owner.revision from owner;

-- findMailedContent
with owner as materialized (
select m.id as membership_id, m.role <> 'parent' as admin, school.id as school_id, school.time_zone, school.features,
  null::uuid as organization_id, '{}'::text[] as categories, '{}'::text[] as tags
from memberships m join schools school on school.id = m.school_id
where m.school_id = $1 and m.id = $3 and m.deactivated_at is null),
  listed_series as materialized (select s.* from event_series s where s.school_id = $1 and s.id = $4 and (
s.school_id = (select school_id from owner) and (case s.audience_type
  when 'school' then true
  when 'admins' then (select admin from owner)::boolean
  when 'graduation_years' then s.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid)
  when 'organizations' then s.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = (select school_id from owner)::uuid and on_roster.membership_id = (select membership_id from owner)::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = (select school_id from owner)::uuid and leader.membership_id = (select membership_id from owner)::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = (select school_id from owner)::uuid and self.id = (select membership_id from owner)::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = (select school_id from owner)::uuid and held.membership_id = (select membership_id from owner)::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = (select school_id from owner)::uuid and own.archived_at is null) end or ((select admin from owner)::boolean or s.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = (select school_id from owner)::uuid and held.membership_id = (select membership_id from owner)::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = (select school_id from owner)::uuid and own.archived_at is null)::uuid[]))) and (
(cardinality(((select categories from owner)::text[])) = 0 or exists (select from categories c
  where c.school_id = s.school_id and c.id = s.category_id and lower(c.name collate "und-x-icu") = any (((select categories from owner)::text[]))))
and (cardinality(((select tags from owner)::text[])) = 0 or array(select lower(name collate "und-x-icu") from unnest(s.tags) name) && ((select tags from owner)::text[])))
and ((select organization_id from owner) is null or s.organization_id = (select organization_id from owner))))
select json_build_object('name', '', 'school_id', owner.school_id, 'time_zone', owner.time_zone,
  'events', coalesce((select json_agg(item) from (
select case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id,
e.title, e.description, e.location,
(select c.name from categories c where c.school_id = e.school_id and c.id = e.category_id) as category,
e.tags,
to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
e.all_day, to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
e.start_date::text as start_date, e.end_date::text as end_date, e.time_zone, e.status, e.sequence,
  null as signup_id
from events e
where (
e.school_id = (select school_id from owner) and (case e.audience_type
  when 'school' then true
  when 'admins' then (select admin from owner)::boolean
  when 'graduation_years' then e.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid)
  when 'organizations' then e.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = (select school_id from owner)::uuid and on_roster.membership_id = (select membership_id from owner)::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = (select school_id from owner)::uuid and leader.membership_id = (select membership_id from owner)::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = (select school_id from owner)::uuid and self.id = (select membership_id from owner)::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = (select school_id from owner)::uuid and held.membership_id = (select membership_id from owner)::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = (select school_id from owner)::uuid and own.archived_at is null) end or ((select admin from owner)::boolean or e.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = (select school_id from owner)::uuid and held.membership_id = (select membership_id from owner)::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = (select school_id from owner)::uuid and own.archived_at is null)::uuid[]))) and ((
(cardinality(((select categories from owner)::text[])) = 0 or exists (select from categories c
  where c.school_id = e.school_id and c.id = e.category_id and lower(c.name collate "und-x-icu") = any (((select categories from owner)::text[]))))
and (cardinality(((select tags from owner)::text[])) = 0 or array(select lower(name collate "und-x-icu") from unnest(e.tags) name) && ((select tags from owner)::text[]))) or
exists (select from event_rsvps given where (given.school_id = e.school_id and given.event_id = e.id and given.ended_at is null
  and (given.student_id is not null) = (e.rsvp_by = 'student')) and given.answer = 'yes'
  and (given.membership_id = (select membership_id from owner)::uuid or given.student_id in (
    select family.student_id from family_guardians family join students pupil on pupil.school_id = family.school_id
      and pupil.id = family.student_id and pupil.archived_at is null
    where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid))))
and ((select organization_id from owner) is null or e.organization_id = (select organization_id from owner))) and (e.status <> 'cancelled' or (e.cancelled_at + interval '30 days') > $2::timestamptz) and (e.series_id is null or e.series_id not in (select id from listed_series))
  and (e.series_id is null and e.id = $4 or e.series_id = $4 and e.original_start = $5)
union all
select c.id::text as id, i.title || ' (' || s.title || ')' as title, i.description, s.location, null as category,
  '{}'::text[] as tags, to_char(greatest(c.updated_at, s.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, false as all_day,
  to_char(i.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(coalesce(i.ends_at, i.starts_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
  (i.starts_at at time zone (select time_zone from owner))::date::text as start_date,
  (coalesce(i.ends_at, i.starts_at) at time zone (select time_zone from owner))::date::text as end_date,
  (select time_zone from owner) as time_zone, 'confirmed' as status, (floor(extract(epoch from greatest(c.updated_at, s.updated_at))) - floor(extract(epoch from c.created_at)))::int as sequence, s.id::text as signup_id
from signup_claims c join signup_items i on i.school_id = c.school_id and i.id = c.item_id and i.starts_at is not null
  join signups s on s.school_id = c.school_id and s.id = c.signup_id and (s.opens_at <= $2::timestamptz and s.deleted_at is null)
where c.school_id = (select school_id from owner) and c.membership_id = (select membership_id from owner) and c.status = 'confirmed'
  and coalesce(((select features from owner) ->> 'signups')::boolean, true)
  and ((select organization_id from owner) is null or s.organization_id = (select organization_id from owner))
  and c.signup_id = $4
order by start_date, starts_at, id) item), '[]'), 'series', coalesce((select json_agg(item) from (
select s.id,
s.title, s.description, s.location,
(select c.name from categories c where c.school_id = s.school_id and c.id = s.category_id) as category,
s.tags,
to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, s.all_day, s.local_start, s.duration, s.time_zone, s.rrule, s.rdates, s.exdates,
  s.sequence, coalesce(o.unchanged, '{}') as unchanged, coalesce(o.off, '{}') as off, coalesce(o.changed, '[]') as changed
from listed_series s
left join lateral (
  select array_agg(e.original_start order by e.original_start) filter (where e.there and not e.changed) as unchanged,
    array_agg(e.original_start order by e.original_start) filter (where not e.there) as off,
    json_agg((select change from (
select e.original_start,
e.title, e.description, e.location,
(select c.name from categories c where c.school_id = e.school_id and c.id = e.category_id) as category,
e.tags,
to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
e.all_day, to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
e.start_date::text as start_date, e.end_date::text as end_date, e.status, e.sequence) change) order by e.sequence, e.original_start)
      filter (where e.there and e.changed) as changed
  from (
select e.*, e.status <> 'cancelled' and (cardinality(e.overrides) = 0 or (
e.school_id = (select school_id from owner) and (case e.audience_type
  when 'school' then true
  when 'admins' then (select admin from owner)::boolean
  when 'graduation_years' then e.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid)
  when 'organizations' then e.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = (select school_id from owner)::uuid and on_roster.membership_id = (select membership_id from owner)::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = (select school_id from owner)::uuid and leader.membership_id = (select membership_id from owner)::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = (select school_id from owner)::uuid and self.id = (select membership_id from owner)::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = (select school_id from owner)::uuid and held.membership_id = (select membership_id from owner)::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = (select school_id from owner)::uuid and own.archived_at is null) end or ((select admin from owner)::boolean or e.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = (select school_id from owner)::uuid and held.membership_id = (select membership_id from owner)::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = (select school_id from owner)::uuid and own.archived_at is null)::uuid[]))) and ((
(cardinality(((select categories from owner)::text[])) = 0 or exists (select from categories c
  where c.school_id = e.school_id and c.id = e.category_id and lower(c.name collate "und-x-icu") = any (((select categories from owner)::text[]))))
and (cardinality(((select tags from owner)::text[])) = 0 or array(select lower(name collate "und-x-icu") from unnest(e.tags) name) && ((select tags from owner)::text[]))) or
exists (select from event_rsvps given where (given.school_id = e.school_id and given.event_id = e.id and given.ended_at is null
  and (given.student_id is not null) = (e.rsvp_by = 'student')) and given.answer = 'yes'
  and (given.membership_id = (select membership_id from owner)::uuid or given.student_id in (
    select family.student_id from family_guardians family join students pupil on pupil.school_id = family.school_id
      and pupil.id = family.student_id and pupil.archived_at is null
    where family.school_id = (select school_id from owner)::uuid and family.membership_id = (select membership_id from owner)::uuid))))
and ((select organization_id from owner) is null or e.organization_id = (select organization_id from owner)))) as there,
  cardinality(e.overrides) > 0 as changed
from events e where e.school_id = s.school_id and e.series_id = s.id) e
) o on true
order by s.local_start, s.id) item), '[]'),
  'off', (select row_to_json(off) from (
select e.original_start,
e.title, e.description, e.location,
(select c.name from categories c where c.school_id = e.school_id and c.id = e.category_id) as category,
e.tags,
to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
e.all_day, to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
e.start_date::text as start_date, e.end_date::text as end_date, e.status, e.sequence from events e where e.school_id = $1 and e.series_id = $4
    and e.original_start = $5 and e.status = 'cancelled') off),
  'has_series', exists (select from event_series s where s.school_id = $1 and s.id = $4)) as content from owner;
