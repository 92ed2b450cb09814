/* StaffImportRepository */

-- activeSourceIds
SELECT "StaffMember"."id" AS "StaffMember_id", "StaffMember"."source_id" AS "StaffMember_source_id",
  "StaffMember"."school_id" AS "StaffMember_school_id"
FROM "staff_members" "StaffMember"
WHERE (("StaffMember"."school_id" = $1) AND ("StaffMember"."source" = $2) AND ("StaffMember"."archived_at" IS NULL));

-- archiveStaff
with archived as (
  update staff_members set archived_at = $4
  where school_id = $2 and source = $3 and source_id = any ($1::text[]) and archived_at is null
  returning 1
)
select count(*)::int as n from archived;

-- writeStaff
with matched as materialized (
  select g.*, s.id, s.source_digest as stored_digest, coalesce(s.source_digest = any (g.earlier_digests), false) as is_known, s.archived_at
  from jsonb_to_recordset($1::jsonb) as g(source_id text, digest text, earlier_digests text[], first_name text, last_name text, title text, department text, email text, phone text, room text)
  left join staff_members s on s.school_id = $2 and s.source = $3 and s.source_id = g.source_id
), created as (
  insert into staff_members (school_id, source, source_id, source_digest, first_name, last_name, title, department, email, phone, room)
  select $2, $3, source_id, digest, first_name, last_name, title, department, email, phone, room from matched where id is null
  returning id
), updated as (
  update staff_members s set source_digest = m.digest, archived_at = null, first_name = m.first_name, last_name = m.last_name, title = m.title, department = m.department, email = m.email, phone = m.phone, room = m.room
  from matched m
  where s.school_id = $2 and s.id = m.id and m.stored_digest is distinct from m.digest and not m.is_known
  returning s.id
), extended as (
  update staff_members s set source_digest = m.digest
  from matched m
  where s.school_id = $2 and s.id = m.id and m.is_known and m.archived_at is null and (false)
  returning s.id
), revived as (
  update staff_members s set archived_at = null
  from matched m
  where s.school_id = $2 and s.id = m.id and (m.stored_digest = m.digest or m.is_known) and m.archived_at is not null
  returning s.id
), touched as (select id from updated union all select id from extended union all select id from revived)
select
  (select count(*) from created)::int as created,
  (select count(*) from touched)::int as updated,
  0 as archived,
  ((select count(*) from matched where id is not null) - (select count(*) from touched))::int as unchanged;
