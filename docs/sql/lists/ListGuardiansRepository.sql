/* ListGuardiansRepository */

-- findEntries
select coalesce((select json_agg(entry) from (
select entry.id, entry.list_id, entry.guardian_membership_id, s.id as linked_student_id,
  person.first_name, person.last_name, trim(person.first_name || ' ' || person.last_name) as name,
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
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) then person.phone end as phone,
  case when ($3::boolean or s.id = any(array(select own.student_id from family_guardians own
  where own.school_id = $1::uuid and own.membership_id = $2::uuid))
  or s.address_visible and not (s.id = any(array(select near.student_id from
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
    and own.membership_id = $2::uuid))))) then
case when s.address_line1 is not null and s.address_city is not null then json_build_object(
  'line1', s.address_line1, 'line2', s.address_line2, 'city', s.address_city,
  'region', s.address_region, 'postal_code', s.address_postal_code,
  'country', coalesce(s.address_country, school.country)) end end as address,
  to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, json_build_array(person.last_name, person.first_name, entry.id) as sort_key
from list_guardians entry
join schools school on school.id = entry.school_id
join memberships m on m.school_id = entry.school_id and m.id = entry.guardian_membership_id
  and m.deactivated_at is null
join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = entry.linked_student_id::uuid) desc nulls last, is_primary desc, id limit 1
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
      order by (g.student_id = entry.linked_student_id::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
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
left join family_guardians link on link.school_id = m.school_id and link.membership_id = m.id
  and link.student_id = entry.linked_student_id
left join students s on s.school_id = link.school_id and s.id = link.student_id and s.archived_at is null
where entry.school_id = $1 and entry.list_id = $4) entry), '[]') as entries, (select locale from schools where id = $1) as locale
from lists l where l.school_id = $1 and l.id = $4 and l.owner_membership_id = $2;

-- findEntry
select entry.id, entry.list_id, entry.guardian_membership_id, s.id as linked_student_id,
  person.first_name, person.last_name, trim(person.first_name || ' ' || person.last_name) as name,
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
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) then person.phone end as phone,
  case when ($3::boolean or s.id = any(array(select own.student_id from family_guardians own
  where own.school_id = $1::uuid and own.membership_id = $2::uuid))
  or s.address_visible and not (s.id = any(array(select near.student_id from
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
    and own.membership_id = $2::uuid))))) then
case when s.address_line1 is not null and s.address_city is not null then json_build_object(
  'line1', s.address_line1, 'line2', s.address_line2, 'city', s.address_city,
  'region', s.address_region, 'postal_code', s.address_postal_code,
  'country', coalesce(s.address_country, school.country)) end end as address,
  to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, json_build_array(person.last_name, person.first_name, entry.id) as sort_key
from list_guardians entry
join schools school on school.id = entry.school_id
join memberships m on m.school_id = entry.school_id and m.id = entry.guardian_membership_id
  and m.deactivated_at is null
join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = entry.linked_student_id::uuid) desc nulls last, is_primary desc, id limit 1
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
      order by (g.student_id = entry.linked_student_id::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
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
left join family_guardians link on link.school_id = m.school_id and link.membership_id = m.id
  and link.student_id = entry.linked_student_id
left join students s on s.school_id = link.school_id and s.id = link.student_id and s.archived_at is null
where entry.school_id = $1 and entry.list_id = $4 and entry.id = $5;

-- putEntry
insert into list_guardians (school_id, list_id, guardian_membership_id, linked_student_id, created_at)
values ($1, $2, $3, $4, $5)
on conflict (school_id, list_id, guardian_membership_id) do update set linked_student_id = excluded.linked_student_id
returning id;

-- removeEntry
DELETE FROM "list_guardians" WHERE ("school_id" = $1 AND "id" = $2 AND "list_id" = $3);

-- removeOfMember
with removed as (
  delete from list_guardians where school_id = $1 and id in (
    select entry.id from list_guardians entry
    join lists list on list.school_id = entry.school_id and list.id = entry.list_id
    where entry.school_id = $1 and (entry.guardian_membership_id = $2 or list.owner_membership_id = $2)
    order by entry.id for update of entry)
  returning list_id)
select list.id, list.owner_membership_id as "ownerId" from lists list
where list.school_id = $1 and list.id in (select list_id from removed) and list.owner_membership_id <> $2
order by list.id;
