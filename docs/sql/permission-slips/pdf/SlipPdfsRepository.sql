/* SlipPdfsRepository */

-- findBlank
select
p.title, o.name as "organizationName",
json_build_object('name', school.name, 'timeZone', school.time_zone, 'locale', school.locale,
  'country', school.country) as school,
(select jsonb_build_object('title', e.title, 'location', e.location, 'all_day', e.all_day,
    'starts_at', e.starts_at, 'ends_at', e.ends_at, 'start_date', e.start_date, 'end_date', e.end_date,
    'time_zone', home.time_zone)
  from events e join schools home on home.id = e.school_id
  where e.school_id = p.school_id and e.id = p.event_id) as event, p.body, p.statement, p.statement_version as "statementVersion",
coalesce((select json_agg(json_build_object('id', q.id, 'position', q.position, 'type', q.type, 'text', q.text,
    'required', q.required, 'private', q.private, 'required_on_decline', q.required_on_decline,
    'choices', coalesce((select json_agg(json_build_object('id', c.id, 'text', c.text) order by c.position)
      from question_choices c where c.school_id = q.school_id and c.question_id = q.id), '[]')) order by q.position)
  from questions q where q.school_id = p.school_id and q.permission_slip_id = p.id), '[]') as questions,
  p.closes_at as "closesAt", p.signature_required as "signatureRequired",
  p.second_guardian_required as "secondGuardianRequired",
  case when $6::uuid is not null then (select json_build_object('name', trim(s.first_name || ' ' || s.last_name), 'graduationYear', s.graduation_year, 'sort_key', json_build_array(s.last_name, s.first_name, s.id),
'legalName', case when ($3::boolean or s.id = any(array(select own.student_id from family_guardians own
  where own.school_id = $1::uuid and own.membership_id = $2::uuid))) then case when coalesce(s.legal_first_name, s.legal_last_name) is not null
then trim(coalesce(s.legal_first_name, s.first_name) || ' ' || coalesce(s.legal_last_name, s.last_name)) end end) from students s
    where s.id = $6::uuid and s.school_id = p.school_id and s.archived_at is null
      and (($3::boolean or p.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))) or s.id in (select s.id from
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
  else true end))) end as student
from permission_slips p
join schools school on school.id = p.school_id left join organizations o
  on o.school_id = p.school_id and o.id = p.organization_id
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
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) and coalesce(p.deleted_at > $4::timestamptz - interval '30 days', true)));

-- findNamedSigners
select distinct r.signed_by_membership_id as id from permission_slip_responses r
join permission_slips p on p.school_id = r.school_id and p.id = r.slip_id and (($3::boolean or p.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) and coalesce(p.deleted_at > $4::timestamptz - interval '30 days', true))
where r.school_id = $1 and r.slip_id = $5 and r.state = 'current' and r.account_email is not null
  and r.signed_by_membership_id is not null and (
coalesce(r.signed_by_membership_id = $2::uuid, false)
or $3::boolean or (select ($3::boolean or coalesce(person.membership_id, person.shared_membership_id) = $2::uuid
  or person.profile_visibility = 'full' and (coalesce(person.membership_id, person.shared_membership_id) is null or exists (select from memberships active where active.school_id = person.school_id
  and active.id = coalesce(person.membership_id, person.shared_membership_id) and active.deactivated_at is null))
    and not coalesce(
person.id = any(array(select record.id from
(select apart.school_id, apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $2::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source))))
or coalesce(person.membership_id, person.shared_membership_id)
  = any(array(select coalesce(record.membership_id, record.shared_membership_id) from
(select apart.school_id, apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $2::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) from memberships m
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
  where m.school_id = r.school_id and m.id = r.signed_by_membership_id));

-- findResponse
select
p.title, o.name as "organizationName",
json_build_object('name', school.name, 'timeZone', school.time_zone, 'locale', school.locale,
  'country', school.country) as school, coalesce(r.event,
(select jsonb_build_object('title', e.title, 'location', e.location, 'all_day', e.all_day,
    'starts_at', e.starts_at, 'ends_at', e.ends_at, 'start_date', e.start_date, 'end_date', e.end_date,
    'time_zone', home.time_zone)
  from events e join schools home on home.id = e.school_id
  where e.school_id = p.school_id and e.id = p.event_id)) as event, shown.body, shown.statement, r.statement_version as "statementVersion", shown.questions,
  case when (r.signed_by_membership_id is not distinct from $2::uuid or not exists (
select from permission_slip_response_students apart where apart.school_id = r.school_id and apart.response_id = r.id
  and coalesce(apart.student_id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))), false))) then r.answers else '[]' end as answers,
  (r.signed_by_membership_id is not distinct from $2::uuid or coalesce(($3::boolean or p.organization_id = any (array(select own.id from (
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
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))), false))) as "seesPrivate",
  (select json_agg(json_build_object('name', coalesce(rs.signed_as ->> 'name', trim(s.first_name || ' ' || s.last_name)),
'graduationYear', case when rs.signed_as is null then s.graduation_year else (rs.signed_as ->> 'graduation_year')::int end,
'sort_key', json_build_array(s.last_name, s.first_name, s.id), 'legalName', case when ($3::boolean or s.id = any(array(select own.student_id from family_guardians own
  where own.school_id = $1::uuid and own.membership_id = $2::uuid))) then
  case when rs.signed_as is null then case when coalesce(s.legal_first_name, s.legal_last_name) is not null
then trim(coalesce(s.legal_first_name, s.first_name) || ' ' || coalesce(s.legal_last_name, s.last_name)) end else rs.signed_as ->> 'legal_name' end end)) from permission_slip_response_students rs
join students s on s.school_id = rs.school_id and s.id = rs.student_id
where rs.school_id = r.school_id and rs.response_id = r.id
  and (rs.is_current or r.state <> 'current' and not rs.is_overruled) and (r.signed_by_membership_id is not distinct from $2::uuid or (s.archived_at is null and exists (
select from family_guardians g where g.school_id = s.school_id and g.student_id = s.id and g.membership_id = $2::uuid))
  or coalesce(($3::boolean or p.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))))) as students,
  r.chain_id as "responseId", r.decision, case when (r.signed_by_membership_id is not distinct from $2::uuid or not exists (
select from permission_slip_response_students apart where apart.school_id = r.school_id and apart.response_id = r.id
  and coalesce(apart.student_id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))), false))) then r.note end as note, r.revision, r.state, r.ended_at as "endedAt",
  r.statement_sha256 as "statementSha256",
