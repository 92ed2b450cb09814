/* OrganizationsRepository */

-- countOfSchool
SELECT COUNT(1) AS "cnt" FROM "organizations" "Organization" WHERE (("Organization"."school_id" = $1));

-- findBody
select
o.id, o.school_id, o.kind, o.name, o.short_name, o.category, o.season,
(o.archived_at is null and (o.id in (
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
  and (held.expires_at is null or held.expires_at > $4::timestamptz))))) as is_member,
($3::boolean or (o.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))))) as can_edit,
o.archived_at is not null as archived,
coalesce(roster.students, 0) as student_count,
exists (select from organization_photos photo
  where photo.school_id = o.school_id and photo.organization_id = o.id) as has_photo
from organizations o
left join (
  select enrolled.organization_id, count(*)::int as students
  from organization_students enrolled
  join students s on s.school_id = enrolled.school_id and s.id = enrolled.student_id and s.archived_at is null
  where enrolled.school_id = $1 and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))) group by enrolled.organization_id
) roster on roster.organization_id = o.id
where o.school_id = $1 and o.id = $5 and (o.archived_at is null or $3::boolean);

-- findDetail
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
o.id, o.school_id, o.kind, o.name, o.short_name, o.category, o.season,
(o.archived_at is null and (o.id in (
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
  and (held.expires_at is null or held.expires_at > $4::timestamptz))))) as is_member,
($3::boolean or (o.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))))) as can_edit,
o.archived_at is not null as archived,
coalesce(roster.students, 0) as student_count,
exists (select from organization_photos photo
  where photo.school_id = o.school_id and photo.organization_id = o.id) as has_photo, o.description, o.website, o.meeting_info,
coalesce((select json_agg(json_build_object('id', l.id, 'type', who.type, 'person_id', who.id, 'name', who.name,
    'title', l.title, 'position', l.position) order by l.position, l.id)
  from organization_leaders l cross join lateral (
select 'staff' as type, employed.id, trim(employed.first_name || ' ' || employed.last_name) as name
from staff_members employed
where employed.school_id = l.school_id and employed.id = l.staff_member_id and employed.archived_at is null
union all
select 'parent', m.id, trim(person.first_name || ' ' || person.last_name)
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
where m.school_id = l.school_id and m.id = l.membership_id and m.deactivated_at is null
union all
select 'student', s.id, trim(s.first_name || ' ' || s.last_name)
from students s where s.school_id = l.school_id and s.id = l.student_id and s.archived_at is null
  and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))))) who
  where l.school_id = o.school_id and l.organization_id = o.id), '[]') as leadership,
  case when $6::boolean then
(select to_json(coming) from (
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
  and (r.student_id is not null) = (e.rsvp_by = 'student'))) given) end as rsvp, to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, e.event_type, e.home_away, e.opponent, to_char(e.arrival_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as arrival_at, e.uniform,
case when r.event_id is not null then
json_build_object('event_id', case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end, 'date', e.start_date, 'opponent', e.opponent, 'outcome', r.outcome,
  'score_for', r.score_for, 'score_against', r.score_against, 'place', r.place, 'field_size', r.field_size,
  'summary', r.summary, 'recorded_by_name', coalesce(recorder.name, 'A former member'),
  'updated_at', to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as result from
events e left join categories c on c.school_id = e.school_id and c.id = e.category_id
left join organizations o on o.school_id = e.school_id and o.id = e.organization_id left join event_results r on r.school_id = e.school_id and r.event_id = e.id
left join lateral (
  select trim(person.first_name || ' ' || person.last_name) as name from memberships m join users u on u.id = m.user_id
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
  where m.school_id = r.school_id and m.id = r.recorded_by_membership_id and m.deactivated_at is null
) recorder on true
  where e.school_id = $1 and e.organization_id = $5 and (case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end or ($3::boolean or e.organization_id = any ((select viewer.edited from viewer)::uuid[]))) and e.status <> 'cancelled' and not case when e.all_day then e.end_date < (select ($4::timestamptz at time zone home.time_zone)::date from schools home
where home.id = $1) else e.ends_at <= $4 end
  order by e.start_date, e.all_day desc, e.starts_at, e.title collate "und-x-icu", e.id limit 1) coming) end as next_event,
  case when $6::boolean then
