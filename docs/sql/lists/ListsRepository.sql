/* ListsRepository */

-- countEntries
select (select count(*)::int from list_students where school_id = $1 and list_id = $2)
+ (select count(*)::int from list_guardians where school_id = $1 and list_id = $2) as count;

-- countOwn
SELECT COUNT(1) AS "cnt"
FROM "lists" "StudentList"
WHERE (("StudentList"."school_id" = $1) AND ("StudentList"."owner_membership_id" = $2));

-- create
with l as (
       insert into lists (school_id, owner_membership_id, name, description, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $5) returning *)
     select l.id, l.school_id, l.name, l.description,
(select count(*)::int from list_students entry
  join students s on s.school_id = entry.school_id and s.id = entry.student_id and s.archived_at is null
  where entry.school_id = l.school_id and entry.list_id = l.id) as student_count,
(select count(*)::int from list_guardians entry
  join memberships m on m.school_id = entry.school_id and m.id = entry.guardian_membership_id
    and m.deactivated_at is null
  where entry.school_id = l.school_id and entry.list_id = l.id) as guardian_count,
to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(l.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at from l;

-- findDetail
with found as (
  select s.* from list_students entry
  join students s on s.school_id = entry.school_id and s.id = entry.student_id and s.archived_at is null
  where entry.school_id = $1 and entry.list_id = $3)
select l.id, l.school_id, l.name, l.description,
(select count(*)::int from list_students entry
  join students s on s.school_id = entry.school_id and s.id = entry.student_id and s.archived_at is null
  where entry.school_id = l.school_id and entry.list_id = l.id) as student_count,
(select count(*)::int from list_guardians entry
  join memberships m on m.school_id = entry.school_id and m.id = entry.guardian_membership_id
    and m.deactivated_at is null
  where entry.school_id = l.school_id and entry.list_id = l.id) as guardian_count,
to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(l.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at,
  coalesce((select json_agg(item) from (
select
s.id, s.first_name, s.last_name, trim(s.first_name || ' ' || s.last_name) as name, s.graduation_year,
(exists (select from student_photos photo where photo.school_id = s.school_id and photo.student_id = s.id)
  and not (s.id = any(array(select apart.student_id from
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))))) as has_photo,
json_build_array(s.last_name, s.first_name, s.id) as sort_key, coalesce(family.list, '[]') as guardians
from found s
left join (
  select g.student_id, json_agg(listed) as list
  from family_guardians g cross join lateral (select trim(g.first_name || ' ' || g.last_name) as name, g.relation, json_build_array(not g.is_primary, g.last_name, g.first_name, g.id) as sort_key) listed
  where g.school_id = $1 and g.student_id in (select id from found)
  group by g.student_id
) family on family.student_id = s.id) item), '[]') as students,
  (select locale from schools where id = $1) as locale
from lists l where l.school_id = $1 and l.id = $3 and l.owner_membership_id = $2;

-- findOwn
select '{"lists":' || coalesce(json_agg(list), '[]')::text || '}' as text
from (select l.id, l.school_id, l.name, l.description,
(select count(*)::int from list_students entry
  join students s on s.school_id = entry.school_id and s.id = entry.student_id and s.archived_at is null
  where entry.school_id = l.school_id and entry.list_id = l.id) as student_count,
(select count(*)::int from list_guardians entry
  join memberships m on m.school_id = entry.school_id and m.id = entry.guardian_membership_id
    and m.deactivated_at is null
  where entry.school_id = l.school_id and entry.list_id = l.id) as guardian_count,
to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(l.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at from lists l where l.school_id = $1 and l.owner_membership_id = $2
  order by l.name, l.id) list;

-- lockOwn
SELECT "StudentList"."id" AS "StudentList_id", "StudentList"."school_id" AS "StudentList_school_id",
  "StudentList"."owner_membership_id" AS "StudentList_owner_membership_id",
  "StudentList"."name" AS "StudentList_name", "StudentList"."description" AS "StudentList_description",
  "StudentList"."created_at" AS "StudentList_created_at",
  "StudentList"."updated_at" AS "StudentList_updated_at"
FROM "lists" "StudentList"
WHERE (("StudentList"."school_id" = $1) AND ("StudentList"."id" = $2) AND ("StudentList"."owner_membership_id" = $3))
LIMIT 1 FOR UPDATE;

-- removeList
DELETE FROM "lists" WHERE ("school_id" = $1 AND "id" = $2);

-- touchList
UPDATE "lists" SET "updated_at" = $1 WHERE ("school_id" = $2 AND "id" = $3);

-- update
with l as (
       update lists set name = $3, description = case when $4 then $5 else description end, updated_at = $6
       where school_id = $1 and id = $2 returning *)
     select l.id, l.school_id, l.name, l.description,
(select count(*)::int from list_students entry
  join students s on s.school_id = entry.school_id and s.id = entry.student_id and s.archived_at is null
  where entry.school_id = l.school_id and entry.list_id = l.id) as student_count,
(select count(*)::int from list_guardians entry
  join memberships m on m.school_id = entry.school_id and m.id = entry.guardian_membership_id
    and m.deactivated_at is null
  where entry.school_id = l.school_id and entry.list_id = l.id) as guardian_count,
to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(l.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at from l;
