/* GuardianLinksRepository */

-- findStudentsOf
select distinct student_id from guardians
where school_id = $1 and (membership_id = $2 or shared_membership_id = $2) order by student_id;

-- link
update guardians g set relation = $4 where g.school_id = $1 and g.student_id = $3
and (g.membership_id = $2 or g.shared_membership_id = $2) and g.source_id is null and g.relation <> $4
         and not exists (select from guardians other where other.school_id = $1 and other.student_id = $3
and (other.membership_id = $2 or other.shared_membership_id = $2) and other.id <> g.id)
       returning id;

with own as (select * from guardians g where g.school_id = $1 and g.student_id = $3
and (g.membership_id = $2 or g.shared_membership_id = $2))
     insert into guardians (school_id, student_id, membership_id, shared_membership_id, source, first_name, last_name, email,
       phone, relation, profile_visibility, hidden_by_default, created_at)
     select $1, $3, case when already.there then null else m.id end, case when already.there then m.id end, 'registration',
       case when already.there then initcap($4::text) else coalesce(m.first_name, u.first_name, initcap($4::text)) end,
       case when already.there then '' else coalesce(m.last_name, u.last_name, '') end, u.email,
       case when already.there then null else m.phone end, $4::text, m.profile_visibility, m.hidden_by_default, $5
     from memberships m join users u on u.id = m.user_id
     cross join (select exists (select from own) as there) already
     where m.school_id = $1 and m.id = $2 and not exists (select from own where (own.relation = $4::text
or own.relation in ('parent', 'guardian', 'relative', 'other') or $4::text in ('parent', 'guardian', 'relative', 'other')))
     on conflict do nothing
     returning id;

-- linkByEmail
update guardians g set shared_membership_id = $2 where g.school_id = $1 and g.email = any (array(
select own.email from user_addresses asked join user_addresses own on own.user_id = asked.user_id
where asked.email = $3 and asked.verified_at is not null and own.verified_at is not null
union select $3::text)) and (
g.membership_id is null and g.shared_membership_id is null and not g.disowned
and exists (select from guardians linked where linked.school_id = $1 and linked.student_id = g.student_id
  and linked.membership_id = $2 and
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id))))) is not true))
     returning id;

update guardians set membership_id = $2, shared_membership_id = null
     where school_id = $1 and id in (
       select distinct on (g.student_id) g.id
       from guardians g, memberships m join users u on u.id = m.user_id
       where g.school_id = $1 and g.email = any (array(
select own.email from user_addresses asked join user_addresses own on own.user_id = asked.user_id
where asked.email = $3 and asked.verified_at is not null and own.verified_at is not null
union select $3::text)) and g.membership_id is null and m.school_id = g.school_id and m.id = $2
         and not g.disowned
         and not exists (select 1 from guardians other
           where other.school_id = g.school_id and other.student_id = g.student_id and other.membership_id = $2)
       order by g.student_id,
(lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") =
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu")) is true desc, g.is_primary desc, g.id)
     returning id;

-- linkLeftRestrictions
update guardians left_behind set membership_id = case when pick.is_first then $2::uuid end,
  shared_membership_id = case when not pick.is_first then $2::uuid end
from (
  select g.id, row_number() over (partition by g.student_id order by g.id) = 1 and not exists (
    select from guardians linked where linked.school_id = $1 and linked.student_id = g.student_id
      and linked.membership_id = $2) as is_first
  from memberships m join guardian_departures d on d.school_id = m.school_id and d.user_id = m.user_id
  join guardians g on g.school_id = $1 and g.student_id = d.student_id and g.source = d.source
    and coalesce(g.source_id, 'by hand ' || g.id) = d.source_id and g.restricted_at is not null and coalesce(g.membership_id, g.shared_membership_id) is null
  where m.school_id = $1 and m.id = $2) pick
where left_behind.school_id = $1 and left_behind.id = pick.id
returning left_behind.id;

-- removeLink
with own as materialized (
       select distinct g.id from guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id or g.shared_membership_id = linked.membership_id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
       where linked.school_id = $2 and linked.membership_id = $1),
     restricted as (
       update guardians g set membership_id = null, shared_membership_id = null from own
       where g.school_id = $2 and g.id = own.id and g.restricted_at is not null
       returning g.student_id, g.source, coalesce(g.source_id, 'by hand ' || g.id) as source_id),
     removed as (
       delete from guardians g using own where g.school_id = $2 and g.id = own.id and g.restricted_at is null
       returning g.student_id, g.source, g.source_id),
     noted as (
       insert into guardian_departures (student_id, source, source_id, school_id, user_id)
       select student_id, source, source_id, $2, $3 from (select * from removed union all select * from restricted) gone
       where source_id is not null
       on conflict (school_id, student_id, source, source_id) do update set user_id = excluded.user_id)
     select distinct student_id from removed order by student_id;

-- unifyVisibility
with own as materialized (
       select g.school_id, g.id, g.profile_visibility as visibility, g.hidden_by_default
       from memberships m join guardians linked on linked.school_id = m.school_id and linked.membership_id = m.id
       join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id or g.shared_membership_id = linked.membership_id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
       where m.user_id = $1),
     choice as (
       select case when bool_or(visibility = 'name_only') then 'name_only' else 'full' end as visibility from (
         select profile_visibility as visibility from memberships where user_id = $1 and not hidden_by_default
         union all
         select visibility from own where not hidden_by_default) all_of_them),
     flipped as (
       update guardians g set profile_visibility = choice.visibility, hidden_by_default = false from choice, own
       where (g.school_id, g.id) = (own.school_id, own.id)
         and (choice.visibility = 'name_only' or not g.hidden_by_default)
         and (g.profile_visibility <> choice.visibility or g.hidden_by_default)
       returning g.school_id, g.id, g.student_id, g.profile_visibility = 'full' as visible,
         g.profile_visibility <> own.visibility as flips),
     noted as (
       insert into visibility_changes (school_id, guardian_id, visible, changed_at)
       select school_id, id, visible, $2 from flipped where flips)
     select distinct school_id as "schoolId", student_id as id from flipped where flips order by 1, 2;
