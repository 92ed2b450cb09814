/* SchoolFeaturesRepository */

-- findFeatures
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
select school.id, school.name, school.time_zone, school.locale, school.features,
  (select count(*)::int from notices n where (n.school_id = $1 and n.starts_at <= $4::timestamptz
  and n.expires_at > $4::timestamptz and case n.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then n.audience_years && (select viewer.years from viewer)
  when 'organizations' then n.audience_organization_ids && (select viewer.organizations from viewer) end) and not exists (select from notice_readings reading
  where reading.school_id = n.school_id and reading.notice_id = n.id and reading.membership_id = $2::uuid)) as notices_unread,
  (select count(*)::int from documents d where (d.school_id = $1 and case d.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then d.audience_years && (select viewer.years from viewer)
  when 'organizations' then d.audience_organization_ids && (select viewer.organizations from viewer) end) and (d.created_at > $4::timestamptz - interval '14 days' and not exists (
  select from document_openings opening
  where opening.school_id = d.school_id and opening.document_id = d.id and opening.membership_id = $2::uuid))) as documents_new,
  (select count(*)::int from polls p where ((p.school_id = $1 and (p.opens_at <= $4::timestamptz and p.deleted_at is null) and case p.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then p.audience_years && (select viewer.years from viewer)
  when 'organizations' then p.audience_organization_ids && (select viewer.organizations from viewer) end) and not coalesce(p.closes_at <= $4::timestamptz, false) and not exists (select from poll_responses given
  where given.school_id = p.school_id and given.poll_id = p.id and given.user_id = (select self.user_id from memberships self where self.school_id = $1::uuid and self.id = $2::uuid)))) as polls_open,
  (select count(*)::int from signups s where ((s.school_id = $1 and ((s.opens_at <= $4::timestamptz and s.deleted_at is null)
  and (s.visible_until is null or s.visible_until > $4::timestamptz))
  and case s.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then s.audience_years && (select viewer.years from viewer)
  when 'organizations' then s.audience_organization_ids && (select viewer.organizations from viewer) end) and not coalesce(s.closes_at <= $4::timestamptz, false) and not exists (
  select from signup_claims own where own.school_id = s.school_id and own.signup_id = s.id
    and own.membership_id = $2::uuid and own.status <> 'withdrawn'))) as signups_open,
  (select count(*)::int from (
select 'permission_slip' as kind, p.id::text as id, p.school_id, p.title, own.student_id, p.closes_at as due_at
from permission_slips p join schools home on home.id = p.school_id
  cross join lateral (
select s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, json_build_array(s.last_name, s.first_name, s.id)::jsonb as sort_key, null::jsonb as family,
(select case when bool_or(rs.is_current and r.decision = 'declined') then 'declined'
    when count(*) filter (where rs.is_current) >= case when p.second_guardian_required
      and not bool_or(rs.is_current and r.signed_by_membership_id is not distinct from $2::uuid) then 2 else 1 end then 'granted'
    when (array_agg(r.state order by coalesce(r.ended_at, r.created_at) desc, r.revision desc))[1] = 'withdrawn'
      then 'withdrawn'
    else 'needed' end
  from permission_slip_response_students rs
  join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
  where rs.school_id = p.school_id and rs.slip_id = p.id and rs.student_id = s.id) as state
from
family_guardians g join students s on g.school_id = p.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = $2::uuid and case p.audience_type
  when 'graduation_years' then s.graduation_year = any (p.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (p.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = $1::uuid and kin.membership_id = $2::uuid and exists (select from organization_students enrolled
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
      and not bool_or(rs.is_current and r.signed_by_membership_id is not distinct from $2::uuid) then 2 else 1 end then 'granted'
    when (array_agg(r.state order by coalesce(r.ended_at, r.created_at) desc, r.revision desc))[1] = 'withdrawn'
      then 'withdrawn'
    else 'needed' end
  from permission_slip_response_students rs
  join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
  where rs.school_id = p.school_id and rs.slip_id = p.id and rs.student_id = s.id) as state
  from
family_guardians g join students s on g.school_id = p.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = $2::uuid and case p.audience_type
  when 'graduation_years' then s.graduation_year = any (p.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (p.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = $1::uuid and kin.membership_id = $2::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (p.audience_organization_ids)))
  else true end) family
where p.answer_per = 'family' having count(*) > 0) own
where p.school_id = $1::uuid and coalesce((home.features ->> 'signups')::boolean, true)
  and (p.school_id = $1 and ((p.opens_at <= $4::timestamptz and p.deleted_at is null) and coalesce(p.visible_until > $4::timestamptz, true)) and case p.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then p.audience_years && (select viewer.years from viewer)
  when 'organizations' then p.audience_organization_ids && (select viewer.organizations from viewer) end)
  and not coalesce(p.closes_at <= $4::timestamptz, false) and (own.state in ('needed', 'withdrawn'))) waiting) as permission_slips_outstanding,
  (select count(*)::int from notifications n where n.school_id = school.id and n.membership_id = $2::uuid and n.read_at is null
    and n.created_at > $4::timestamptz - interval '180 days') as notifications_unread,
  (select count(*)::int from organizations o where o.school_id = school.id and o.archived_at is null
    and (o.id in (
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
  and (held.expires_at is null or held.expires_at > $4::timestamptz))))) as organizations
from schools school where school.id = $1;
