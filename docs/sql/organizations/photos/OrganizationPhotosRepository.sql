/* OrganizationPhotosRepository */

-- addPhoto
with added as (
  insert into organization_photos (id, organization_id, school_id, uploaded_by_membership_id, caption, content_type,
    width, height, size_bytes, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning *
)
select p.id, p.caption, p.width, p.height, coalesce(uploader.name, 'A former member') as uploaded_by_name,
  to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
from added p left join lateral (
  select trim(person.first_name || ' ' || person.last_name) as name from memberships m join users u on u.id = m.user_id
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
  where m.school_id = p.school_id and m.id = p.uploaded_by_membership_id and m.deactivated_at is null
) uploader on true;

-- countPhotos
SELECT COUNT(1) AS "cnt"
FROM "organization_photos" "OrganizationPhoto"
WHERE (("OrganizationPhoto"."school_id" = $1) AND ("OrganizationPhoto"."organization_id" = $2));

-- findPhotos
select '{"photos":' || coalesce(json_agg(photo), '[]')::text || '}' as text from (
select p.id, p.caption, p.width, p.height, coalesce(uploader.name, 'A former member') as uploaded_by_name,
  to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
from organization_photos p left join lateral (
  select trim(person.first_name || ' ' || person.last_name) as name from memberships m join users u on u.id = m.user_id
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
  where m.school_id = p.school_id and m.id = p.uploaded_by_membership_id and m.deactivated_at is null
) uploader on true where p.school_id = $1 and p.organization_id = $2
  order by p.created_at desc, p.id desc) photo;

-- findSlot
SELECT "OrganizationPhoto"."id" AS "OrganizationPhoto_id",
  "OrganizationPhoto"."school_id" AS "OrganizationPhoto_school_id",
  "OrganizationPhoto"."organization_id" AS "OrganizationPhoto_organization_id",
  "OrganizationPhoto"."content_type" AS "OrganizationPhoto_content_type",
  "OrganizationPhoto"."caption" AS "OrganizationPhoto_caption",
  "OrganizationPhoto"."width" AS "OrganizationPhoto_width",
  "OrganizationPhoto"."height" AS "OrganizationPhoto_height",
  "OrganizationPhoto"."size_bytes" AS "OrganizationPhoto_size_bytes",
  "OrganizationPhoto"."uploaded_by_membership_id" AS "OrganizationPhoto_uploaded_by_membership_id",
  "OrganizationPhoto"."created_at" AS "OrganizationPhoto_created_at"
FROM "organization_photos" "OrganizationPhoto"
WHERE (("OrganizationPhoto"."school_id" = $1) AND ("OrganizationPhoto"."id" = $2) AND ("OrganizationPhoto"."organization_id" = $3))
LIMIT 1;

-- removePhoto
DELETE FROM "organization_photos" WHERE ("school_id" = $1 AND "id" = $2);
