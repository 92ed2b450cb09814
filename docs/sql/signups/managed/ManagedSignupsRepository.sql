/* ManagedSignupsRepository */

-- findAll
with member as materialized (
  select m.id, m.user_id, (m.role <> 'parent') as is_admin, array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = m.id::uuid) as years,
    array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = $1::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = $1::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = $1::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = $1::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as organizations
  from memberships m where m.school_id = $1::uuid and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $4::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))))),
wanted as materialized (
  select item.* from signups item where item.school_id = $1 and (($3::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) and coalesce(item.deleted_at > $4::timestamptz - interval '30 days', true)) and case when $5::text is null then item.deleted_at is null else
case when item.deleted_at is not null then 'deleted' when item.opens_at is null then 'draft'
  when item.opens_at > $4::timestamptz then 'upcoming'
  when least(item.closes_at, item.visible_until) <= $4::timestamptz then 'closed' else 'open' end = $5 end),
audience as materialized (
  select asked.audience_type, asked.audience_years, asked.audience_organization_ids, count(member.id)::int as people
  from (select distinct audience_type, audience_years, audience_organization_ids from wanted) asked
  left join member on case asked.audience_type
  when 'school' then true
  when 'admins' then member.is_admin
  when 'graduation_years' then asked.audience_years && member.years
  when 'organizations' then asked.audience_organization_ids && member.organizations end
  group by asked.audience_type, asked.audience_years, asked.audience_organization_ids)
select '{"signups":' || coalesce(json_agg(signup), '[]')::text || '}' as text from (
  select
s.id, s.school_id, s.title, s.description, s.location, s.organization_id, o.name as organization_name,
to_char(s.opens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opens_at, to_char(s.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as closes_at,
to_char(s.visible_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as visible_until,
case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as event_id,
coalesce(s.closes_at <= $4::timestamptz, false) as closed, taken.has_claims, taken.my_claim_count, open.needed, open.filled, s.claimant_visibility, s.per_person_limit, s.claim_per,
to_char(s.withdraw_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as withdraw_until,
coalesce((select json_agg(json_build_object('id', q.id, 'position', q.position, 'type', q.type, 'text', q.text,
    'required', q.required, 'choices', coalesce((select json_agg(json_build_object('id', c.id, 'text', c.text)
      order by c.position) from question_choices c where c.school_id = q.school_id and c.question_id = q.id), '[]'))
    order by q.position)
  from questions q where q.school_id = s.school_id and q.signup_id = s.id), '[]') as questions,
coalesce((select json_agg(item) from (
select i.id, i.position, i.title, i.description, to_char(i.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at,
  to_char(i.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at, i.capacity, counted.confirmed,
  case when i.capacity is not null then greatest(0, i.capacity - counted.confirmed) end as remaining, i.waitlist_enabled, counted.waitlisted,
  coalesce((select json_agg(claimant) from (
select c.id as claim_id, trim(person.first_name || ' ' || person.last_name) as display_name, c.quantity, c.status,
  c.membership_id = $2::uuid as is_me,
  case when coalesce(($3::boolean or s.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) or c.membership_id = $2::uuid then c.comment end as comment
from signup_claims c join memberships m on m.school_id = c.school_id and m.id = c.membership_id join users u on u.id = m.user_id
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
where c.school_id = i.school_id and c.item_id = i.id and c.status <> 'withdrawn'
  and (coalesce(($3::boolean or s.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) or c.membership_id = $2::uuid
    or s.claimant_visibility = 'names' and m.deactivated_at is null)
  and (c.membership_id = $2::uuid or not coalesce(c.student_id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))), false))
order by c.status, c.queued_at, c.id) claimant), '[]') as claimants,
  array(select c.id from signup_claims c where c.school_id = i.school_id and c.item_id = i.id and c.status <> 'withdrawn'
    and c.membership_id = $2::uuid order by c.queued_at, c.id) as my_claim_ids
from signup_items i cross join lateral (
  select coalesce(sum(c.quantity) filter (where c.status = 'confirmed'), 0)::int as confirmed,
    coalesce(sum(c.quantity) filter (where c.status = 'waitlisted'), 0)::int as waitlisted
  from signup_claims c where c.school_id = i.school_id and c.item_id = i.id) counted
where i.school_id = s.school_id and i.signup_id = s.id order by i.position, i.title collate "und-x-icu", i.id) item), '[]') as items, coalesce(($3::boolean or s.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) as can_manage,
case when s.deleted_at is not null then 'deleted' when s.opens_at is null then 'draft'
  when s.opens_at > $4::timestamptz then 'upcoming'
  when least(s.closes_at, s.visible_until) <= $4::timestamptz then 'closed' else 'open' end as state,
json_build_object('type', s.audience_type, 'graduation_years', s.audience_years,
  'organization_ids', s.audience_organization_ids) as audience, audience.people as audience_count, null::json as claims, to_char(s.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at
from wanted s
join audience on audience.audience_type = s.audience_type and audience.audience_years = s.audience_years
  and audience.audience_organization_ids = s.audience_organization_ids
left join organizations o on o.school_id = s.school_id and o.id = s.organization_id
left join events e on e.school_id = s.school_id and e.id = s.event_id
cross join lateral (
  select count(*) > 0 as has_claims,
    (count(*) filter (where c.membership_id = $2::uuid))::int as my_claim_count
  from signup_claims c where c.school_id = s.school_id and c.signup_id = s.id and c.status <> 'withdrawn'
) taken
cross join lateral (
  select case when bool_or(i.capacity is null) then null
      else coalesce(sum(greatest(0, i.capacity - counted.confirmed)), 0)::int end as needed,
    coalesce(sum(counted.confirmed), 0)::int as filled
  from signup_items i cross join lateral (
    select coalesce(sum(c.quantity), 0) as confirmed from signup_claims c
    where c.school_id = i.school_id and c.item_id = i.id and c.status = 'confirmed') counted
  where i.school_id = s.school_id and i.signup_id = s.id
) open order by s.created_at desc, s.id) signup;

-- findClaims
select i.title as item, to_char(i.starts_at at time zone school.time_zone, 'YYYY-MM-DD HH24:MI') as starts_at,
  trim(person.first_name || ' ' || person.last_name) as name, case when ($3::boolean or coalesce(person.membership_id, person.shared_membership_id) = $2::uuid
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
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) then person.email end as email,
  case when ($3::boolean or coalesce(person.membership_id, person.shared_membership_id) = $2::uuid
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
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) then person.phone end as phone,
  trim(pupil.first_name || ' ' || pupil.last_name) as student, c.quantity, c.status, c.comment, c.answers,
  to_char(c.created_at at time zone school.time_zone, 'YYYY-MM-DD HH24:MI') as claimed_at
from signups s
join schools school on school.id = s.school_id
join signup_claims c on c.school_id = s.school_id and c.signup_id = s.id and c.status <> 'withdrawn'
  and (c.membership_id = $2::uuid or not coalesce(c.student_id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))), false))
join signup_items i on i.school_id = c.school_id and i.id = c.item_id
join memberships m on m.school_id = c.school_id and m.id = c.membership_id
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
left join students pupil on pupil.school_id = c.school_id and pupil.id = c.student_id
where s.school_id = $1 and s.id = $5 and (($3::boolean or s.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) and coalesce(s.deleted_at > $4::timestamptz - interval '30 days', true))
order by i.position, i.id, c.status, c.queued_at, c.id;

-- findOne
with member as materialized (
  select m.id, m.user_id, (m.role <> 'parent') as is_admin, array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = $1::uuid and family.membership_id = m.id::uuid) as years,
    array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = $1::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = $1::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = $1::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = $1::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null) as organizations
  from memberships m where m.school_id = $1::uuid and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $4::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))))),
