/* NearbyRepository */

-- findNearby
with found as materialized (
    select s.*,
  2 * 6371.0088 * asin(sqrt(least(1, sind((s.latitude - home.latitude) / 2) ^ 2
    + cosd(home.latitude) * cosd(s.latitude) * sind((s.longitude - home.longitude) / 2) ^ 2))) as kilometres
    from students home
    join organization_students enrolled on enrolled.school_id = home.school_id and enrolled.organization_id = $4
    join students s on s.school_id = enrolled.school_id and s.id = enrolled.student_id and s.archived_at is null
    where home.school_id = $1 and home.id = $5 and ($3::boolean or s.id = any(array(select own.student_id from family_guardians own
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
      and own.membership_id = $2::uuid))))) and not s.id = any(array(select own.student_id from family_guardians own
    where own.school_id = $1::uuid and own.membership_id = $2::uuid))
      and s.latitude is not null and s.longitude is not null and home.latitude is not null and home.longitude is not null
    order by kilometres, s.last_name, s.first_name, s.id limit 20)
  select coalesce((select json_agg(item) from (
      select s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, json_build_array(s.kilometres, s.last_name, s.first_name, s.id) as sort_key,
        round(s.kilometres::numeric, 2) as distance_km, coalesce(family.list, '[]') as guardians
      from found s
  left join (
    select g.student_id, json_agg(listed) as list
    from family_guardians g cross join lateral (select g.id,
  (select m.id from memberships m
    where m.school_id = g.school_id and m.id = coalesce(g.membership_id, g.shared_membership_id) and m.deactivated_at is null) as membership_id, trim(g.first_name || ' ' || g.last_name) as name, g.relation, json_build_array(not g.is_primary, g.last_name, g.first_name, g.id) as sort_key, exists (select from parent_photos photo where photo.school_id = g.school_id and photo.membership_id =
  (select m.id from memberships m
    where m.school_id = g.school_id and m.id = coalesce(g.membership_id, g.shared_membership_id) and m.deactivated_at is null)) as has_photo,
        case when ($3::boolean or coalesce(g.membership_id, g.shared_membership_id) = $2::uuid
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
  or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)) then g.email end as email,
        case when ($3::boolean or coalesce(g.membership_id, g.shared_membership_id) = $2::uuid
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
  ) family on family.student_id = s.id
) item), '[]') as families, (select locale from schools where id = $1) as locale
  from students own where own.school_id = $1 and own.id = $5 and own.archived_at is null and own.id = any(array(select own.student_id from family_guardians own
    where own.school_id = $1::uuid and own.membership_id = $2::uuid));
