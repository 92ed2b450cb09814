/* OrganizationLeadersRepository */

-- findLeaders
select
coalesce((select json_agg(json_build_object('id', l.id, 'type', who.type, 'person_id', who.id, 'name', who.name,
    'title', l.title, 'position', l.position) order by l.position, l.id)
  from organization_leaders l cross join lateral (
select 'staff' as type, employed.id, trim(employed.first_name || ' ' || employed.last_name) as name
from staff_members employed
where employed.school_id = l.school_id and employed.id = l.staff_member_id and employed.archived_at is null
union all
select 'parent', m.id, trim(person.first_name || ' ' || person.last_name)
from memberships m join users u on u.id = m.user_id
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
where m.school_id = l.school_id and m.id = l.membership_id and m.deactivated_at is null
union all
select 'student', s.id, trim(s.first_name || ' ' || s.last_name)
from students s where s.school_id = l.school_id and s.id = l.student_id and s.archived_at is null
  and not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))))) who
  where l.school_id = $1 and l.organization_id = $4), '[]') as leadership;

-- replaceLeaders
DELETE FROM "organization_leaders" WHERE ("school_id" = $1 AND 0=1);

INSERT INTO "organization_leaders"("id", "school_id", "organization_id", "staff_member_id",
  "membership_id", "student_id", "title",
  "position", "source")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, $8)
RETURNING "id";

SELECT "OrganizationLeader"."id" AS "OrganizationLeader_id",
  "OrganizationLeader"."school_id" AS "OrganizationLeader_school_id",
  "OrganizationLeader"."organization_id" AS "OrganizationLeader_organization_id",
  "OrganizationLeader"."staff_member_id" AS "OrganizationLeader_staff_member_id",
  "OrganizationLeader"."membership_id" AS "OrganizationLeader_membership_id",
  "OrganizationLeader"."student_id" AS "OrganizationLeader_student_id",
  "OrganizationLeader"."title" AS "OrganizationLeader_title",
  "OrganizationLeader"."position" AS "OrganizationLeader_position",
  "OrganizationLeader"."source" AS "OrganizationLeader_source"
FROM "organization_leaders" "OrganizationLeader"
WHERE (("OrganizationLeader"."school_id" = $1) AND ("OrganizationLeader"."organization_id" = $2))
ORDER BY "OrganizationLeader"."position" ASC, "OrganizationLeader"."id" ASC;
