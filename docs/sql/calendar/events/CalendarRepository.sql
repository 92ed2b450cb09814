/* CalendarRepository */

-- findAllSeries
with viewer as materialized (select
array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid) as years, array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = $1::uuid and family.membership_id = $2::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = $1::uuid and self.id = $2::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as organizations, array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as edited) select '{"series":' || coalesce(json_agg(item), '[]')::text || '}' as text from (select
s.id, s.title, s.description, s.location, s.all_day, s.local_start,
case when not s.all_day then s.duration end as duration_minutes,
case when s.all_day then s.duration end as duration_days,
s.time_zone, s.rrule, s.rdates, s.exdates, s.category_id, s.tags, s.organization_id,
json_build_object('type', s.audience_type, 'graduation_years', s.audience_years,
  'organization_ids', s.audience_organization_ids) as audience,
s.event_type, s.home_away, s.opponent,
case when s.arrival_minutes_before is not null then to_char(
  s.local_start::timestamp - make_interval(mins => s.arrival_minutes_before), 'YYYY-MM-DD"T"HH24:MI') end as arrival_at,
s.uniform, case when s.rsvp_by is not null then json_build_object('by', s.rsvp_by,
'until', to_char(((select least(s.local_start::timestamp at time zone clock.zone, (s.local_start::timestamp - interval '1 hour') at time zone clock.zone + interval '1 hour') from (
select case when s.all_day then (select home.time_zone from schools home where home.id = s.school_id) else s.time_zone end as zone
) clock) - make_interval(secs => s.rsvp_lead_seconds)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'capacity', s.rsvp_capacity) end as rsvp, s.split_from_id as split_from, o.occurrence_count,
coalesce(o.first_date, left(s.local_start, 10)) as first_date,
coalesce(o.last_date, left(s.local_start, 10)) as last_date,
coalesce(o.exceptions, '[]') as exceptions, s.sequence, to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at from
event_series s left join lateral (
  select count(*) filter (where taking_place)::int as occurrence_count,
    coalesce(min(e.start_date) filter (where taking_place), min(e.start_date))::text as first_date,
    coalesce(max(e.end_date) filter (where taking_place), max(e.end_date))::text as last_date,
    json_agg(json_build_object('original_start', e.original_start,
        'kind', case when taking_place then 'changed' else 'cancelled' end) order by e.original_start)
      filter (where not taking_place or cardinality(e.overrides) > 0) as exceptions
  from (select *, status <> 'cancelled' as taking_place from events
    where school_id = s.school_id and series_id = s.id) e
) o on true where s.school_id = $1 and (case s.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then s.audience_years && (select viewer.years from viewer)
  when 'organizations' then s.audience_organization_ids && (select viewer.organizations from viewer) end or ($3::boolean or s.organization_id = any ((select viewer.edited from viewer)::uuid[]))) order by first_date, s.title collate "und-x-icu", s.id) item;

-- findEvent
with viewer as materialized (select
array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid) as years, array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = $1::uuid and family.membership_id = $2::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = $1::uuid and self.id = $2::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as organizations, array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as edited)
select
case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id,
e.title, e.description, e.location, e.all_day, to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
e.start_date::text as start_date, e.end_date::text as end_date, e.time_zone,
case when c.id is not null then
  json_build_object('id', c.id, 'name', c.name, 'color', c.color) end as category,
e.tags, e.organization_id, o.name as organization_name, e.series_id, e.original_start,
e.series_id is not null and (e.status = 'cancelled' or cardinality(e.overrides) > 0) as is_exception, e.status,
(select item.id
from signups item join schools home on home.id = item.school_id
  and coalesce((home.features ->> 'signups')::boolean, true)
where (item.school_id = $1 and ((item.opens_at <= $4::timestamptz and item.deleted_at is null)
  and (item.visible_until is null or item.visible_until > $4::timestamptz))
  and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && (select viewer.years from viewer)
  when 'organizations' then item.audience_organization_ids && (select viewer.organizations from viewer) end) and item.event_id = e.id order by item.opens_at, item.id limit 1) as signup_id,
(select item.id
from permission_slips item join schools home on home.id = item.school_id
  and coalesce((home.features ->> 'signups')::boolean, true)
where (item.school_id = $1 and ((item.opens_at <= $4::timestamptz and item.deleted_at is null) and coalesce(item.visible_until > $4::timestamptz, true)) and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && (select viewer.years from viewer)
  when 'organizations' then item.audience_organization_ids && (select viewer.organizations from viewer) end) and item.event_id = e.id order by item.opens_at, item.id limit 1) as permission_slip_id,
case when e.rsvp_by is not null then (
  select json_build_object('by', e.rsvp_by, 'until', to_char((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'closed', (e.status = 'cancelled' or (case when e.rsvp_by is not null then coalesce((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)), coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id))) end) <= $4::timestamptz),
    'capacity', e.rsvp_capacity,
    'remaining', case when e.rsvp_capacity is not null then greatest(e.rsvp_capacity - given.yes, 0) end,
    'counts', json_build_object('yes', given.yes, 'no', given.no, 'maybe', given.maybe),
    'mine',
coalesce((select json_agg(json_build_object('student_id', line.student_id, 'name', line.name, 'answer', r.answer,
    'comment', r.comment, 'answered_at', to_char(r.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'answered_by', case when r.subject_id is not null then coalesce((
  select author.name from (
select nullif(trim(person.first_name || ' ' || person.last_name), '') as name
from memberships m join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = null::uuid) desc nulls last, is_primary desc, id limit 1
) on_file on true
cross join lateral (
  select coalesce(m.first_name, on_file.first_name, u.first_name, '') collate "und-x-icu" as first_name,
    coalesce(m.last_name, on_file.last_name, u.last_name, '') collate "und-x-icu" as last_name,
    u.email, coalesce(m.phone, (
      select g.phone from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.phone is not null
      order by (g.student_id = null::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
    ), u.phone) as phone, m.school_id, null::uuid as id, m.id as membership_id, null::uuid as shared_membership_id,
    case when m.profile_visibility = 'full' and not exists (select from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.profile_visibility <> 'full')
      then 'full' else 'name_only' end as profile_visibility
) person
where m.school_id = r.school_id and m.id = r.answered_by_membership_id and m.deactivated_at is null) author
  where not coalesce(r.student_id = any(array(select apart.student_id from
guardians apart where not false::boolean and apart.school_id = r.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = r.answered_by_membership_id::uuid or apart.shared_membership_id = r.answered_by_membership_id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = r.school_id::uuid and holder.id = r.answered_by_membership_id::uuid)))), false)), 'A former member') end)
    order by line.last_name collate "und-x-icu", line.first_name collate "und-x-icu", line.subject_id)
  from (
select s.id as subject_id, s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, s.last_name, s.first_name
from
family_guardians g join students s on g.school_id = e.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = $2::uuid and case e.audience_type
  when 'graduation_years' then s.graduation_year = any (e.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (e.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = $1::uuid and kin.membership_id = $2::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (e.audience_organization_ids)))
  else true end where e.rsvp_by = 'student' and case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end
union all
select m.id, null, trim(person.first_name || ' ' || person.last_name), '', ''
from (select $1::uuid as school_id, $2::uuid as id) self
join memberships m on m.school_id = self.school_id and m.id = self.id
join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = null::uuid) desc nulls last, is_primary desc, id limit 1
) on_file on true
cross join lateral (
  select coalesce(m.first_name, on_file.first_name, u.first_name, '') collate "und-x-icu" as first_name,
    coalesce(m.last_name, on_file.last_name, u.last_name, '') collate "und-x-icu" as last_name,
    u.email, coalesce(m.phone, (
      select g.phone from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.phone is not null
      order by (g.student_id = null::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
    ), u.phone) as phone, m.school_id, null::uuid as id, m.id as membership_id, null::uuid as shared_membership_id,
    case when m.profile_visibility = 'full' and not exists (select from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.profile_visibility <> 'full')
      then 'full' else 'name_only' end as profile_visibility
) person
where e.rsvp_by = 'person' and case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end) line
  left join event_rsvps r on r.subject_id = line.subject_id and (r.school_id = e.school_id and r.event_id = e.id and r.ended_at is null
  and (r.student_id is not null) = (e.rsvp_by = 'student'))), '[]'))
  from (
select count(*) filter (where r.answer = 'yes')::int as yes, count(*) filter (where r.answer = 'no')::int as no, count(*) filter (where r.answer = 'maybe')::int as maybe
from event_rsvps r where (r.school_id = e.school_id and r.event_id = e.id and r.ended_at is null
  and (r.student_id is not null) = (e.rsvp_by = 'student'))) given) end as rsvp, to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, ($3::boolean or e.organization_id = any ((select viewer.edited from viewer)::uuid[])) as managed, e.id as row_id from
