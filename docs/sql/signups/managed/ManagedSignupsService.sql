/* ManagedSignupsService */

-- exportClaims
select i.title as item, to_char(i.starts_at at time zone school.time_zone, 'YYYY-MM-DD HH24:MI') as starts_at,
  trim(person.first_name || ' ' || person.last_name) as name, case when ($3::boolean or person.profile_visibility = 'full' and (coalesce(person.membership_id, person.shared_membership_id) is null or exists (select from memberships active where active.school_id = person.school_id
  and active.id = coalesce(person.membership_id, person.shared_membership_id) and active.deactivated_at is null))
  or coalesce(person.membership_id, person.shared_membership_id) = $2::uuid) then person.email end as email,
  case when ($3::boolean or person.profile_visibility = 'full' and (coalesce(person.membership_id, person.shared_membership_id) is null or exists (select from memberships active where active.school_id = person.school_id
  and active.id = coalesce(person.membership_id, person.shared_membership_id) and active.deactivated_at is null))
  or coalesce(person.membership_id, person.shared_membership_id) = $2::uuid) then person.phone end as phone,
  pupil.first_name || ' ' || pupil.last_name as student, c.quantity, c.status, c.comment, c.answers,
  to_char(c.created_at at time zone school.time_zone, 'YYYY-MM-DD HH24:MI') as claimed_at
from signups s
join schools school on school.id = s.school_id
join signup_claims c on c.school_id = s.school_id and c.signup_id = s.id and c.status <> 'withdrawn'
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
  and (lower(g.first_name || ' ' || g.last_name) = lower(linked.first_name || ' ' || linked.last_name) or lower(g.first_name || ' ' || g.last_name) = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.phone is not null
      order by (g.student_id = null::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
    ), u.phone) as phone, m.school_id, m.id as membership_id, null::uuid as shared_membership_id,
    case when m.profile_visibility = 'full' and not exists (select from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower(g.first_name || ' ' || g.last_name) = lower(linked.first_name || ' ' || linked.last_name) or lower(g.first_name || ' ' || g.last_name) = (
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
  and own.school_id = $1::uuid and own.archived_at is null))) and coalesce(s.deleted_at > $4::timestamptz - interval '30 days', true))
order by i.position, i.id, c.status, c.queued_at, c.id;