json_build_object('typedName', r.signed_by_name, 'nameMismatch', r.name_mismatch,
  'image', encode(coalesce((select drawn.image from drawn_signatures drawn
where drawn.school_id = r.school_id and drawn.user_id = r.signed_by_user_id
  and drawn.sha256 = r.signature_sha256), r.signature_image), 'base64'), 'relation', r.relation,
  'signedAt', coalesce(r.signed_at, r.created_at),
  'membershipId', r.signed_by_membership_id,
  'paper', case when r.signed_on is not null then json_build_object('signedOn', r.signed_on, 'recordedBy',
    (select recorder.name from (
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
where m.school_id = r.school_id and m.id = r.recorded_by_membership_id and m.deactivated_at is null) recorder)) end,
  'accountEmail', case when (
coalesce(r.signed_by_membership_id = $2::uuid, false)
or $3::boolean or (select ($3::boolean or coalesce(person.membership_id, person.shared_membership_id) = $2::uuid
  or person.profile_visibility = 'full' and (coalesce(person.membership_id, person.shared_membership_id) is null or exists (select from memberships active where active.school_id = person.school_id
  and active.id = coalesce(person.membership_id, person.shared_membership_id) and active.deactivated_at is null))
    and not coalesce(
person.id = any(array(select record.id from
(select apart.school_id, apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $2::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source))))
or coalesce(person.membership_id, person.shared_membership_id)
  = any(array(select coalesce(record.membership_id, record.shared_membership_id) from
(select apart.school_id, apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $2::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) from memberships m
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
  where m.school_id = r.school_id and m.id = r.signed_by_membership_id)) then r.account_email end) as signature,
  p.second_guardian_required as "secondGuardianRequired",
  (select
json_build_object('typedName', beside.signed_by_name, 'nameMismatch', beside.name_mismatch,
  'image', encode(coalesce((select drawn.image from drawn_signatures drawn
where drawn.school_id = beside.school_id and drawn.user_id = beside.signed_by_user_id
  and drawn.sha256 = beside.signature_sha256), beside.signature_image), 'base64'), 'relation', beside.relation,
  'signedAt', coalesce(beside.signed_at, beside.created_at),
  'membershipId', beside.signed_by_membership_id,
  'paper', case when beside.signed_on is not null then json_build_object('signedOn', beside.signed_on, 'recordedBy',
    (select recorder.name from (
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
where m.school_id = beside.school_id and m.id = beside.recorded_by_membership_id and m.deactivated_at is null) recorder)) end,
  'accountEmail', case when (
coalesce(beside.signed_by_membership_id = $2::uuid, false)
or $3::boolean or (select ($3::boolean or coalesce(person.membership_id, person.shared_membership_id) = $2::uuid
  or person.profile_visibility = 'full' and (coalesce(person.membership_id, person.shared_membership_id) is null or exists (select from memberships active where active.school_id = person.school_id
  and active.id = coalesce(person.membership_id, person.shared_membership_id) and active.deactivated_at is null))
    and not coalesce(
person.id = any(array(select record.id from
(select apart.school_id, apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $2::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source))))
or coalesce(person.membership_id, person.shared_membership_id)
  = any(array(select coalesce(record.membership_id, record.shared_membership_id) from
(select apart.school_id, apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $2::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) from memberships m
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
  where m.school_id = beside.school_id and m.id = beside.signed_by_membership_id)) then beside.account_email end) from permission_slip_responses beside
    where r.state = 'current' and beside.state = 'current' and beside.school_id = r.school_id
      and beside.slip_id = r.slip_id and beside.id <> r.id and (
select bool_and(exists (select from permission_slip_response_students theirs
  where theirs.school_id = beside.school_id and theirs.response_id = beside.id and theirs.student_id = rs.student_id and theirs.is_current))
from permission_slip_response_students rs
join students s on s.school_id = rs.school_id and s.id = rs.student_id
where rs.school_id = r.school_id and rs.response_id = r.id
  and (rs.is_current or r.state <> 'current' and not rs.is_overruled) and (r.signed_by_membership_id is not distinct from $2::uuid or (s.archived_at is null and exists (
select from family_guardians g where g.school_id = s.school_id and g.student_id = s.id and g.membership_id = $2::uuid))
  or coalesce(($3::boolean or p.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))))) limit 1) as "secondSignature",
  coalesce((select json_agg(json_build_object('revision', former.revision, 'createdAt', former.created_at,
      'decision', former.decision, 'signerName', former.signed_by_name) order by former.revision)
    from permission_slip_responses former where former.school_id = r.school_id and former.slip_id = r.slip_id
      and former.revision < r.revision and exists (
select from permission_slip_response_students theirs
where theirs.school_id = former.school_id and theirs.response_id = former.id and not theirs.is_current
  and theirs.student_id in (select rs.student_id from permission_slip_response_students rs
join students s on s.school_id = rs.school_id and s.id = rs.student_id
where rs.school_id = r.school_id and rs.response_id = r.id
  and (rs.is_current or r.state <> 'current' and not rs.is_overruled) and (r.signed_by_membership_id is not distinct from $2::uuid or (s.archived_at is null and exists (
select from family_guardians g where g.school_id = s.school_id and g.student_id = s.id and g.membership_id = $2::uuid))
  or coalesce(($3::boolean or p.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))))))), '[]') as former
from permission_slips p
join schools school on school.id = p.school_id left join organizations o
  on o.school_id = p.school_id and o.id = p.organization_id
join permission_slip_responses r on r.school_id = p.school_id and r.slip_id = p.id
join permission_slip_versions shown on shown.school_id = r.school_id and shown.slip_id = r.slip_id
  and shown.sha256 = r.statement_sha256
where p.school_id = $1 and p.id = $5 and r.chain_id = $6::uuid and ((p.school_id = $1 and ((p.opens_at <= $4::timestamptz and p.deleted_at is null) and coalesce(p.visible_until > $4::timestamptz, true)) and case p.audience_type
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
  and (r.signed_by_membership_id is not distinct from $2::uuid or exists (select from permission_slip_response_students rs
join students s on s.school_id = rs.school_id and s.id = rs.student_id
where rs.school_id = r.school_id and rs.response_id = r.id
  and (rs.is_current or r.state <> 'current' and not rs.is_overruled) and (s.archived_at is null and exists (
select from family_guardians g where g.school_id = s.school_id and g.student_id = s.id and g.membership_id = $2::uuid))) or (coalesce(($3::boolean or p.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false)
and (exists (select from permission_slip_response_students rs
join students s on s.school_id = rs.school_id and s.id = rs.student_id
where rs.school_id = r.school_id and rs.response_id = r.id
  and (rs.is_current or r.state <> 'current' and not rs.is_overruled) and (r.signed_by_membership_id is not distinct from $2::uuid or (s.archived_at is null and exists (
select from family_guardians g where g.school_id = s.school_id and g.student_id = s.id and g.membership_id = $2::uuid))
  or coalesce(($3::boolean or p.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))))) or not exists (
select from permission_slip_response_students apart where apart.school_id = r.school_id and apart.response_id = r.id
  and coalesce(apart.student_id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))), false)))))
order by r.revision desc limit 1;