events e left join categories c on c.school_id = e.school_id and c.id = e.category_id
left join organizations o on o.school_id = e.school_id and o.id = e.organization_id where e.school_id = $1 and (case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end or ($3::boolean or e.organization_id = any ((select viewer.edited from viewer)::uuid[]))) and (e.status <> 'cancelled'
  or e.series_id is not null and (e.cancelled_at + interval '30 days') > $4::timestamptz) and e.id = $5 and e.series_id is null;

with viewer as materialized (select
array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid) as years, array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = $1::uuid and family.membership_id = $2::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = $1::uuid and self.id = $2::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as organizations, array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as edited)
select
case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id,
e.title, e.description, e.location, e.all_day, to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
e.start_date::text as start_date, e.end_date::text as end_date, e.time_zone,
case when c.id is not null then
  json_build_object('id', c.id, 'name', c.name, 'color', c.color) end as category,
e.tags, e.organization_id, o.name as organization_name, e.series_id, e.original_start,
e.series_id is not null and (e.status = 'cancelled' or cardinality(e.overrides) > 0) as is_exception, e.status,
(select item.id
from signups item join schools home on home.id = item.school_id
  and coalesce((home.features ->> 'signups')::boolean, true)
where (item.school_id = $1 and ((item.opens_at <= $4::timestamptz and item.deleted_at is null)
  and (item.visible_until is null or item.visible_until > $4::timestamptz))
  and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && (select viewer.years from viewer)
  when 'organizations' then item.audience_organization_ids && (select viewer.organizations from viewer) end) and item.event_id = e.id order by item.opens_at, item.id limit 1) as signup_id,
