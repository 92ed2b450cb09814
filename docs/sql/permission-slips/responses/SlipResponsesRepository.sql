/* SlipResponsesRepository */

-- changesDecision
select exists (select from (
  select distinct on (rs.student_id) r.decision
  from permission_slip_response_students rs
  join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
  where rs.school_id = $1 and rs.slip_id = $2 and rs.student_id = any ($3::uuid[])
  order by rs.student_id, r.revision desc) last where last.decision <> $4) as changes;

-- countOnPaper
select count(*)::int as answers from permission_slip_responses r
where r.school_id = $1 and r.slip_id = $2 and r.signed_on is not null and exists (
  select from permission_slip_response_students rs
  where rs.school_id = r.school_id and rs.response_id = r.id and rs.student_id = $3);

-- endRevision
UPDATE "permission_slip_response_students"
SET "is_current" = $1
WHERE ("school_id" = $2 AND "response_id" = $3);

UPDATE "permission_slip_responses" SET "state" = $1, "ended_at" = $2 WHERE ("school_id" = $3 AND "id" = $4);

-- findCurrentAnswers
select rs.student_id as "studentId", rs.place as "signatureNumber", r.decision, r.signed_by_membership_id = $4 as own,
  r.signed_on is not null as "onPaper",
  coalesce(r.signed_by_membership_id, paper.membership_id) as "signerMembershipId",
  r.signed_by_guardian_id as "signerGuardianId", coalesce(r.signed_by_name, signer.name) as "signerName",
  r.signed_on is not null and (r.signed_by_guardian_id is null or paper.id is not null) or exists (select from family_guardians g
    where g.school_id = rs.school_id and g.student_id = rs.student_id
      and g.membership_id = r.signed_by_membership_id) as linked
from permission_slip_response_students rs
join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
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
left join family_guardians paper on paper.school_id = r.school_id and paper.id = r.signed_by_guardian_id
where rs.school_id = $1 and rs.slip_id = $2 and rs.student_id = any ($3::uuid[]) and rs.is_current;

-- findManaged
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
where r.school_id = $1 and r.chain_id = $5 and (r.signed_by_membership_id is not distinct from $2::uuid or (coalesce(($3::boolean or slip.organization_id = any (array(select own.id from (
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
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))))) or not exists (
select from permission_slip_response_students apart where apart.school_id = r.school_id and apart.response_id = r.id
  and coalesce(apart.student_id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))), false)))))
  and not exists (select from permission_slip_responses later
    where later.school_id = r.school_id and later.chain_id = r.chain_id and later.revision > r.revision)
order by r.created_at desc, r.revision desc;

-- findName
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
     where m.school_id = $1 and m.id = $2;

-- findOtherGuardians
select m.id from permission_slips slip join memberships m on m.school_id = slip.school_id
where slip.school_id = $1 and slip.id = $2 and m.id <> $4 and m.deactivated_at is null
  and m.id in (select g.membership_id from family_guardians g where g.school_id = $1 and g.student_id = any ($3::uuid[]))
  and case slip.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then slip.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = slip.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (slip.audience_organization_ids)
    and own.school_id = slip.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = slip.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = slip.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = slip.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = slip.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = slip.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $5::timestamptz
  and (held.expires_at is null or held.expires_at > $5::timestamptz))))) end
order by m.id;

-- findOwn
select r.id as "revisionId", r.chain_id as "chainId", r.state, array(select rs.student_id from permission_slip_response_students rs
  where rs.school_id = r.school_id and rs.response_id = r.id order by rs.student_id) as "studentIds"
from permission_slip_responses r
where r.school_id = $1 and r.chain_id = $2 and r.slip_id = $3 and r.signed_by_membership_id = $4
order by r.revision desc limit 1;

