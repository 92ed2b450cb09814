/* AlertsRepository */

-- findConcerned
select m.id from confirmation_rounds item
     join memberships m on m.school_id = item.school_id and m.deactivated_at is null
     where item.school_id = $3 and item.id = $1 and (((item.school_id = item.school_id::uuid and cardinality(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)) > 0) and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $2::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))))) and not exists (select from confirmations given where given.school_id = item.school_id
  and given.round_id = item.id and given.membership_id = m.id::uuid));

select m.id from events item
     join memberships m on m.school_id = item.school_id and m.deactivated_at is null
     where item.school_id = $3 and (item.series_id is null and item.id = (case when strpos($1::text, '_') = 0 then $1::text end)::uuid
  or item.series_id = (case when strpos($1::text, '_') > 0 then split_part($1::text, '_', 1) end)::uuid
    and item.original_start = split_part($1::text, '_', 2)) and (case item.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (item.audience_organization_ids)
    and own.school_id = item.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = item.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = item.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = item.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = item.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end and exists (select from (
select s.id as subject_id, s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, s.last_name, s.first_name
from
family_guardians g join students s on g.school_id = item.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = m.id::uuid and case item.audience_type
  when 'graduation_years' then s.graduation_year = any (item.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (item.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = item.school_id::uuid and kin.membership_id = m.id::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (item.audience_organization_ids)))
  else true end where item.rsvp_by = 'student' and case item.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = item.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = item.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = item.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = item.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = item.school_id::uuid and own.archived_at is null) end
union all
select m.id, null, trim(person.first_name || ' ' || person.last_name), '', ''
from (select item.school_id::uuid as school_id, m.id::uuid as id) self
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
where item.rsvp_by = 'person' and case item.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = item.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = item.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = item.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = item.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = item.school_id::uuid and own.archived_at is null) end) line where not exists (select from event_rsvps given where given.subject_id = line.subject_id and (given.school_id = item.school_id and given.event_id = item.id and given.ended_at is null
  and (given.student_id is not null) = (item.rsvp_by = 'student')))));

select m.id from notices item
     join memberships m on m.school_id = item.school_id and m.deactivated_at is null
     where item.school_id = $3 and item.id = $1 and (case item.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (item.audience_organization_ids)
    and own.school_id = item.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = item.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = item.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = item.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = item.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end and (item.acknowledge_version is not null and item.created_by_membership_id is distinct from m.id::uuid
  and not exists (select from notice_acknowledgements given
    where given.school_id = item.school_id and given.notice_id = item.id
      and given.membership_id = m.id::uuid and given.version = item.acknowledge_version)));

select m.id from permission_slips item
     join memberships m on m.school_id = item.school_id and m.deactivated_at is null
     where item.school_id = $3 and item.id = $1 and (case item.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (item.audience_organization_ids)
    and own.school_id = item.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = item.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = item.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = item.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = item.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end and exists (select from (
select s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, json_build_array(s.last_name, s.first_name, s.id)::jsonb as sort_key, null::jsonb as family,
(select case when bool_or(rs.is_current and r.decision = 'declined') then 'declined'
    when count(*) filter (where rs.is_current) >= case when item.second_guardian_required
      and not bool_or(rs.is_current and r.signed_by_membership_id is not distinct from m.id::uuid) then 2 else 1 end then 'granted'
    when (array_agg(r.state order by coalesce(r.ended_at, r.created_at) desc, r.revision desc))[1] = 'withdrawn'
      then 'withdrawn'
    else 'needed' end
  from permission_slip_response_students rs
  join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
  where rs.school_id = item.school_id and rs.slip_id = item.id and rs.student_id = s.id) as state
from
family_guardians g join students s on g.school_id = item.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = m.id::uuid and case item.audience_type
  when 'graduation_years' then s.graduation_year = any (item.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (item.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = item.school_id::uuid and kin.membership_id = m.id::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (item.audience_organization_ids)))
  else true end where item.answer_per = 'student'
union all
select null, null, null, jsonb_agg(jsonb_build_object('name', family.name, 'sort_key', family.sort_key)),
  case when bool_or(family.state = 'declined') then 'declined' when bool_or(family.state = 'needed') then 'needed'
    when bool_or(family.state = 'withdrawn') then 'withdrawn' else 'granted' end
from (select trim(s.first_name || ' ' || s.last_name) as name, json_build_array(s.last_name, s.first_name, s.id) as sort_key,
(select case when bool_or(rs.is_current and r.decision = 'declined') then 'declined'
    when count(*) filter (where rs.is_current) >= case when item.second_guardian_required
      and not bool_or(rs.is_current and r.signed_by_membership_id is not distinct from m.id::uuid) then 2 else 1 end then 'granted'
    when (array_agg(r.state order by coalesce(r.ended_at, r.created_at) desc, r.revision desc))[1] = 'withdrawn'
      then 'withdrawn'
    else 'needed' end
  from permission_slip_response_students rs
  join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
  where rs.school_id = item.school_id and rs.slip_id = item.id and rs.student_id = s.id) as state
  from
family_guardians g join students s on g.school_id = item.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = m.id::uuid and case item.audience_type
  when 'graduation_years' then s.graduation_year = any (item.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (item.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = item.school_id::uuid and kin.membership_id = m.id::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (item.audience_organization_ids)))
  else true end) family
where item.answer_per = 'family' having count(*) > 0) own where (own.state in ('needed', 'withdrawn'))));