(select item.id
from permission_slips item join schools home on home.id = item.school_id
  and coalesce((home.features ->> 'signups')::boolean, true)
where (item.school_id = $1 and ((item.opens_at <= $4::timestamptz and item.deleted_at is null) and coalesce(item.visible_until > $4::timestamptz, true)) and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && (select viewer.years from viewer)
  when 'organizations' then item.audience_organization_ids && (select viewer.organizations from viewer) end) and item.event_id = e.id order by item.opens_at, item.id limit 1) as permission_slip_id,
case when e.rsvp_by is not null then (
  select json_build_object('by', e.rsvp_by, 'until', to_char((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'closed', (e.status = 'cancelled' or (case when e.rsvp_by is not null then coalesce((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)), coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id))) end) <= $4::timestamptz),
    'capacity', e.rsvp_capacity,
    'remaining', case when e.rsvp_capacity is not null then greatest(e.rsvp_capacity - given.yes, 0) end,
    'counts', json_build_object('yes', given.yes, 'no', given.no, 'maybe', given.maybe),
    'mine',
coalesce((select json_agg(json_build_object('student_id', line.student_id, 'name', line.name, 'answer', r.answer,
    'comment', r.comment, 'answered_at', to_char(r.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'answered_by', case when r.subject_id is not null then coalesce((
  select author.name from (
select nullif(trim(person.first_name || ' ' || person.last_name), '') as name
from memberships m join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = null::uuid) desc nulls last, is_primary desc, id limit 1
) on_file on true
cross join lateral (
  select coalesce(m.first_name, on_file.first_name, u.first_name, '') collate "und-x-icu" as first_name,
    coalesce(m.last_name, on_file.last_name, u.last_name, '') collate "und-x-icu" as last_name,
    u.email, coalesce(m.phone, (
      select g.phone from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.phone is not null
      order by (g.student_id = null::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
    ), u.phone) as phone, m.school_id, null::uuid as id, m.id as membership_id, null::uuid as shared_membership_id,
    case when m.profile_visibility = 'full' and not exists (select from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.profile_visibility <> 'full')
      then 'full' else 'name_only' end as profile_visibility
) person
where m.school_id = r.school_id and m.id = r.answered_by_membership_id and m.deactivated_at is null) author
  where not coalesce(r.student_id = any(array(select apart.student_id from
guardians apart where not false::boolean and apart.school_id = r.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = r.answered_by_membership_id::uuid or apart.shared_membership_id = r.answered_by_membership_id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = r.school_id::uuid and holder.id = r.answered_by_membership_id::uuid)))), false)), 'A former member') end)
    order by line.last_name collate "und-x-icu", line.first_name collate "und-x-icu", line.subject_id)
  from (
select s.id as subject_id, s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, s.last_name, s.first_name
from
family_guardians g join students s on g.school_id = e.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = $2::uuid and case e.audience_type
  when 'graduation_years' then s.graduation_year = any (e.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (e.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = $1::uuid and kin.membership_id = $2::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (e.audience_organization_ids)))
  else true end where e.rsvp_by = 'student' and case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end
union all
select m.id, null, trim(person.first_name || ' ' || person.last_name), '', ''
from (select $1::uuid as school_id, $2::uuid as id) self
join memberships m on m.school_id = self.school_id and m.id = self.id
join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = null::uuid) desc nulls last, is_primary desc, id limit 1
) on_file on true
cross join lateral (
  select coalesce(m.first_name, on_file.first_name, u.first_name, '') collate "und-x-icu" as first_name,
    coalesce(m.last_name, on_file.last_name, u.last_name, '') collate "und-x-icu" as last_name,
    u.email, coalesce(m.phone, (
      select g.phone from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.phone is not null
      order by (g.student_id = null::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
    ), u.phone) as phone, m.school_id, null::uuid as id, m.id as membership_id, null::uuid as shared_membership_id,
    case when m.profile_visibility = 'full' and not exists (select from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.profile_visibility <> 'full')
      then 'full' else 'name_only' end as profile_visibility
) person
where e.rsvp_by = 'person' and case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end) line
  left join event_rsvps r on r.subject_id = line.subject_id and (r.school_id = e.school_id and r.event_id = e.id and r.ended_at is null
  and (r.student_id is not null) = (e.rsvp_by = 'student'))), '[]'))
  from (
select count(*) filter (where r.answer = 'yes')::int as yes, count(*) filter (where r.answer = 'no')::int as no, count(*) filter (where r.answer = 'maybe')::int as maybe
from event_rsvps r where (r.school_id = e.school_id and r.event_id = e.id and r.ended_at is null
  and (r.student_id is not null) = (e.rsvp_by = 'student'))) given) end as rsvp, to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, ($3::boolean or e.organization_id = any ((select viewer.edited from viewer)::uuid[])) as managed, e.id as row_id from
