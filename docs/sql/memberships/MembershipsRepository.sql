/* MembershipsRepository */

-- findForUpdate
select id, user_id, role, first_name, last_name, phone, profile_visibility, hidden_by_default, deactivated_at,
students_gone_at, ended_without_students, source_digest from memberships where school_id = $1 and user_id = $2 for no key update;

-- insert
insert into memberships
       (school_id, user_id, role, first_name, last_name, phone, profile_visibility, joined_at)
     select $1::uuid, u.id, $3, coalesce($4, u.first_name), coalesce($5, u.last_name), coalesce($6, u.phone),
       coalesce(
         (select 'name_only' from memberships where user_id = $2 and profile_visibility = 'name_only'
           and not hidden_by_default limit 1),
         nullif(u.profile_visibility, 'full'),
         (select nullif(profile_visibility, 'full') from member_departures
         where user_id = $2 and not exists (select from memberships where user_id = $2)
         order by left_at desc limit 1),
        $7, 'full'), $8::timestamptz
     from users u
     where u.id = $2 and not exists (select from memberships where user_id = $2 and school_id = $1)
     for share of u
     on conflict (user_id, school_id) do nothing
     returning id, user_id, role, first_name, last_name, phone, profile_visibility, hidden_by_default, deactivated_at,
students_gone_at, ended_without_students, source_digest;

-- settleFamilies
with family as materialized (
select coalesce(g.membership_id, g.shared_membership_id) as membership_id, bool_or(s.archived_at is null) as has_students,
  max(s.archived_at) as last_gone
from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id
where g.school_id = $1 and coalesce(g.membership_id, g.shared_membership_id) is not null
group by 1), judged as materialized (
  select m.id, m.deactivated_at, m.students_gone_at, m.ended_without_students, school.grace_days,
    family.has_students is true as has_students,
    case when family.has_students then null
      else coalesce(m.students_gone_at, family.last_gone, case when m.id = any ($3::uuid[]) then $2::timestamptz end)
    end as gone_at,
    m.id = any ($3::uuid[]) as at_once, ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email)) as stays
  from memberships m join schools school on school.id = m.school_id
  left join family on family.membership_id = m.id
  where m.school_id = $1 and m.role = 'parent' and ($4::uuid[] is null or m.id = any ($4))
    and (family.has_students is not true or m.students_gone_at is not null or m.ended_without_students)
), due as (
  select *, deactivated_at is null and gone_at is not null and not stays
      and (at_once or gone_at + make_interval(days => grace_days) <= $2::timestamptz) as ends,
    ended_without_students and has_students as returns
  from judged)
update memberships m set students_gone_at = due.gone_at,
  deactivated_at = case when due.ends then $2 when due.returns then null else m.deactivated_at end,
  ended_without_students = case when due.ends then true when due.returns then false else m.ended_without_students end
from due, users u
where m.school_id = $1 and m.id = due.id and u.id = m.user_id
  and (due.ends or due.returns or m.students_gone_at is distinct from due.gone_at)
returning m.id, case when due.ends then 'ended' when due.returns then 'returned'
    when due.gone_at is null then 'present' else 'waiting' end as outcome,
  coalesce(
coalesce(nullif(trim(coalesce(m.first_name, u.first_name, '') || ' ' || coalesce(m.last_name, u.last_name, '')), ''),
  (select trim(own.first_name || ' ' || own.last_name) from guardians own
    where own.school_id = m.school_id and own.membership_id = m.id order by own.is_primary desc, own.id limit 1)), '') as name,
  due.gone_at + make_interval(days => due.grace_days) as "endsAt";

-- takeDeparture
delete from member_departures where user_id = $1 and school_id = $2
returning unsubscribed_at as "unsubscribedAt", mail_token as "mailToken",
  revoked_organization_ids as "revokedOrganizationIds", left_at as "leftAt";

-- update
update memberships set role = $3, first_name = $4, last_name = $5, phone = $6, profile_visibility = $7,
  hidden_by_default = $8, deactivated_at = $9, source_digest = $10, students_gone_at = $11, ended_without_students = $12
where school_id = $1 and id = $2;

-- waiting
select m.id, coalesce(
coalesce(nullif(trim(coalesce(m.first_name, u.first_name, '') || ' ' || coalesce(m.last_name, u.last_name, '')), ''),
  (select trim(own.first_name || ' ' || own.last_name) from guardians own
    where own.school_id = m.school_id and own.membership_id = m.id order by own.is_primary desc, own.id limit 1)), '') as name,
       to_char((m.students_gone_at + make_interval(days => school.grace_days)) at time zone school.time_zone, 'YYYY-MM-DD') as "endsOn"
     from memberships m join users u on u.id = m.user_id join schools school on school.id = m.school_id
     where m.school_id = $1 and m.students_gone_at is not null and m.deactivated_at is null and m.role = 'parent'
       and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))
     order by m.students_gone_at, name, m.id;