select m.id from polls item
     join memberships m on m.school_id = item.school_id and m.deactivated_at is null
     where item.school_id = $3 and item.id = $1 and (case item.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (item.audience_organization_ids)
    and own.school_id = item.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = item.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = item.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = item.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = item.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end and not exists (select from poll_responses given
  where given.school_id = item.school_id and given.poll_id = item.id and given.user_id = (select self.user_id from memberships self where self.school_id = item.school_id::uuid and self.id = m.id::uuid)));

-- lockMembers
select 1 from memberships where school_id = $1 and id = any ($2::uuid[]) order by id for key share;

-- raise
with raised as (
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select item.school_id, m.id, $3, $4, case when item.series_id is null then item.id::text else item.series_id || '_' || item.original_start end, item.title, $2
  from events item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
  where item.school_id = $5 and (item.series_id is null and item.id = (case when strpos($1::text, '_') = 0 then $1::text end)::uuid
  or item.series_id = (case when strpos($1::text, '_') > 0 then split_part($1::text, '_', 1) end)::uuid
    and item.original_start = split_part($1::text, '_', 2)) and m.id = any ($6::uuid[])
  order by m.id for key share of m
  on conflict on constraint notifications_once_key do nothing
  returning id, school_id, membership_id
)
select raised.id as "notificationId", m.id as "membershipId",
  person.email_verified_at is not null and not exists (select from mail_choices choice
    where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
    as "isMailed"
from raised
join memberships m on m.school_id = raised.school_id and m.id = raised.membership_id
join users person on person.id = m.user_id;

with raised as (
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select item.school_id, m.id, $3, $4, case when item.series_id is null then item.id::text else item.series_id || '_' || item.original_start end, item.title, $2
  from events item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
  where item.school_id = $5 and (item.series_id is null and item.id = (case when strpos($1::text, '_') = 0 then $1::text end)::uuid
  or item.series_id = (case when strpos($1::text, '_') > 0 then split_part($1::text, '_', 1) end)::uuid
    and item.original_start = split_part($1::text, '_', 2)) and m.id is distinct from null::uuid and case item.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (item.audience_organization_ids)
    and own.school_id = item.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = item.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = item.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = item.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = item.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end
  order by m.id for key share of m
  on conflict on constraint notifications_once_key do nothing
  returning id, school_id, membership_id
)
select raised.id as "notificationId", m.id as "membershipId",
  person.email_verified_at is not null and not exists (select from mail_choices choice
    where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
    as "isMailed"
from raised
join memberships m on m.school_id = raised.school_id and m.id = raised.membership_id
join users person on person.id = m.user_id;

with raised as (
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select item.school_id, m.id, $3, $4, item.id::text, (select trim(about.first_name || ' ' || about.last_name) from students about where about.school_id = item.school_id and about.id = item.student_id), $2
  from corrections item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
  where item.school_id = $5 and item.id = $1 and m.id = any ($6::uuid[])
  order by m.id for key share of m
  on conflict on constraint notifications_once_key do nothing
  returning id, school_id, membership_id
)
select raised.id as "notificationId", m.id as "membershipId",
  person.email_verified_at is not null and not exists (select from mail_choices choice
    where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
    as "isMailed"
from raised
join memberships m on m.school_id = raised.school_id and m.id = raised.membership_id
join users person on person.id = m.user_id;

with raised as (
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select item.school_id, m.id, $3, $4, item.id::text, item.title, $2
  from confirmation_rounds item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
  where item.school_id = $5 and item.id = $1 and m.id = any ($6::uuid[])
  order by m.id for key share of m
  on conflict on constraint notifications_once_key do nothing
  returning id, school_id, membership_id
)
select raised.id as "notificationId", m.id as "membershipId",
  person.email_verified_at is not null and not exists (select from mail_choices choice
    where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
    as "isMailed"
from raised
join memberships m on m.school_id = raised.school_id and m.id = raised.membership_id
join users person on person.id = m.user_id;

with raised as (
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select item.school_id, m.id, $3, $4, item.id::text, item.title, $2
  from confirmation_rounds item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
  where item.school_id = $5 and item.id = $1 and m.id is distinct from null::uuid and (((item.school_id = item.school_id::uuid and cardinality(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)) > 0) and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $2::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))))) and not exists (select from confirmations given where given.school_id = item.school_id
  and given.round_id = item.id and given.membership_id = m.id::uuid))
  order by m.id for key share of m
  on conflict on constraint notifications_once_key do nothing
  returning id, school_id, membership_id
)
select raised.id as "notificationId", m.id as "membershipId",
  person.email_verified_at is not null and not exists (select from mail_choices choice
    where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
    as "isMailed"
from raised
join memberships m on m.school_id = raised.school_id and m.id = raised.membership_id
join users person on person.id = m.user_id;

with raised as (
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select item.school_id, m.id, $3, $4, item.id::text, item.title, $2
  from documents item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
  where item.school_id = $5 and item.id = $1 and m.id is distinct from item.created_by_membership_id and case item.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (item.audience_organization_ids)
    and own.school_id = item.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = item.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = item.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = item.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = item.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end
  order by m.id for key share of m
  on conflict on constraint notifications_once_key do nothing
  returning id, school_id, membership_id
)
select raised.id as "notificationId", m.id as "membershipId",
  person.email_verified_at is not null and not exists (select from mail_choices choice
    where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
    as "isMailed"
from raised
join memberships m on m.school_id = raised.school_id and m.id = raised.membership_id
join users person on person.id = m.user_id;

with raised as (
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select item.school_id, m.id, $3, $4, item.id::text, item.title, $2
  from notices item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
  where item.school_id = $5 and item.id = $1 and m.id = any ($6::uuid[])
  order by m.id for key share of m
  on conflict on constraint notifications_once_key do nothing
  returning id, school_id, membership_id
)
select raised.id as "notificationId", m.id as "membershipId",
  person.email_verified_at is not null and not exists (select from mail_choices choice
    where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
    as "isMailed"
from raised
join memberships m on m.school_id = raised.school_id and m.id = raised.membership_id
join users person on person.id = m.user_id;

with raised as (
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select item.school_id, m.id, $3, $4, item.id::text, item.title, $2
  from notices item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
  where item.school_id = $5 and item.id = $1 and m.id is distinct from item.created_by_membership_id and case item.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (item.audience_organization_ids)
    and own.school_id = item.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = item.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = item.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = item.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = item.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end
  order by m.id for key share of m
  on conflict on constraint notifications_once_key do nothing
  returning id, school_id, membership_id
)
select raised.id as "notificationId", m.id as "membershipId",
  person.email_verified_at is not null and not exists (select from mail_choices choice
    where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
    as "isMailed"
from raised
join memberships m on m.school_id = raised.school_id and m.id = raised.membership_id
join users person on person.id = m.user_id;

with raised as (
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select item.school_id, m.id, $3, $4, item.id::text, item.title, $2
  from permission_slips item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
  where item.school_id = $5 and item.id = $1 and m.id = any ($6::uuid[])
  order by m.id for key share of m
  on conflict on constraint notifications_once_key do nothing
  returning id, school_id, membership_id
)
select raised.id as "notificationId", m.id as "membershipId",
  person.email_verified_at is not null and not exists (select from mail_choices choice
    where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
    as "isMailed"
from raised
join memberships m on m.school_id = raised.school_id and m.id = raised.membership_id
join users person on person.id = m.user_id;

with raised as (
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select item.school_id, m.id, $3, $4, item.id::text, item.title, $2
  from polls item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
  where item.school_id = $5 and item.id = $1 and m.id = any ($6::uuid[])
  order by m.id for key share of m
  on conflict on constraint notifications_once_key do nothing
  returning id, school_id, membership_id
)
select raised.id as "notificationId", m.id as "membershipId",
  person.email_verified_at is not null and not exists (select from mail_choices choice
    where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
    as "isMailed"
from raised
join memberships m on m.school_id = raised.school_id and m.id = raised.membership_id
join users person on person.id = m.user_id;

with raised as (
  insert into notifications (school_id, membership_id, kind, target_type, target_id, title, created_at)
  select item.school_id, m.id, $3, $4, item.id::text, item.title, $2
  from signups item join memberships m on m.school_id = item.school_id and m.deactivated_at is null
  where item.school_id = $5 and item.id = $1 and m.id = any ($6::uuid[])
  order by m.id for key share of m
  on conflict on constraint notifications_once_key do nothing
  returning id, school_id, membership_id
)
select raised.id as "notificationId", m.id as "membershipId",
  person.email_verified_at is not null and not exists (select from mail_choices choice
    where choice.school_id = m.school_id and choice.membership_id = m.id and choice.unsubscribed_at is not null)
    as "isMailed"
from raised
join memberships m on m.school_id = raised.school_id and m.id = raised.membership_id
join users person on person.id = m.user_id;

-- remove
delete from notifications
where school_id = $1 and membership_id = any ($2::uuid[]) and kind = $3 and target_type = $4 and target_id = $5
returning id as "notificationId", membership_id as "membershipId";