events e left join categories c on c.school_id = e.school_id and c.id = e.category_id
left join organizations o on o.school_id = e.school_id and o.id = e.organization_id where e.school_id = $1 and (case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end or ($3::boolean or e.organization_id = any ((select viewer.edited from viewer)::uuid[]))) and (e.status <> 'cancelled'
  or e.series_id is not null and (e.cancelled_at + interval '30 days') > $4::timestamptz) and e.series_id = $5 and e.original_start = $6;

-- findOccurrences
with viewer as materialized (select
array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid) as years, array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = $1::uuid and family.membership_id = $2::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = $1::uuid and self.id = $2::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as organizations, array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as edited) select '{"events":' || coalesce(json_agg(item), '[]')::text || '}' as text from (select
case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id,
e.title, e.description, e.location, e.all_day, to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
e.start_date::text as start_date, e.end_date::text as end_date, e.time_zone,
case when c.id is not null then
  json_build_object('id', c.id, 'name', c.name, 'color', c.color) end as category,
e.tags, e.organization_id, o.name as organization_name, e.series_id, e.original_start,
e.series_id is not null and (e.status = 'cancelled' or cardinality(e.overrides) > 0) as is_exception, e.status,
(select item.id
from signups item join schools home on home.id = item.school_id
  and coalesce((home.features ->> 'signups')::boolean, true)
where (item.school_id = $1 and ((item.opens_at <= $4::timestamptz and item.deleted_at is null)
  and (item.visible_until is null or item.visible_until > $4::timestamptz))
  and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && (select viewer.years from viewer)
  when 'organizations' then item.audience_organization_ids && (select viewer.organizations from viewer) end) and item.event_id = e.id order by item.opens_at, item.id limit 1) as signup_id,
(select item.id
from permission_slips item join schools home on home.id = item.school_id
  and coalesce((home.features ->> 'signups')::boolean, true)
where (item.school_id = $1 and ((item.opens_at <= $4::timestamptz and item.deleted_at is null) and coalesce(item.visible_until > $4::timestamptz, true)) and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && (select viewer.years from viewer)
  when 'organizations' then item.audience_organization_ids && (select viewer.organizations from viewer) end) and item.event_id = e.id order by item.opens_at, item.id limit 1) as permission_slip_id,
case when e.rsvp_by is not null then (
  select json_build_object('by', e.rsvp_by, 'until', to_char((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'closed', (e.status = 'cancelled' or (case when e.rsvp_by is not null then coalesce((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)), coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id))) end) <= $4::timestamptz),
    'capacity', e.rsvp_capacity,
    'remaining', case when e.rsvp_capacity is not null then greatest(e.rsvp_capacity - given.yes, 0) end,
    'counts', json_build_object('yes', given.yes, 'no', given.no, 'maybe', given.maybe),
    'mine',
coalesce((select json_agg(json_build_object('student_id', line.student_id, 'name', line.name, 'answer', r.answer,
    'comment', r.comment, 'answered_at', to_char(r.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'answered_by', case when r.subject_id is not null then coalesce((
  select author.name from (
select nullif(trim(person.first_name || ' ' || person.last_name), '') as name
from memberships m join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = null::uuid) desc nulls last, is_primary desc, id limit 1
) on_file on true
cross join lateral (
  select coalesce(m.first_name, on_file.first_name, u.first_name, '') collate "und-x-icu" as first_name,
    coalesce(m.last_name, on_file.last_name, u.last_name, '') collate "und-x-icu" as last_name,
    u.email, coalesce(m.phone, (
      select g.phone from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.phone is not null
      order by (g.student_id = null::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
    ), u.phone) as phone, m.school_id, null::uuid as id, m.id as membership_id, null::uuid as shared_membership_id,
    case when m.profile_visibility = 'full' and not exists (select from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.profile_visibility <> 'full')
      then 'full' else 'name_only' end as profile_visibility
) person
where m.school_id = r.school_id and m.id = r.answered_by_membership_id and m.deactivated_at is null) author
  where not coalesce(r.student_id = any(array(select apart.student_id from
guardians apart where not false::boolean and apart.school_id = r.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = r.answered_by_membership_id::uuid or apart.shared_membership_id = r.answered_by_membership_id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = r.school_id::uuid and holder.id = r.answered_by_membership_id::uuid)))), false)), 'A former member') end)
    order by line.last_name collate "und-x-icu", line.first_name collate "und-x-icu", line.subject_id)
  from (
select s.id as subject_id, s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, s.last_name, s.first_name
from
family_guardians g join students s on g.school_id = e.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = $2::uuid and case e.audience_type
  when 'graduation_years' then s.graduation_year = any (e.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (e.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = $1::uuid and kin.membership_id = $2::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (e.audience_organization_ids)))
  else true end where e.rsvp_by = 'student' and case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end
union all
select m.id, null, trim(person.first_name || ' ' || person.last_name), '', ''
from (select $1::uuid as school_id, $2::uuid as id) self
join memberships m on m.school_id = self.school_id and m.id = self.id
join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = null::uuid) desc nulls last, is_primary desc, id limit 1
) on_file on true
cross join lateral (
  select coalesce(m.first_name, on_file.first_name, u.first_name, '') collate "und-x-icu" as first_name,
    coalesce(m.last_name, on_file.last_name, u.last_name, '') collate "und-x-icu" as last_name,
    u.email, coalesce(m.phone, (
      select g.phone from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.phone is not null
      order by (g.student_id = null::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
    ), u.phone) as phone, m.school_id, null::uuid as id, m.id as membership_id, null::uuid as shared_membership_id,
    case when m.profile_visibility = 'full' and not exists (select from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.profile_visibility <> 'full')
      then 'full' else 'name_only' end as profile_visibility
) person
where e.rsvp_by = 'person' and case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end) line
  left join event_rsvps r on r.subject_id = line.subject_id and (r.school_id = e.school_id and r.event_id = e.id and r.ended_at is null
  and (r.student_id is not null) = (e.rsvp_by = 'student'))), '[]'))
  from (
select count(*) filter (where r.answer = 'yes')::int as yes, count(*) filter (where r.answer = 'no')::int as no, count(*) filter (where r.answer = 'maybe')::int as maybe
from event_rsvps r where (r.school_id = e.school_id and r.event_id = e.id and r.ended_at is null
  and (r.student_id is not null) = (e.rsvp_by = 'student'))) given) end as rsvp, to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at from