-- findVisible
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
where r.school_id = $1 and r.chain_id = $5 and (r.signed_by_membership_id is not distinct from $2::uuid or exists (select from permission_slip_response_students rs
join students s on s.school_id = rs.school_id and s.id = rs.student_id
where rs.school_id = r.school_id and rs.response_id = r.id
  and (rs.is_current or r.state <> 'current' and not rs.is_overruled) and (s.archived_at is null and exists (
select from family_guardians g where g.school_id = s.school_id and g.student_id = s.id and g.membership_id = $2::uuid))))
  and not exists (select from permission_slip_responses later
    where later.school_id = r.school_id and later.chain_id = r.chain_id and later.revision > r.revision)
order by r.created_at desc, r.revision desc;

-- insert
INSERT INTO "drawn_signatures"("school_id", "user_id", "sha256", "image")
VALUES ($1, $2, $3, $4)
ON CONFLICT DO NOTHING;

INSERT INTO "permission_slip_response_students"("response_id", "student_id", "slip_id", "school_id",
  "place", "signed_as",
  "is_current", "is_overruled")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
RETURNING "place", "is_overruled";

INSERT INTO "permission_slip_responses"("id", "chain_id", "revision", "school_id", "slip_id",
  "state", "decision", "answers", "note", "signed_by_membership_id", "signed_by_guardian_id",
  "signed_by_user_id", "account_email", "signed_by_name", "name_mismatch", "relation",
  "signature_sha256", "signature_image", "signed_at", "signed_on", "recorded_by_membership_id",
  "statement_version", "statement_sha256", "event", "ip_address", "user_agent", "session_id",
  "created_at", "ended_at")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
  $21, $22, $23, $24,
  $25, $26, $27, $28, $29)
RETURNING "id", "answers", "name_mismatch";

update permission_slip_response_students rs set signed_as = jsonb_build_object('name', trim(s.first_name || ' ' || s.last_name),
  'graduation_year', s.graduation_year, 'legal_name', case when coalesce(s.legal_first_name, s.legal_last_name) is not null
then trim(coalesce(s.legal_first_name, s.first_name) || ' ' || coalesce(s.legal_last_name, s.last_name)) end)
from students s where rs.school_id = $1 and rs.response_id = $2 and s.school_id = rs.school_id and s.id = rs.student_id;

-- measureOwn
with own as materialized (
  select r.id, r.slip_id, r.chain_id, r.state, r.signature_sha256,
    pg_column_size(r.answers) + coalesce(octet_length(r.note), 0) as bytes
  from permission_slip_responses r where r.school_id = $1 and r.signed_by_user_id = $5)
select (select count(*)::int from own where own.slip_id = $2 and (own.chain_id = $4::uuid
    or exists (select from permission_slip_response_students rs
      where rs.school_id = $1 and rs.response_id = own.id and rs.student_id = any ($3::uuid[])))) as revisions,
  (select coalesce(sum(bytes), 0) from own where state <> 'current')::float8
    + (select coalesce(sum(octet_length(drawn.image)), 0) from drawn_signatures drawn
      where drawn.school_id = $1 and drawn.user_id = $5
        and drawn.sha256 in (select signature_sha256 from own where state <> 'current'))::float8 as "endedBytes";

-- nextRevision
select coalesce(max(r.revision), 0) + 1 as next
from permission_slip_response_students rs
join permission_slip_responses r on r.school_id = rs.school_id and r.id = rs.response_id
where rs.school_id = $1 and rs.slip_id = $2 and (rs.student_id = any ($3::uuid[]) or r.chain_id = $4::uuid);

-- restoreSigner
UPDATE "permission_slip_responses"
SET "signed_by_membership_id" = $1
WHERE ("signed_by_user_id" = $2 AND "school_id" = $3 AND "signed_by_membership_id" IS NULL);

-- saveVersion
INSERT INTO "permission_slip_versions"("slip_id", "sha256", "school_id", "statement_version",
  "statement", "body",
  "questions", "created_at")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT DO NOTHING;
