/* MapMarkersRepository */

-- findMarkers
select case when ($5::uuid is null
      or exists (select from lists where id = $5 and owner_membership_id = $2 and school_id = $1))
    and ($6::text is null or exists (select from organizations o where o.school_id = $1 and o.short_name = $6 and (o.archived_at is null or $3::boolean)))
  then coalesce(json_agg(marker), '[]') end as markers, (select locale from schools where id = $1) as locale from (
  select s.id as student_id, s.first_name, s.last_name, trim(s.first_name || ' ' || s.last_name) as name, json_build_array(s.last_name, s.first_name, s.id) as sort_key,
    s.graduation_year, s.latitude, s.longitude, s.id = any(array(select own.student_id from family_guardians own
  where own.school_id = $1::uuid and own.membership_id = $2::uuid)) as is_own,
    star.student_id is not null as starred
  from students s
  left join (select student_id from stars where school_id = $1 and membership_id = $2) star on star.student_id = s.id
  where s.school_id = $1 and s.archived_at is null and s.latitude is not null and s.longitude is not null
    and ($3::boolean or s.id = any(array(select own.student_id from family_guardians own
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
    and own.membership_id = $2::uuid)))))
    and (not $4::boolean or star.student_id is not null)
    and ($5::uuid is null or s.id in (select student_id from list_students where school_id = $1 and list_id = $5))
    and ($6::text is null or s.id in (select enrolled.student_id from organization_students enrolled
      where enrolled.school_id = $1 and enrolled.organization_id = (select o.id from organizations o where o.school_id = $1 and o.short_name = $6)))
) marker;
