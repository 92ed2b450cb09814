/* SchoolConfirmationRepository */

-- findLastRound
select r.id, to_char(r.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opened_at, r.due_on::text as due_on, r.message,
  to_char(r.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as closed_at
from confirmation_rounds r where r.school_id = $1
order by r.closed_at desc nulls first, r.id limit 1;

-- findPeople
select m.id as membership_id, trim(person.first_name || ' ' || person.last_name) as name, own.students, to_char(given.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as confirmed_at,
  json_build_array(person.last_name, person.first_name, m.id) as sort_key, (select locale from schools where id = $1) as locale
from memberships m
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
join (
  select g.membership_id, json_agg(json_build_object('name', trim(s.first_name || ' ' || s.last_name), 'sort_key', json_build_array(s.last_name, s.first_name, s.id))) as students
  from family_guardians g
  join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
  where g.school_id = $1 and g.membership_id is not null group by g.membership_id
) own on own.membership_id = m.id
left join confirmations given on given.school_id = m.school_id and given.round_id = $2 and given.membership_id = m.id
where m.school_id = $1 and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $3::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $3::timestamptz
  and (held.expires_at is null or held.expires_at > $3::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))));