events e left join categories c on c.school_id = e.school_id and c.id = e.category_id
left join organizations o on o.school_id = e.school_id and o.id = e.organization_id where e.school_id = $1 and (case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end or ($3::boolean or e.organization_id = any ((select viewer.edited from viewer)::uuid[]))) and (e.status <> 'cancelled'
  or e.series_id is not null and (e.cancelled_at + interval '30 days') > $4::timestamptz) and e.series_id = $5 order by e.start_date, e.all_day desc, e.starts_at, e.title collate "und-x-icu", e.id) item;

-- findSeries
with viewer as materialized (select
array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid) as years, array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = $1::uuid and family.membership_id = $2::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = $1::uuid and self.id = $2::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as organizations, array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as edited)
select
s.id, s.title, s.description, s.location, s.all_day, s.local_start,
case when not s.all_day then s.duration end as duration_minutes,
case when s.all_day then s.duration end as duration_days,
s.time_zone, s.rrule, s.rdates, s.exdates, s.category_id, s.tags, s.organization_id,
json_build_object('type', s.audience_type, 'graduation_years', s.audience_years,
  'organization_ids', s.audience_organization_ids) as audience,
s.event_type, s.home_away, s.opponent,
case when s.arrival_minutes_before is not null then to_char(
  s.local_start::timestamp - make_interval(mins => s.arrival_minutes_before), 'YYYY-MM-DD"T"HH24:MI') end as arrival_at,