wanted as materialized (
  select item.* from signups item where item.school_id = $1 and (($3::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) and coalesce(item.deleted_at > $4::timestamptz - interval '30 days', true)) and item.id = $5::uuid),
audience as materialized (
  select asked.audience_type, asked.audience_years, asked.audience_organization_ids, count(member.id)::int as people
  from (select distinct audience_type, audience_years, audience_organization_ids from wanted) asked
  left join member on case asked.audience_type
  when 'school' then true
  when 'admins' then member.is_admin
  when 'graduation_years' then asked.audience_years && member.years
  when 'organizations' then asked.audience_organization_ids && member.organizations end
  group by asked.audience_type, asked.audience_years, asked.audience_organization_ids)
select
s.id, s.school_id, s.title, s.description, s.location, s.organization_id, o.name as organization_name,
to_char(s.opens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opens_at, to_char(s.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as closes_at,
to_char(s.visible_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as visible_until,
case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as event_id,
coalesce(s.closes_at <= $4::timestamptz, false) as closed, taken.has_claims, taken.my_claim_count, open.needed, open.filled, s.claimant_visibility, s.per_person_limit, s.claim_per,
to_char(s.withdraw_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as withdraw_until,
coalesce((select json_agg(json_build_object('id', q.id, 'position', q.position, 'type', q.type, 'text', q.text,
    'required', q.required, 'choices', coalesce((select json_agg(json_build_object('id', c.id, 'text', c.text)
      order by c.position) from question_choices c where c.school_id = q.school_id and c.question_id = q.id), '[]'))
    order by q.position)
  from questions q where q.school_id = s.school_id and q.signup_id = s.id), '[]') as questions,
coalesce((select json_agg(item) from (
select i.id, i.position, i.title, i.description, to_char(i.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at,
  to_char(i.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at, i.capacity, counted.confirmed,
  case when i.capacity is not null then greatest(0, i.capacity - counted.confirmed) end as remaining, i.waitlist_enabled, counted.waitlisted,
  coalesce((select json_agg(claimant) from (
select c.id as claim_id, trim(person.first_name || ' ' || person.last_name) as display_name, c.quantity, c.status,
  c.membership_id = $2::uuid as is_me,
  case when coalesce(($3::boolean or s.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) or c.membership_id = $2::uuid then c.comment end as comment
from signup_claims c join memberships m on m.school_id = c.school_id and m.id = c.membership_id join users u on u.id = m.user_id
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
where c.school_id = i.school_id and c.item_id = i.id and c.status <> 'withdrawn'
  and (coalesce(($3::boolean or s.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) or c.membership_id = $2::uuid
    or s.claimant_visibility = 'names' and m.deactivated_at is null)
  and (c.membership_id = $2::uuid or not coalesce(c.student_id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))), false))
order by c.status, c.queued_at, c.id) claimant), '[]') as claimants,
  array(select c.id from signup_claims c where c.school_id = i.school_id and c.item_id = i.id and c.status <> 'withdrawn'
    and c.membership_id = $2::uuid order by c.queued_at, c.id) as my_claim_ids
from signup_items i cross join lateral (
  select coalesce(sum(c.quantity) filter (where c.status = 'confirmed'), 0)::int as confirmed,
    coalesce(sum(c.quantity) filter (where c.status = 'waitlisted'), 0)::int as waitlisted
  from signup_claims c where c.school_id = i.school_id and c.item_id = i.id) counted
where i.school_id = s.school_id and i.signup_id = s.id order by i.position, i.title collate "und-x-icu", i.id) item), '[]') as items, coalesce(($3::boolean or s.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])), false) as can_manage,
case when s.deleted_at is not null then 'deleted' when s.opens_at is null then 'draft'
  when s.opens_at > $4::timestamptz then 'upcoming'
  when least(s.closes_at, s.visible_until) <= $4::timestamptz then 'closed' else 'open' end as state,
json_build_object('type', s.audience_type, 'graduation_years', s.audience_years,
  'organization_ids', s.audience_organization_ids) as audience, audience.people as audience_count, (
select coalesce(json_agg(claim), '[]') from (
  select
c.id, c.signup_id, c.item_id, c.quantity, c.status,
case when c.status = 'waitlisted' then (select count(*)::int from signup_claims before
  where before.school_id = c.school_id and before.item_id = c.item_id and before.status = 'waitlisted'
    and (before.queued_at, before.id) <= (c.queued_at, c.id)) end as waitlist_position,
c.student_id, c.comment, c.answers, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, c.membership_id, trim(person.first_name || ' ' || person.last_name) as name,
    case when ($3::boolean or coalesce(person.membership_id, person.shared_membership_id) = $2::uuid
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
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) then person.email end as email,
    case when ($3::boolean or coalesce(person.membership_id, person.shared_membership_id) = $2::uuid
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
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) then person.phone end as phone
  from signup_claims c
join signup_items i on i.school_id = c.school_id and i.id = c.item_id
join memberships m on m.school_id = c.school_id and m.id = c.membership_id
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
  where c.school_id = s.school_id and c.signup_id = s.id and c.status <> 'withdrawn'
  and (c.membership_id = $2::uuid or not coalesce(c.student_id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))), false))
  order by i.position, i.id, c.status, c.queued_at, c.id) claim) as claims, to_char(s.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at
from wanted s
join audience on audience.audience_type = s.audience_type and audience.audience_years = s.audience_years
  and audience.audience_organization_ids = s.audience_organization_ids
left join organizations o on o.school_id = s.school_id and o.id = s.organization_id
left join events e on e.school_id = s.school_id and e.id = s.event_id
cross join lateral (
  select count(*) > 0 as has_claims,
    (count(*) filter (where c.membership_id = $2::uuid))::int as my_claim_count
  from signup_claims c where c.school_id = s.school_id and c.signup_id = s.id and c.status <> 'withdrawn'
) taken
cross join lateral (
  select case when bool_or(i.capacity is null) then null
      else coalesce(sum(greatest(0, i.capacity - counted.confirmed)), 0)::int end as needed,
    coalesce(sum(counted.confirmed), 0)::int as filled
  from signup_items i cross join lateral (
    select coalesce(sum(c.quantity), 0) as confirmed from signup_claims c
    where c.school_id = i.school_id and c.item_id = i.id and c.status = 'confirmed') counted
  where i.school_id = s.school_id and i.signup_id = s.id
) open;
