/* ContentImportRepository */

-- adoptGuardians
update guardians set source = 'content', source_id = g.source_id, source_digest = null
from jsonb_to_recordset($1::jsonb) as g(id uuid, source_id text)
where guardians.school_id = $2 and guardians.id = g.id;

-- findCategories
SELECT "Category"."id" AS "Category_id", "Category"."school_id" AS "Category_school_id",
  "Category"."name" AS "Category_name", "Category"."color" AS "Category_color",
  "Category"."position" AS "Category_position"
FROM "categories" "Category"
WHERE (("Category"."school_id" = $1))
ORDER BY "Category"."position" ASC, "Category"."name" ASC;

-- findGuardianIds
select g.id, s.source_id as "studentSourceId", g.source_id as "sourceId"
from jsonb_to_recordset($2::jsonb) as named(student_source_id text, source_id text)
join students s on s.school_id = $1 and s.source_id = named.student_source_id
join guardians g on g.school_id = $1 and g.student_id = s.id and g.source = 'content' and g.source_id = named.source_id;

-- findGuardians
SELECT "guardian"."id" AS "guardian_id", "guardian"."school_id" AS "guardian_school_id",
  "guardian"."student_id" AS "guardian_student_id",
  "guardian"."membership_id" AS "guardian_membership_id",
  "guardian"."shared_membership_id" AS "guardian_shared_membership_id",
  "guardian"."disowned" AS "guardian_disowned", "guardian"."source" AS "guardian_source",
  "guardian"."source_id" AS "guardian_source_id",
  "guardian"."source_digest" AS "guardian_source_digest",
  "guardian"."first_name" AS "guardian_first_name", "guardian"."last_name" AS "guardian_last_name",
  "guardian"."email" AS "guardian_email", "guardian"."phone" AS "guardian_phone",
  "guardian"."relation" AS "guardian_relation", "guardian"."is_primary" AS "guardian_is_primary",
  "guardian"."profile_visibility" AS "guardian_profile_visibility",
  "guardian"."hidden_by_default" AS "guardian_hidden_by_default",
  "guardian"."mail_token" AS "guardian_mail_token",
  "guardian"."mails_ended_at" AS "guardian_mails_ended_at",
  "guardian"."restricted_at" AS "guardian_restricted_at",
  "guardian"."restricted_until" AS "guardian_restricted_until",
  "guardian"."restriction_reason" AS "guardian_restriction_reason",
  "guardian"."created_at" AS "guardian_created_at"
FROM "guardians" "guardian"
WHERE "guardian"."school_id" = $1 and "guardian"."student_id" = any($2)
ORDER BY "guardian"."id" ASC;

-- findHiddenEmails
select held.email from user_addresses held join users u on u.id = held.user_id
     where held.email = any($1::text[]) and
(u.profile_visibility = 'name_only' and u.email_verified_at is not null
  or exists (select from memberships hiding where hiding.user_id = u.id and hiding.profile_visibility = 'name_only' and not hiding.hidden_by_default));

-- findMembers
select held.email, m.id from memberships m join user_addresses held on held.user_id = m.user_id
where m.school_id = $1 and held.email = any($2::text[]) and m.deactivated_at is null;

-- findOrganizations
SELECT "Organization"."id" AS "Organization_id",
  "Organization"."school_id" AS "Organization_school_id", "Organization"."kind" AS "Organization_kind",
  "Organization"."name" AS "Organization_name",
  "Organization"."short_name" AS "Organization_short_name",
  "Organization"."category" AS "Organization_category",
  "Organization"."season" AS "Organization_season",
  "Organization"."description" AS "Organization_description",
  "Organization"."website" AS "Organization_website",
  "Organization"."meeting_info" AS "Organization_meeting_info",
  "Organization"."source" AS "Organization_source",
  "Organization"."source_id" AS "Organization_source_id",
  "Organization"."source_digest" AS "Organization_source_digest",
  "Organization"."archived_at" AS "Organization_archived_at",
  "Organization"."created_at" AS "Organization_created_at",
  "Organization"."updated_at" AS "Organization_updated_at"
FROM "organizations" "Organization"
WHERE (("Organization"."school_id" = $1));

-- findOwnGuardians
select distinct on (lower(first_name), lower(last_name), email) source_id as "sourceId", first_name as "firstName",
  last_name as "lastName", email
from guardians where school_id = $1 and source = 'content' and source_id is not null and email = any ($2::text[])
order by lower(first_name), lower(last_name), email, source_id;

-- findStaff
SELECT "StaffMember"."id" AS "StaffMember_id", "StaffMember"."school_id" AS "StaffMember_school_id",
  "StaffMember"."source" AS "StaffMember_source", "StaffMember"."source_id" AS "StaffMember_source_id",
  "StaffMember"."source_digest" AS "StaffMember_source_digest",
  "StaffMember"."first_name" AS "StaffMember_first_name",
  "StaffMember"."last_name" AS "StaffMember_last_name", "StaffMember"."title" AS "StaffMember_title",
  "StaffMember"."department" AS "StaffMember_department", "StaffMember"."email" AS "StaffMember_email",
  "StaffMember"."phone" AS "StaffMember_phone", "StaffMember"."room" AS "StaffMember_room",
  "StaffMember"."archived_at" AS "StaffMember_archived_at"
FROM "staff_members" "StaffMember"
WHERE (("StaffMember"."school_id" = $1))
ORDER BY "StaffMember"."id" ASC;

-- findStudents
SELECT "student"."id" AS "student_id", "student"."school_id" AS "student_school_id",
  "student"."source" AS "student_source", "student"."source_id" AS "student_source_id",
  "student"."source_digest" AS "student_source_digest", "student"."first_name" AS "student_first_name",
  "student"."legal_first_name" AS "student_legal_first_name",
  "student"."middle_name" AS "student_middle_name", "student"."last_name" AS "student_last_name",
  "student"."legal_last_name" AS "student_legal_last_name",
  "student"."preferred_name" AS "student_preferred_name",
  "student"."preferred_last_name" AS "student_preferred_last_name",
  "student"."graduation_year" AS "student_graduation_year", "student"."grade" AS "student_grade",
  "student"."email" AS "student_email", "student"."phone" AS "student_phone",
  "student"."address_line1" AS "student_address_line1",
  "student"."address_line2" AS "student_address_line2",
  "student"."address_city" AS "student_address_city",
  "student"."address_region" AS "student_address_region",
  "student"."address_postal_code" AS "student_address_postal_code",
  "student"."address_country" AS "student_address_country", "student"."latitude" AS "student_latitude",
  "student"."longitude" AS "student_longitude",
  "student"."geocode_missed_at" AS "student_geocode_missed_at",
  "student"."address_visible" AS "student_address_visible",
  "student"."hidden_by_default" AS "student_hidden_by_default",
  "student"."archived_at" AS "student_archived_at", "student"."created_at" AS "student_created_at",
  "student"."updated_at" AS "student_updated_at"
FROM "students" "student"
WHERE "student"."school_id" = $1 and "student"."source_id" = any($2)
ORDER BY case when "student"."source" = 'content' then 0 else 1 end ASC,
  "student"."created_at" ASC, "student"."id" ASC;

-- restoreDigests
update students t set source_digest = d.digest
from jsonb_to_recordset($1::jsonb) as d(id uuid, digest text)
where t.school_id = $2 and t.id = d.id;
