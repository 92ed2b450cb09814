/* TodoService */

-- list
select waiting.kind, waiting.id, waiting.school_id, waiting.title, waiting.student_id,
  to_char(waiting.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due_at
from memberships m cross join lateral (select
array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid) as years, array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = m.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = m.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = m.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = m.school_id::uuid and own.archived_at is null) as organizations, array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = m.school_id::uuid and own.archived_at is null) as edited offset 0) found
  cross join lateral (
select 'permission_slip' as kind, p.id::text as id, p.school_id, p.title, own.student_id, p.closes_at as due_at
from permission_slips p join schools home on home.id = p.school_id
  cross join lateral (
select s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, json_build_array(s.last_name, s.first_name, s.id)::jsonb as sort_key, null::jsonb as family,
(select case when bool_or(rs.is_current and r.decision = 'declined') then 'declined'
    when count(*) filter (where rs.is_current) >= case when p.second_guardian_required
      and not bool_or(rs.is_current and r.signed_by_membership_id is not distinct from m.id::uuid) then 2 else 1 end then 'granted'
    when (array_agg(r.state order by coalesce(r.ended_at, r.created_at) desc, r.revision desc))[1] = 'withdrawn'
      then 'withdrawn'
    else 'needed' end
  from permission_slip_response_students rs
  join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
  where rs.school_id = p.school_id and rs.slip_id = p.id and rs.student_id = s.id) as state
from
family_guardians g join students s on g.school_id = p.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = m.id::uuid and case p.audience_type
  when 'graduation_years' then s.graduation_year = any (p.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (p.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = m.school_id::uuid and kin.membership_id = m.id::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (p.audience_organization_ids)))
  else true end where p.answer_per = 'student'
union all
select null, null, null, jsonb_agg(jsonb_build_object('name', family.name, 'sort_key', family.sort_key)),
  case when bool_or(family.state = 'declined') then 'declined' when bool_or(family.state = 'needed') then 'needed'
    when bool_or(family.state = 'withdrawn') then 'withdrawn' else 'granted' end
from (select trim(s.first_name || ' ' || s.last_name) as name, json_build_array(s.last_name, s.first_name, s.id) as sort_key,
(select case when bool_or(rs.is_current and r.decision = 'declined') then 'declined'
    when count(*) filter (where rs.is_current) >= case when p.second_guardian_required
      and not bool_or(rs.is_current and r.signed_by_membership_id is not distinct from m.id::uuid) then 2 else 1 end then 'granted'
    when (array_agg(r.state order by coalesce(r.ended_at, r.created_at) desc, r.revision desc))[1] = 'withdrawn'
      then 'withdrawn'
    else 'needed' end
  from permission_slip_response_students rs
  join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
  where rs.school_id = p.school_id and rs.slip_id = p.id and rs.student_id = s.id) as state
  from
family_guardians g join students s on g.school_id = p.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = m.id::uuid and case p.audience_type
  when 'graduation_years' then s.graduation_year = any (p.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (p.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = m.school_id::uuid and kin.membership_id = m.id::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (p.audience_organization_ids)))
  else true end) family
where p.answer_per = 'family' having count(*) > 0) own
where p.school_id = m.school_id::uuid and coalesce((home.features ->> 'signups')::boolean, true)
  and (p.school_id = m.school_id and ((p.opens_at <= $2::timestamptz and p.deleted_at is null) and coalesce(p.visible_until > $2::timestamptz, true)) and case p.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then p.audience_years && found.years
  when 'organizations' then p.audience_organization_ids && found.organizations end)
  and not coalesce(p.closes_at <= $2::timestamptz, false) and (own.state in ('needed', 'withdrawn')) union all
select 'poll' as kind, p.id::text as id, p.school_id, p.title, null::uuid as student_id, p.closes_at as due_at
from polls p join schools home on home.id = p.school_id
where p.school_id = m.school_id::uuid and coalesce((home.features ->> 'polls')::boolean, true) and ((p.school_id = m.school_id and (p.opens_at <= $2::timestamptz and p.deleted_at is null) and case p.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then p.audience_years && found.years
  when 'organizations' then p.audience_organization_ids && found.organizations end) and not coalesce(p.closes_at <= $2::timestamptz, false) and not exists (select from poll_responses given
  where given.school_id = p.school_id and given.poll_id = p.id and given.user_id = (select self.user_id from memberships self where self.school_id = m.school_id::uuid and self.id = m.id::uuid))) union all
select 'signup' as kind, s.id::text as id, s.school_id, s.title, null::uuid as student_id,
  least(s.closes_at, nullif((select max(coalesce(i.starts_at, 'infinity')) from signup_items i
  where i.school_id = s.school_id and i.signup_id = s.id), 'infinity')) as due_at
from signups s join schools home on home.id = s.school_id
where coalesce((home.features ->> 'signups')::boolean, true) and ((s.school_id = m.school_id and ((s.opens_at <= $2::timestamptz and s.deleted_at is null)
  and (s.visible_until is null or s.visible_until > $2::timestamptz))
  and case s.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then s.audience_years && found.years
  when 'organizations' then s.audience_organization_ids && found.organizations end) and not coalesce(s.closes_at <= $2::timestamptz, false) and not exists (
  select from signup_claims own where own.school_id = s.school_id and own.signup_id = s.id
    and own.membership_id = m.id::uuid and own.status <> 'withdrawn'))
  and (select max(coalesce(i.starts_at, 'infinity')) from signup_items i
  where i.school_id = s.school_id and i.signup_id = s.id) > $2::timestamptz union all
select 'notice' as kind, n.id::text as id, n.school_id, n.title, null::uuid as student_id, n.expires_at as due_at
from notices n join schools home on home.id = n.school_id
where n.school_id = m.school_id::uuid and coalesce((home.features ->> 'notices')::boolean, true)
  and (n.school_id = m.school_id and n.starts_at <= $2::timestamptz
  and n.expires_at > $2::timestamptz and case n.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then n.audience_years && found.years
  when 'organizations' then n.audience_organization_ids && found.organizations end) and (n.acknowledge_version is not null and n.created_by_membership_id is distinct from m.id::uuid
  and not exists (select from notice_acknowledgements given
    where given.school_id = n.school_id and given.notice_id = n.id
      and given.membership_id = m.id::uuid and given.version = n.acknowledge_version)) union all
select 'confirmation' as kind, r.id::text as id, r.school_id, r.title, null::uuid as student_id,
  case when due.at > $2::timestamptz then due.at end as due_at
from confirmation_rounds r join schools home on home.id = r.school_id
  cross join lateral (select least((r.due_on + 1)::timestamp at time zone home.time_zone, ((r.due_on + 1)::timestamp - interval '1 hour') at time zone home.time_zone + interval '1 hour') as at) due
where r.school_id = m.school_id::uuid and r.closed_at is null
  and (r.school_id = m.school_id::uuid and cardinality(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = m.school_id::uuid and family.membership_id = m.id::uuid)) > 0) and not exists (select from confirmations given where given.school_id = r.school_id
  and given.round_id = r.id and given.membership_id = m.id::uuid) union all
