/* ManagedPollsRepository */

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
  select item.* from polls item where item.school_id = $1 and (($3::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) and coalesce(item.deleted_at > $4::timestamptz - interval '30 days', true)) and case when $5::text is null then item.deleted_at is null else
case when item.deleted_at is not null then 'deleted' when item.opens_at is null then 'draft'
  when item.opens_at > $4::timestamptz then 'upcoming'
  when item.closes_at <= $4::timestamptz then 'closed' else 'open' end = $5 end),
audience as materialized (
  select asked.audience_type, asked.audience_years, asked.audience_organization_ids, count(member.id)::int as people
  from (select distinct audience_type, audience_years, audience_organization_ids from wanted) asked
  left join member on case asked.audience_type
  when 'school' then true
  when 'admins' then member.is_admin
  when 'graduation_years' then asked.audience_years && member.years
  when 'organizations' then asked.audience_organization_ids && member.organizations end
  group by asked.audience_type, asked.audience_years, asked.audience_organization_ids)
select '{"polls":' || coalesce(json_agg(poll), '[]')::text || '}' as text from (
  select
p.id, p.school_id, p.title, p.description, p.organization_id,
to_char(p.opens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opens_at, to_char(p.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as closes_at,
p.results_visibility, p.anonymous,
(select count(*)::int from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id) as question_count,
coalesce(p.closes_at <= $4::timestamptz, false) as closed, own.id is not null as already_responded,
case when not p.anonymous then to_char(own.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as responded_at,
case when p.deleted_at is not null then 'deleted' when p.opens_at is null then 'draft'
  when p.opens_at > $4::timestamptz then 'upcoming'
  when p.closes_at <= $4::timestamptz then 'closed' else 'open' end as state,
json_build_object('type', p.audience_type, 'graduation_years', p.audience_years,
  'organization_ids', p.audience_organization_ids) as audience, audience.people as audience_count, given.responses as response_count,
greatest(audience.people - given.answered, 0) as outstanding_count,
(
select coalesce(json_agg(json_build_object('id', q.id, 'position', q.position, 'text', q.text,
  'choices', coalesce((
select json_agg(json_build_object('id', c.id, 'position', c.position, 'text', c.text,
  'count', chosen.times, 'percent', round(100.0 * chosen.times / greatest(given.responses, 1), 1)) order by c.position)
from poll_choices c cross join lateral (select
case when p.anonymous then c.times else (select count(*)::int from poll_answers a
  where a.school_id = c.school_id and a.choice_id = c.id) end as times) chosen
where c.school_id = q.school_id and c.question_id = q.id), '[]')) order by q.position), '[]')
from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id) as questions, null::json as respondents, to_char(p.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at
from wanted p
join audience on audience.audience_type = p.audience_type and audience.audience_years = p.audience_years
  and audience.audience_organization_ids = p.audience_organization_ids
left join poll_responses own on own.school_id = p.school_id and own.poll_id = p.id
  and own.user_id = (select self.user_id from memberships self where self.school_id = $1::uuid and self.id = $2::uuid)
left join poll_tallies tally on tally.school_id = p.school_id and tally.poll_id = p.id
cross join lateral (select
case when p.anonymous then coalesce(tally.counted, 0) else (select count(*)::int from poll_responses r
  where r.school_id = p.school_id and r.poll_id = p.id) end as responses,
case when p.anonymous then
case when p.anonymous then coalesce(tally.counted, 0) else (select count(*)::int from poll_responses r
  where r.school_id = p.school_id and r.poll_id = p.id) end else (select count(*)::int from poll_responses r
  join member on member.user_id = r.user_id and case p.audience_type
  when 'school' then true
  when 'admins' then member.is_admin
  when 'graduation_years' then p.audience_years && member.years
  when 'organizations' then p.audience_organization_ids && member.organizations end
  where r.school_id = p.school_id and r.poll_id = p.id) end as answered) given order by p.created_at desc, p.id) poll;

-- findAnswers
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
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email)))))
select trim(person.first_name || ' ' || person.last_name) as name, json_build_array(person.last_name, person.first_name, m.id) as sort_key,
  to_char(r.submitted_at at time zone school.time_zone, 'YYYY-MM-DD HH24:MI') as answered_at,
  coalesce((select json_object_agg(a.question_id, c.text) from poll_answers a
    join poll_choices c on c.school_id = a.school_id and c.id = a.choice_id
    where a.school_id = r.school_id and a.response_id = r.id), '{}') as answers, school.locale