s.uniform, case when s.rsvp_by is not null then json_build_object('by', s.rsvp_by,
'until', to_char(((select least(s.local_start::timestamp at time zone clock.zone, (s.local_start::timestamp - interval '1 hour') at time zone clock.zone + interval '1 hour') from (
select case when s.all_day then (select home.time_zone from schools home where home.id = s.school_id) else s.time_zone end as zone
) clock) - make_interval(secs => s.rsvp_lead_seconds)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'capacity', s.rsvp_capacity) end as rsvp, s.split_from_id as split_from, o.occurrence_count,
coalesce(o.first_date, left(s.local_start, 10)) as first_date,
coalesce(o.last_date, left(s.local_start, 10)) as last_date,
coalesce(o.exceptions, '[]') as exceptions, s.sequence, to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, ($3::boolean or s.organization_id = any ((select viewer.edited from viewer)::uuid[])) as managed, s.id as row_id from
event_series s left join lateral (
  select count(*) filter (where taking_place)::int as occurrence_count,
    coalesce(min(e.start_date) filter (where taking_place), min(e.start_date))::text as first_date,
    coalesce(max(e.end_date) filter (where taking_place), max(e.end_date))::text as last_date,
    json_agg(json_build_object('original_start', e.original_start,
        'kind', case when taking_place then 'changed' else 'cancelled' end) order by e.original_start)
      filter (where not taking_place or cardinality(e.overrides) > 0) as exceptions
  from (select *, status <> 'cancelled' as taking_place from events
    where school_id = s.school_id and series_id = s.id) e
) o on true
where s.school_id = $1 and s.id = $5 and (case s.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then s.audience_years && (select viewer.years from viewer)
  when 'organizations' then s.audience_organization_ids && (select viewer.organizations from viewer) end or ($3::boolean or s.organization_id = any ((select viewer.edited from viewer)::uuid[])));

-- findStored
with viewer as materialized (select
array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid) as years, array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = $1::uuid and family.membership_id = $2::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = $1::uuid and self.id = $2::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as organizations, array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as edited)
select
case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id,
e.title, e.description, e.location, e.all_day, to_char(e.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(e.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at,
e.start_date::text as start_date, e.end_date::text as end_date, e.time_zone,
case when c.id is not null then
  json_build_object('id', c.id, 'name', c.name, 'color', c.color) end as category,
e.tags, e.organization_id, o.name as organization_name, e.series_id, e.original_start,
e.series_id is not null and (e.status = 'cancelled' or cardinality(e.overrides) > 0) as is_exception, e.status,
(select item.id
from signups item join schools home on home.id = item.school_id
  and coalesce((home.features ->> 'signups')::boolean, true)
where (item.school_id = $1 and ((item.opens_at <= $4::timestamptz and item.deleted_at is null)
  and (item.visible_until is null or item.visible_until > $4::timestamptz))
  and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && (select viewer.years from viewer)
  when 'organizations' then item.audience_organization_ids && (select viewer.organizations from viewer) end) and item.event_id = e.id order by item.opens_at, item.id limit 1) as signup_id,
(select item.id
from permission_slips item join schools home on home.id = item.school_id
  and coalesce((home.features ->> 'signups')::boolean, true)
where (item.school_id = $1 and ((item.opens_at <= $4::timestamptz and item.deleted_at is null) and coalesce(item.visible_until > $4::timestamptz, true)) and case item.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then item.audience_years && (select viewer.years from viewer)
  when 'organizations' then item.audience_organization_ids && (select viewer.organizations from viewer) end) and item.event_id = e.id order by item.opens_at, item.id limit 1) as permission_slip_id,
case when e.rsvp_by is not null then (
  select json_build_object('by', e.rsvp_by, 'until', to_char((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'closed', (e.status = 'cancelled' or (case when e.rsvp_by is not null then coalesce((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)), coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id))) end) <= $4::timestamptz),
    'capacity', e.rsvp_capacity,
    'remaining', case when e.rsvp_capacity is not null then greatest(e.rsvp_capacity - given.yes, 0) end,
    'counts', json_build_object('yes', given.yes, 'no', given.no, 'maybe', given.maybe),
    'mine',
coalesce((select json_agg(json_build_object('student_id', line.student_id, 'name', line.name, 'answer', r.answer,
    'comment', r.comment, 'answered_at', to_char(r.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'answered_by', case when r.subject_id is not null then coalesce((
  select author.name from (
select nullif(trim(person.first_name || ' ' || person.last_name), '') as name
from memberships m join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = null::uuid) desc nulls last, is_primary desc, id limit 1
) on_file on true
cross join lateral (
  select coalesce(m.first_name, on_file.first_name, u.first_name, '') collate "und-x-icu" as first_name,
    coalesce(m.last_name, on_file.last_name, u.last_name, '') collate "und-x-icu" as last_name,
    u.email, coalesce(m.phone, (
      select g.phone from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.phone is not null
      order by (g.student_id = null::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
    ), u.phone) as phone, m.school_id, null::uuid as id, m.id as membership_id, null::uuid as shared_membership_id,
    case when m.profile_visibility = 'full' and not exists (select from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.profile_visibility <> 'full')
      then 'full' else 'name_only' end as profile_visibility
) person
where m.school_id = r.school_id and m.id = r.answered_by_membership_id and m.deactivated_at is null) author
  where not coalesce(r.student_id = any(array(select apart.student_id from
guardians apart where not false::boolean and apart.school_id = r.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = r.answered_by_membership_id::uuid or apart.shared_membership_id = r.answered_by_membership_id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = r.school_id::uuid and holder.id = r.answered_by_membership_id::uuid)))), false)), 'A former member') end)
    order by line.last_name collate "und-x-icu", line.first_name collate "und-x-icu", line.subject_id)
  from (
select s.id as subject_id, s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, s.last_name, s.first_name
from
family_guardians g join students s on g.school_id = e.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = $2::uuid and case e.audience_type
  when 'graduation_years' then s.graduation_year = any (e.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (e.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = $1::uuid and kin.membership_id = $2::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (e.audience_organization_ids)))
  else true end where e.rsvp_by = 'student' and case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end
union all
select m.id, null, trim(person.first_name || ' ' || person.last_name), '', ''
from (select $1::uuid as school_id, $2::uuid as id) self
join memberships m on m.school_id = self.school_id and m.id = self.id
join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = null::uuid) desc nulls last, is_primary desc, id limit 1
) on_file on true
cross join lateral (
  select coalesce(m.first_name, on_file.first_name, u.first_name, '') collate "und-x-icu" as first_name,
    coalesce(m.last_name, on_file.last_name, u.last_name, '') collate "und-x-icu" as last_name,
    u.email, coalesce(m.phone, (
      select g.phone from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.phone is not null
      order by (g.student_id = null::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
    ), u.phone) as phone, m.school_id, null::uuid as id, m.id as membership_id, null::uuid as shared_membership_id,
    case when m.profile_visibility = 'full' and not exists (select from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.profile_visibility <> 'full')
      then 'full' else 'name_only' end as profile_visibility
) person
where e.rsvp_by = 'person' and case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end) line
  left join event_rsvps r on r.subject_id = line.subject_id and (r.school_id = e.school_id and r.event_id = e.id and r.ended_at is null
  and (r.student_id is not null) = (e.rsvp_by = 'student'))), '[]'))
  from (
select count(*) filter (where r.answer = 'yes')::int as yes, count(*) filter (where r.answer = 'no')::int as no, count(*) filter (where r.answer = 'maybe')::int as maybe
from event_rsvps r where (r.school_id = e.school_id and r.event_id = e.id and r.ended_at is null
  and (r.student_id is not null) = (e.rsvp_by = 'student'))) given) end as rsvp, to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, ($3::boolean or e.organization_id = any ((select viewer.edited from viewer)::uuid[])) as managed, e.id as row_id from
events e left join categories c on c.school_id = e.school_id and c.id = e.category_id
left join organizations o on o.school_id = e.school_id and o.id = e.organization_id where e.school_id = $1 and (case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end or ($3::boolean or e.organization_id = any ((select viewer.edited from viewer)::uuid[]))) and e.id = $5;
