/* PermissionSlipsRepository */

-- findAttachment
select a.key, a.file_name from permission_slips p join attachments a on a.school_id = p.school_id and a.id = $6
where p.school_id = $1 and p.id = $5 and ((p.school_id = $1 and ((p.opens_at <= $4::timestamptz and p.deleted_at is null) and coalesce(p.visible_until > $4::timestamptz, true)) and case p.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then p.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then p.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end) or p.school_id = $1 and (($3::boolean or p.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) and coalesce(p.deleted_at > $4::timestamptz - interval '30 days', true)))
  and (a.permission_slip_id = p.id or coalesce(($3::boolean or p.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) and exists (
    select from permission_slip_responses r
    where r.school_id = p.school_id and r.slip_id = p.id and r.id = a.slip_response_id and (r.signed_by_membership_id is not distinct from $2::uuid or not exists (
select from permission_slip_response_students apart where apart.school_id = r.school_id and apart.response_id = r.id
  and coalesce(apart.student_id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))), false)))));

-- findListed
select coalesce(json_agg(slip), '[]') as slips, (select locale from schools where id = $1) as locale
from (select
p.id, p.school_id, p.title, p.summary, p.organization_id, o.name as organization_name,
case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as event_id,
to_char(p.opens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opens_at, to_char(p.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as closes_at,
to_char(p.visible_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as visible_until, coalesce(p.closes_at <= $4::timestamptz, false) as closed, p.answer_per,
mine.my_students, case when (p.school_id = $1 and ((p.opens_at <= $4::timestamptz and p.deleted_at is null) and coalesce(p.visible_until > $4::timestamptz, true)) and case p.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then p.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then p.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end) and not coalesce(p.closes_at <= $4::timestamptz, false) then mine.outstanding
  else 0 end as outstanding from permission_slips p
left join organizations o on o.school_id = p.school_id and o.id = p.organization_id
left join events e on e.school_id = p.school_id and e.id = p.event_id
left join lateral (
  select coalesce(json_agg(json_build_object('student_id', own.student_id, 'name', own.name, 'state', own.state,
      'sort_key', own.sort_key, 'family', own.family)), '[]') as my_students,
    count(*) filter (where (own.state in ('needed', 'withdrawn')))::int as outstanding
  from (
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
) mine on true where (p.school_id = $1 and ((p.opens_at <= $4::timestamptz and p.deleted_at is null) and coalesce(p.visible_until > $4::timestamptz, true)) and case p.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then p.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then p.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end)
  order by (mine.outstanding = 0 or coalesce(p.closes_at <= $4::timestamptz, false)), p.closes_at nulls last,
    p.title collate "und-x-icu", p.id) slip;

-- findVisible
select
p.id, p.school_id, p.title, p.summary, p.organization_id, o.name as organization_name,
case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as event_id,
to_char(p.opens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opens_at, to_char(p.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as closes_at,
to_char(p.visible_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as visible_until, coalesce(p.closes_at <= $4::timestamptz, false) as closed, p.answer_per,
mine.my_students, case when (p.school_id = $1 and ((p.opens_at <= $4::timestamptz and p.deleted_at is null) and coalesce(p.visible_until > $4::timestamptz, true)) and case p.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then p.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then p.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end) and not coalesce(p.closes_at <= $4::timestamptz, false) then mine.outstanding
  else 0 end as outstanding, p.body, p.statement, p.statement_version, p.signature_required, p.second_guardian_required,
coalesce((select json_agg(json_build_object('id', q.id, 'position', q.position, 'type', q.type, 'text', q.text,
    'required', q.required, 'private', q.private, 'required_on_decline', q.required_on_decline,
    'choices', coalesce((select json_agg(json_build_object('id', c.id, 'text', c.text) order by c.position)
      from question_choices c where c.school_id = q.school_id and c.question_id = q.id), '[]')) order by q.position)
  from questions q where q.school_id = p.school_id and q.permission_slip_id = p.id), '[]') as questions,
coalesce((select json_agg(json_build_object('id', a.id, 'key', a.key, 'file_name', a.file_name,
    'content_type', a.content_type, 'size_bytes', a.size_bytes, 'uploaded_at', to_char(a.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by a.position, a.id)
  from attachments a where a.school_id = p.school_id and a.permission_slip_id = p.id), '[]') as attachments,
coalesce((select json_agg(mine) from (
select r.chain_id as id, r.slip_id, about.student_id, about.students, r.decision,
case when (r.signed_by_membership_id is not distinct from $2::uuid or coalesce(($3::boolean or slip.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) and not exists (
select from permission_slip_response_students apart where apart.school_id = r.school_id and apart.response_id = r.id
  and coalesce(apart.student_id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))), false))) then r.answers when not (r.signed_by_membership_id is not distinct from $2::uuid or not exists (
select from permission_slip_response_students apart where apart.school_id = r.school_id and apart.response_id = r.id
  and coalesce(apart.student_id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))), false))) then '[]' else (
  select coalesce(jsonb_agg(answer), '[]') from jsonb_array_elements(r.answers) answer
  where not exists (select from jsonb_array_elements(shown.questions) question
    where question ->> 'id' = answer ->> 'question_id' and (question ->> 'private')::boolean)) end as answers, case when (r.signed_by_membership_id is not distinct from $2::uuid or not exists (
select from permission_slip_response_students apart where apart.school_id = r.school_id and apart.response_id = r.id
  and coalesce(apart.student_id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))), false))) then r.note end as note,
  r.revision, r.state, coalesce(r.signed_by_name, signer.name) as signed_by_name, r.signed_by_membership_id,
  r.relation, to_char(r.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as signed_at, r.statement_version, r.statement_sha256,
  (r.signed_by_membership_id is not distinct from $2::uuid and r.state = 'current'
and ((slip.opens_at <= $4::timestamptz and slip.deleted_at is null) and coalesce(slip.visible_until > $4::timestamptz, true)) and not coalesce(slip.closes_at <= $4::timestamptz, false)
and coalesce(case slip.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then slip.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then slip.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end, false) and exists (select from
family_guardians g join students s on g.school_id = slip.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = $2::uuid and case slip.audience_type
  when 'graduation_years' then s.graduation_year = any (slip.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (slip.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = $1::uuid and kin.membership_id = $2::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (slip.audience_organization_ids)))
  else true end
  where slip.answer_per = 'family' or s.id in (
    select rs.student_id from permission_slip_response_students rs
    where rs.school_id = r.school_id and rs.response_id = r.id))) as can_edit,
  to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, (select locale from schools where id = r.school_id) as locale
from permission_slip_responses r
join permission_slips slip on slip.school_id = r.school_id and slip.id = r.slip_id
join permission_slip_versions shown on shown.school_id = r.school_id and shown.slip_id = r.slip_id
  and shown.sha256 = r.statement_sha256
left join lateral (
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
  where m.school_id = r.school_id and m.id = r.signed_by_membership_id
) signer on true
left join lateral (
  select case when slip.answer_per = 'student' then min(s.id::text) end as student_id,
    json_agg(json_build_object('name', trim(s.first_name || ' ' || s.last_name), 'sort_key', json_build_array(s.last_name, s.first_name, s.id))) as students,
    array_agg(s.id) as student_ids
  from permission_slip_response_students rs
join students s on s.school_id = rs.school_id and s.id = rs.student_id
where rs.school_id = r.school_id and rs.response_id = r.id
  and (rs.is_current or r.state <> 'current' and not rs.is_overruled) and (r.signed_by_membership_id is not distinct from $2::uuid or (s.archived_at is null and exists (
select from family_guardians g where g.school_id = s.school_id and g.student_id = s.id and g.membership_id = $2::uuid))
  or coalesce(($3::boolean or slip.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))))
) about on true
where r.school_id = p.school_id and r.slip_id = p.id and (r.signed_by_membership_id is not distinct from $2::uuid or exists (select from permission_slip_response_students rs
join students s on s.school_id = rs.school_id and s.id = rs.student_id
where rs.school_id = r.school_id and rs.response_id = r.id
  and (rs.is_current or r.state <> 'current' and not rs.is_overruled) and (s.archived_at is null and exists (
select from family_guardians g where g.school_id = s.school_id and g.student_id = s.id and g.membership_id = $2::uuid))))
  and not exists (select from permission_slip_responses later
    where later.school_id = r.school_id and later.chain_id = r.chain_id and later.revision > r.revision)
order by r.created_at desc, r.revision desc) mine), '[]') as my_responses,
coalesce(($3::boolean or p.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) as can_manage,
case when ($3::boolean or p.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) then
(select json_build_object('students', (select count(*)::int from students s
where s.school_id = p.school_id and s.archived_at is null and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))) and
case p.audience_type when 'school' then true
  when 'graduation_years' then s.graduation_year = any (p.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (p.audience_organization_ids))
  else exists (select from family_guardians kin
    join memberships m on m.school_id = kin.school_id and m.id = kin.membership_id and m.deactivated_at is null
    where kin.school_id = s.school_id and kin.student_id = s.id and m.role <> 'parent') end) + counted.beside, 'granted', counted.granted, 'declined', counted.declined,
    'outstanding', (select count(*)::int from students s
where s.school_id = p.school_id and s.archived_at is null and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))) and
case p.audience_type when 'school' then true
  when 'graduation_years' then s.graduation_year = any (p.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (p.audience_organization_ids))
  else exists (select from family_guardians kin
    join memberships m on m.school_id = kin.school_id and m.id = kin.membership_id and m.deactivated_at is null
    where kin.school_id = s.school_id and kin.student_id = s.id and m.role <> 'parent') end) + counted.beside - counted.granted - counted.declined)
  from (select (count(*) filter (where answered.state = 'granted'))::int as granted,
      (count(*) filter (where answered.state = 'declined'))::int as declined,
      (count(*) filter (where not coalesce(answered.asked, false)))::int as beside
    from (select
case p.audience_type when 'school' then true
  when 'graduation_years' then s.graduation_year = any (p.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (p.audience_organization_ids))
  else exists (select from family_guardians kin
    join memberships m on m.school_id = kin.school_id and m.id = kin.membership_id and m.deactivated_at is null
    where kin.school_id = s.school_id and kin.student_id = s.id and m.role <> 'parent') end as asked,
(select case when bool_or(rs.is_current and r.decision = 'declined') then 'declined'
    when count(*) filter (where rs.is_current) >= case when p.second_guardian_required
      and not false then 2 else 1 end then 'granted'
    when (array_agg(r.state order by coalesce(r.ended_at, r.created_at) desc, r.revision desc))[1] = 'withdrawn'
      then 'withdrawn'
    else 'needed' end
  from permission_slip_response_students rs
  join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
  where rs.school_id = p.school_id and rs.slip_id = p.id and rs.student_id = s.id) as state
      from students s where s.school_id = p.school_id and s.archived_at is null and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))) and s.id in (
        select rs.student_id from permission_slip_response_students rs
        where rs.school_id = p.school_id and rs.slip_id = p.id and rs.is_current)) answered) counted) end as totals, (select locale from schools where id = $1) as locale
from permission_slips p
left join organizations o on o.school_id = p.school_id and o.id = p.organization_id
left join events e on e.school_id = p.school_id and e.id = p.event_id
left join lateral (
  select coalesce(json_agg(json_build_object('student_id', own.student_id, 'name', own.name, 'state', own.state,
      'sort_key', own.sort_key, 'family', own.family)), '[]') as my_students,
    count(*) filter (where (own.state in ('needed', 'withdrawn')))::int as outstanding
  from (
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
) mine on true where p.school_id = $1 and p.id = $5 and (p.school_id = $1 and ((p.opens_at <= $4::timestamptz and p.deleted_at is null) and coalesce(p.visible_until > $4::timestamptz, true)) and case p.audience_type
  when 'school' then true
  when 'admins' then $3::boolean
  when 'graduation_years' then p.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = $2::uuid)
  when 'organizations' then p.audience_organization_ids && array(select own.id from (
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
  and own.school_id = $1::uuid and own.archived_at is null) end);