from polls p
join schools school on school.id = p.school_id
join memberships m on m.school_id = p.school_id
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
left join poll_responses r on r.school_id = p.school_id and r.poll_id = p.id and r.user_id = m.user_id
left join member on member.id = m.id and case p.audience_type
  when 'school' then true
  when 'admins' then member.is_admin
  when 'graduation_years' then p.audience_years && member.years
  when 'organizations' then p.audience_organization_ids && member.organizations end
where p.school_id = $1 and p.id = $5 and (($3::boolean or p.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = $1::uuid and own.archived_at is null)::uuid[])) and coalesce(p.deleted_at > $4::timestamptz - interval '30 days', true)) and (r.id is not null or member.id is not null);

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
  select item.* from polls item where item.school_id = $1 and (($3::boolean or item.organization_id = any (array(select own.id from (
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
p.id, p.school_id, p.title, p.description, p.organization_id,
to_char(p.opens_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opens_at, to_char(p.closes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as closes_at,
p.results_visibility, p.anonymous,
(select count(*)::int from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id) as question_count,
coalesce(p.closes_at <= $4::timestamptz, false) as closed, own.id is not null as already_responded,
case when not p.anonymous then to_char(own.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as responded_at,
case when p.deleted_at is not null then 'deleted' when p.opens_at is null then 'draft'
  when p.opens_at > $4::timestamptz then 'upcoming'
  when p.closes_at <= $4::timestamptz then 'closed' else 'open' end as state,
json_build_object('type', p.audience_type, 'graduation_years', p.audience_years,
  'organization_ids', p.audience_organization_ids) as audience, audience.people as audience_count, given.responses as response_count,
greatest(audience.people - given.answered, 0) as outstanding_count,
(
select coalesce(json_agg(json_build_object('id', q.id, 'position', q.position, 'text', q.text,
  'choices', coalesce((
select json_agg(json_build_object('id', c.id, 'position', c.position, 'text', c.text,
  'count', chosen.times, 'percent', round(100.0 * chosen.times / greatest(given.responses, 1), 1)) order by c.position)
from poll_choices c cross join lateral (select
case when p.anonymous then c.times else (select count(*)::int from poll_answers a
  where a.school_id = c.school_id and a.choice_id = c.id) end as times) chosen
where c.school_id = q.school_id and c.question_id = q.id), '[]')) order by q.position), '[]')
from poll_questions q where q.school_id = p.school_id and q.poll_id = p.id) as questions, case when not p.anonymous then (
select coalesce(json_agg(json_build_object('membership_id', m.id, 'name', trim(person.first_name || ' ' || person.last_name),
  'sort_key', json_build_array(person.last_name, person.first_name, m.id), 'responded_at', to_char(r.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '[]')
from poll_responses r
join memberships m on m.school_id = r.school_id and m.user_id = r.user_id
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
where r.school_id = p.school_id and r.poll_id = p.id) end as respondents, to_char(p.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as deleted_at,
  (p.anonymous and (exists (
select from poll_responses r join poll_answers a on a.school_id = r.school_id and a.response_id = r.id
where r.school_id = p.school_id and r.poll_id = p.id) or coalesce(p.closes_at <= $4::timestamptz, false) and exists (
select from poll_tallies t where t.school_id = p.school_id and t.poll_id = p.id
  and t.waiting is not null and t.waiting_count >= 3))) as has_pending, (select locale from schools where id = p.school_id) as locale
from wanted p
join audience on audience.audience_type = p.audience_type and audience.audience_years = p.audience_years
  and audience.audience_organization_ids = p.audience_organization_ids
left join poll_responses own on own.school_id = p.school_id and own.poll_id = p.id
  and own.user_id = (select self.user_id from memberships self where self.school_id = $1::uuid and self.id = $2::uuid)
left join poll_tallies tally on tally.school_id = p.school_id and tally.poll_id = p.id
cross join lateral (select
case when p.anonymous then coalesce(tally.counted, 0) else (select count(*)::int from poll_responses r
  where r.school_id = p.school_id and r.poll_id = p.id) end as responses,
case when p.anonymous then
case when p.anonymous then coalesce(tally.counted, 0) else (select count(*)::int from poll_responses r
  where r.school_id = p.school_id and r.poll_id = p.id) end else (select count(*)::int from poll_responses r
  join member on member.user_id = r.user_id and case p.audience_type
  when 'school' then true
  when 'admins' then member.is_admin
  when 'graduation_years' then p.audience_years && member.years
  when 'organizations' then p.audience_organization_ids && member.organizations end
  where r.school_id = p.school_id and r.poll_id = p.id) end as answered) given;
