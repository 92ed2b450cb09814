/* StudentDetailRepository */

-- read
select s.id, s.school_id, s.first_name, case when visible.legal then s.legal_first_name end as legal_first_name, case when visible.legal then s.legal_last_name end as legal_last_name, case when visible.beyond_the_name then s.middle_name end as middle_name, s.last_name, case when visible.beyond_the_name then s.preferred_name end as preferred_name, s.graduation_year, case when visible.beyond_the_name then s.grade end as grade, case when visible.contact then s.email end as email, case when visible.contact then s.phone end as phone, case when visible.address then s.latitude end as latitude, case when visible.address then s.longitude end as longitude, trim(s.first_name || ' ' || s.last_name) as name, json_build_array(s.last_name, s.first_name, s.id) as sort_key, school.locale,
  case when visible.address then
case when s.address_line1 is not null and s.address_city is not null then json_build_object(
  'line1', s.address_line1, 'line2', s.address_line2, 'city', s.address_city,
  'region', s.address_region, 'postal_code', s.address_postal_code,
  'country', coalesce(s.address_country, school.country)) end end as address,
  s.address_visible and visible.address as address_visible,
  (exists (select from student_photos photo where photo.school_id = s.school_id and photo.student_id = s.id)
  and not (s.id = any(array(select apart.student_id from
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $3::uuid or apart.shared_membership_id = $3::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $3::uuid)))))) as has_photo,
  coalesce(
(select json_agg(json_build_object(
    'id', g.id, 'membership_id',
(select m.id from memberships m
  where m.school_id = g.school_id and m.id = coalesce(g.membership_id, g.shared_membership_id) and m.deactivated_at is null), 'name', trim(g.first_name || ' ' || g.last_name), 'sort_key', json_build_array(not g.is_primary, g.last_name, g.first_name, g.id),
    'relation', g.relation,
    'email', case when ($4::boolean or coalesce(g.membership_id, g.shared_membership_id) = $3::uuid
  or g.profile_visibility = 'full' and (coalesce(g.membership_id, g.shared_membership_id) is null or exists (select from memberships active where active.school_id = g.school_id
  and active.id = coalesce(g.membership_id, g.shared_membership_id) and active.deactivated_at is null))
    and not coalesce(
g.id = any(array(select record.id from
(select apart.school_id, apart.student_id from
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $3::uuid or apart.shared_membership_id = $3::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $3::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $3::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source))))
or coalesce(g.membership_id, g.shared_membership_id)
  = any(array(select coalesce(record.membership_id, record.shared_membership_id) from
(select apart.school_id, apart.student_id from
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $3::uuid or apart.shared_membership_id = $3::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $3::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $3::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) and (coalesce(g.membership_id, g.shared_membership_id) = $2::uuid or not coalesce(
g.id = any(array(select record.id from
(select apart.school_id, apart.student_id from
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
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
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
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
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) then g.email end,
    'phone', case when ($4::boolean or coalesce(g.membership_id, g.shared_membership_id) = $3::uuid
  or g.profile_visibility = 'full' and (coalesce(g.membership_id, g.shared_membership_id) is null or exists (select from memberships active where active.school_id = g.school_id
  and active.id = coalesce(g.membership_id, g.shared_membership_id) and active.deactivated_at is null))
    and not coalesce(
g.id = any(array(select record.id from
(select apart.school_id, apart.student_id from
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $3::uuid or apart.shared_membership_id = $3::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $3::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $3::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source))))
or coalesce(g.membership_id, g.shared_membership_id)
  = any(array(select coalesce(record.membership_id, record.shared_membership_id) from
(select apart.school_id, apart.student_id from
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $3::uuid or apart.shared_membership_id = $3::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $3::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $3::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) and (coalesce(g.membership_id, g.shared_membership_id) = $2::uuid or not coalesce(
g.id = any(array(select record.id from
(select apart.school_id, apart.student_id from
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
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
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
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
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) then g.phone end,
    'has_photo', exists (select from parent_photos photo where photo.school_id = g.school_id and photo.membership_id =
(select m.id from memberships m
  where m.school_id = g.school_id and m.id = coalesce(g.membership_id, g.shared_membership_id) and m.deactivated_at is null)), 'restricted', g.restricted_at is not null))
  from guardians g where g.school_id = s.school_id and g.student_id = s.id and (g.restricted_at is null or $4::boolean)), '[]') as guardians,
  coalesce(
(select json_agg(json_build_object('id', o.id, 'short_name', o.short_name, 'name', o.name, 'kind', o.kind)
    order by array_position('{team,club,class}'::text[], o.kind), o.name, o.id)
  from organization_students enrolled
  join organizations o on o.school_id = enrolled.school_id and o.id = enrolled.organization_id
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and visible.beyond_the_name
    and (o.archived_at is null or $4::boolean)), '[]') as organizations,
  s.id = any(array(select own.student_id from family_guardians own
  where own.school_id = $1::uuid and own.membership_id = $3::uuid)) as is_own , exists (select from (select student_id from stars where school_id = $1 and membership_id = $3) star where star.student_id = s.id) as starred,
coalesce((select json_agg(json_build_object('student_id', n.student_id, 'body', n.body,
    'created_at', to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(n.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  from (select student_id, body, created_at, updated_at from notes
  where school_id = $1 and author_membership_id = $3) n where n.student_id = s.id), '[]') as notes
from students s
join schools school on school.id = s.school_id
cross join lateral (
  select ($4::boolean or s.id = any(array(select own.student_id from family_guardians own
  where own.school_id = $1::uuid and own.membership_id = $3::uuid))
  or s.address_visible and not (s.id = any(array(select near.student_id from
(select apart.school_id, apart.student_id from
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $3::uuid or apart.shared_membership_id = $3::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $3::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $3::uuid))))) as address, ($4::boolean or s.id = any(array(select own.student_id from family_guardians own
  where own.school_id = $1::uuid and own.membership_id = $3::uuid)) or not (s.id = any(array(select near.student_id from
(select apart.school_id, apart.student_id from
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $3::uuid or apart.shared_membership_id = $3::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $3::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $3::uuid)))) and not exists (
  select from guardians hiding where hiding.school_id = s.school_id and hiding.student_id = s.id
    and hiding.profile_visibility <> 'full')) as contact,
    ($4::boolean or s.id = any(array(select own.student_id from family_guardians own
  where own.school_id = $1::uuid and own.membership_id = $3::uuid))) as legal, not (s.id = any(array(select apart.student_id from
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $3::uuid or apart.shared_membership_id = $3::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $3::uuid))))) as beyond_the_name) visible
where s.school_id = $1 and s.archived_at is null and s.id in (select linked.student_id from family_guardians linked where linked.school_id = $1 and linked.membership_id = $2);