(select case when count(*) > 0 then
json_build_object('season', o.season,
  'wins', count(*) filter (where outcome = 'win'), 'losses', count(*) filter (where outcome = 'loss'),
  'ties', count(*) filter (where outcome = 'tie'),
  'points_for', coalesce(sum(score_for::numeric), 0)::float8,
  'points_against', coalesce(sum(score_against::numeric), 0)::float8,
  'streak', coalesce(upper(left(max(outcome) filter (where latest), 1)) || count(*) filter (where latest), '')) end from (
select r.outcome, r.score_for, r.score_against,
  r.outcome in ('win', 'loss', 'tie') and row_number() over (partition by r.outcome in ('win', 'loss', 'tie') order by e.start_date desc, e.all_day, e.starts_at desc, e.title desc, e.id desc)
    = row_number() over (partition by r.outcome order by e.start_date desc, e.all_day, e.starts_at desc, e.title desc, e.id desc) as latest
from events e join event_results r on r.school_id = e.school_id and r.event_id = e.id
where e.school_id = $1 and e.organization_id = $5 and (case e.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then e.audience_years && (select viewer.years from viewer)
  when 'organizations' then e.audience_organization_ids && (select viewer.organizations from viewer) end or ($3::boolean or e.organization_id = any ((select viewer.edited from viewer)::uuid[]))) and (not (e.status = 'cancelled' and e.series_id is null) or r.outcome = 'no_result')) outcomes) end as record,
  json_build_object(
    'photos', (select count(*)::int from organization_photos photo
      where photo.school_id = o.school_id and photo.organization_id = o.id),
    'documents', case when $7::boolean then (select count(*)::int from documents of_it where of_it.organization_id = o.id and (of_it.school_id = $1 and case of_it.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then of_it.audience_years && (select viewer.years from viewer)
  when 'organizations' then of_it.audience_organization_ids && (select viewer.organizations from viewer) end)) else 0 end,
    'notices', case when $8::boolean then (select count(*)::int from notices of_it where of_it.organization_id = o.id and (of_it.school_id = $1 and of_it.starts_at <= $4::timestamptz
  and of_it.expires_at > $4::timestamptz and case of_it.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then of_it.audience_years && (select viewer.years from viewer)
  when 'organizations' then of_it.audience_organization_ids && (select viewer.organizations from viewer) end)) else 0 end,
    'polls', case when $9::boolean then (select count(*)::int from polls of_it where of_it.organization_id = o.id and (of_it.school_id = $1 and (of_it.opens_at <= $4::timestamptz and of_it.deleted_at is null) and case of_it.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then of_it.audience_years && (select viewer.years from viewer)
  when 'organizations' then of_it.audience_organization_ids && (select viewer.organizations from viewer) end)) else 0 end,
    'signups', case when $10::boolean then (select count(*)::int from signups of_it where of_it.organization_id = o.id and (of_it.school_id = $1 and ((of_it.opens_at <= $4::timestamptz and of_it.deleted_at is null)
  and (of_it.visible_until is null or of_it.visible_until > $4::timestamptz))
  and case of_it.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then of_it.audience_years && (select viewer.years from viewer)
  when 'organizations' then of_it.audience_organization_ids && (select viewer.organizations from viewer) end)) else 0 end) as counts
from organizations o
left join (
  select enrolled.organization_id, count(*)::int as students
  from organization_students enrolled
  join students s on s.school_id = enrolled.school_id and s.id = enrolled.student_id and s.archived_at is null
  where enrolled.school_id = $1 and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))) group by enrolled.organization_id
) roster on roster.organization_id = o.id
where o.school_id = $1 and o.id = $5 and (o.archived_at is null or $3::boolean);

-- findOrganizations
select '{"organizations":' || coalesce(json_agg(organization), '[]')::text || '}' as text from (
  select
o.id, o.school_id, o.kind, o.name, o.short_name, o.category, o.season,
(o.archived_at is null and (o.id in (
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
  and (held.expires_at is null or held.expires_at > $4::timestamptz))))) as is_member,
($3::boolean or (o.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))))) as can_edit,
o.archived_at is not null as archived,
coalesce(roster.students, 0) as student_count,
exists (select from organization_photos photo
  where photo.school_id = o.school_id and photo.organization_id = o.id) as has_photo
from organizations o
left join (
  select enrolled.organization_id, count(*)::int as students
  from organization_students enrolled
  join students s on s.school_id = enrolled.school_id and s.id = enrolled.student_id and s.archived_at is null
  where enrolled.school_id = $1 and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))) group by enrolled.organization_id
) roster on roster.organization_id = o.id
where o.school_id = $1 and (o.archived_at is null or $3::boolean) and ($5::text is null or o.kind = $5)
  order by array_position('{team,club,class}'::text[], o.kind), o.name, o.id) organization;

-- insert
INSERT INTO "organizations"("id", "school_id", "kind", "name", "short_name", "category", "season",
  "description", "website", "meeting_info", "source", "source_id", "source_digest", "archived_at",
  "created_at", "updated_at")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
RETURNING "id";

-- update
UPDATE "organizations" SET "meeting_info" = $1, "updated_at" = $2 WHERE ("school_id" = $3 AND "id" = $4);