select 'event_rsvp' as kind, case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id, e.school_id, e.title, line.student_id, (coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)) as due_at
from events e join schools home on home.id = e.school_id and coalesce((home.features ->> 'calendar')::boolean, true)
  cross join lateral (
select s.id as subject_id, s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, s.last_name, s.first_name
from
family_guardians g join students s on g.school_id = e.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = m.id::uuid and case e.audience_type
  when 'graduation_years' then s.graduation_year = any (e.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (e.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = m.school_id::uuid and kin.membership_id = m.id::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (e.audience_organization_ids)))
  else true end where e.rsvp_by = 'student' and case e.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then e.audience_years && found.years
  when 'organizations' then e.audience_organization_ids && found.organizations end
union all
select m.id, null, trim(person.first_name || ' ' || person.last_name), '', ''
from (select m.school_id::uuid as school_id, m.id::uuid as id) self
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
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then e.audience_years && found.years
  when 'organizations' then e.audience_organization_ids && found.organizations end) line
where e.school_id = m.school_id::uuid and e.rsvp_by is not null and e.status <> 'cancelled'
  and (coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)) > $2::timestamptz
  and (coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)) <= $2::timestamptz + interval '14 days' and not exists (select from event_rsvps given where given.subject_id = line.subject_id and (given.school_id = e.school_id and given.event_id = e.id and given.ended_at is null
  and (given.student_id is not null) = (e.rsvp_by = 'student')))) waiting
where m.user_id = $1 and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $2::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
order by waiting.due_at nulls last, waiting.title collate "und-x-icu", waiting.id, waiting.student_id;
