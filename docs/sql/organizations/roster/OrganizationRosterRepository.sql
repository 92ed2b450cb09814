/* OrganizationRosterRepository */

-- findClassList
with found as materialized (
  select s.*, enrolled.position, enrolled.jersey from organization_students enrolled
  join students s on s.school_id = enrolled.school_id and s.id = enrolled.student_id and s.archived_at is null
  where enrolled.school_id = $1 and enrolled.organization_id = $4 and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))))
select o.name, coalesce((select json_agg(item) from (
    select
s.id, s.first_name, s.last_name, trim(s.first_name || ' ' || s.last_name) as name, s.graduation_year,
(exists (select from student_photos photo where photo.school_id = s.school_id and photo.student_id = s.id)
  and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))))) as has_photo,
json_build_array(s.last_name, s.first_name, s.id) as sort_key, s.grade, coalesce(family.list, '[]') as guardians, s.position, s.jersey
    from found s
left join (
  select g.student_id, json_agg(listed) as list
  from family_guardians g cross join lateral (select trim(g.first_name || ' ' || g.last_name) as name, g.relation, json_build_array(not g.is_primary, g.last_name, g.first_name, g.id) as sort_key, g.id, case when ($3::boolean or coalesce(g.membership_id, g.shared_membership_id) = $2::uuid
  or g.profile_visibility = 'full' and (coalesce(g.membership_id, g.shared_membership_id) is null or exists (select from memberships active where active.school_id = g.school_id
  and active.id = coalesce(g.membership_id, g.shared_membership_id) and active.deactivated_at is null))
    and not coalesce(
g.id = any(array(select record.id from
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
or coalesce(g.membership_id, g.shared_membership_id)
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
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) then g.email end as email, case when ($3::boolean or coalesce(g.membership_id, g.shared_membership_id) = $2::uuid
  or g.profile_visibility = 'full' and (coalesce(g.membership_id, g.shared_membership_id) is null or exists (select from memberships active where active.school_id = g.school_id
  and active.id = coalesce(g.membership_id, g.shared_membership_id) and active.deactivated_at is null))
    and not coalesce(
g.id = any(array(select record.id from
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
or coalesce(g.membership_id, g.shared_membership_id)
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
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) then g.phone end as phone) listed
  where g.school_id = $1 and g.student_id in (select id from found)
  group by g.student_id
) family on family.student_id = s.id) item), '[]') as students,
  (select locale from schools where id = $1) as locale,
  json_build_object('name', home.name, 'locale', home.locale, 'country', home.country, 'timeZone', home.time_zone) as school
from organizations o join schools home on home.id = o.school_id where o.school_id = $1 and o.id = $4;

-- findParent
select m.id as membership_id, trim(person.first_name || ' ' || person.last_name) as name, helping.title,
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
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) then person.phone end as phone, json_build_array(person.last_name, person.first_name, m.id) as sort_key
from organization_parents helping
join memberships m on m.school_id = helping.school_id and m.id = helping.membership_id
  and m.deactivated_at is null
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
where helping.school_id = $1 and helping.organization_id = $4 and m.id = $5;

-- findParentIds
SELECT "OrganizationParent"."organization_id" AS "OrganizationParent_organization_id",
  "OrganizationParent"."membership_id" AS "OrganizationParent_membership_id",
  "OrganizationParent"."school_id" AS "OrganizationParent_school_id",
  "OrganizationParent"."title" AS "OrganizationParent_title",
  "OrganizationParent"."added_at" AS "OrganizationParent_added_at"
FROM "organization_parents" "OrganizationParent"
WHERE (("OrganizationParent"."school_id" = $1) AND ("OrganizationParent"."organization_id" = $2));

-- findRoster
with found as materialized (
  select s.*, enrolled.position, enrolled.jersey from organization_students enrolled
  join students s on s.school_id = enrolled.school_id and s.id = enrolled.student_id and s.archived_at is null
  where enrolled.school_id = $1 and enrolled.organization_id = $4 and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))))))
select coalesce((select json_agg(item) from (
    select
s.id, s.first_name, s.last_name, trim(s.first_name || ' ' || s.last_name) as name, s.graduation_year,
(exists (select from student_photos photo where photo.school_id = s.school_id and photo.student_id = s.id)
  and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))))) as has_photo,
json_build_array(s.last_name, s.first_name, s.id) as sort_key, coalesce(family.list, '[]') as guardians, s.position, s.jersey
    from found s
left join (
  select g.student_id, json_agg(listed) as list
  from family_guardians g cross join lateral (select trim(g.first_name || ' ' || g.last_name) as name, g.relation, json_build_array(not g.is_primary, g.last_name, g.first_name, g.id) as sort_key) listed
  where g.school_id = $1 and g.student_id in (select id from found)
  group by g.student_id
) family on family.student_id = s.id) item), '[]') as students,
  coalesce((select json_agg(item) from (
select m.id as membership_id, trim(person.first_name || ' ' || person.last_name) as name, helping.title,
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
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) then person.phone end as phone, json_build_array(person.last_name, person.first_name, m.id) as sort_key
from organization_parents helping
join memberships m on m.school_id = helping.school_id and m.id = helping.membership_id
  and m.deactivated_at is null
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
where helping.school_id = $1 and helping.organization_id = $4) item), '[]') as parents, (select locale from schools where id = $1) as locale;

-- putParent
insert into organization_parents (organization_id, membership_id, school_id, title, added_at)
select $1, m.id, m.school_id, $4, $6 from memberships m
where m.school_id = $2 and m.id = $3 and m.deactivated_at is null for share
on conflict (school_id, organization_id, membership_id) do update
  set title = case when $5 then excluded.title else organization_parents.title end
returning 1;

-- putStudent
insert into organization_students (organization_id, student_id, school_id, position, jersey, source, added_at)
select $1, s.id, s.school_id, $4, $6, null, $8 from students s
where s.school_id = $2 and s.id = $3 and s.archived_at is null
on conflict (school_id, organization_id, student_id) do update
  set position = case when $5 then excluded.position else organization_students.position end,
    jersey = case when $7 then excluded.jersey else organization_students.jersey end
returning 1;

-- removeParent
DELETE
FROM "organization_parents"
WHERE ("school_id" = $1 AND "organization_id" = $2 AND "membership_id" = $3);

-- removeStudent
DELETE FROM "organization_students" WHERE ("school_id" = $1 AND "organization_id" = $2 AND "student_id" = $3);
