/* SettlementsRepository */

-- findOpen
select c.id, c.field, c.proposed,
case c.field
  when 'name' then json_build_array(trim(coalesce(s.legal_first_name, s.first_name) || ' ' || coalesce(s.legal_last_name, s.last_name)), trim(s.first_name || ' ' || s.last_name),
    concat_ws(' ', coalesce(s.legal_first_name, s.first_name), s.middle_name, coalesce(s.legal_last_name, s.last_name)))
  when 'preferred_name' then json_build_array(s.preferred_name)
  when 'address' then json_build_array(s.address_line1, s.address_line2, s.address_city, s.address_region, s.address_postal_code,
coalesce(s.address_country, school.country))
  when 'phone' then json_build_array(s.phone) when 'email' then json_build_array(s.email)
  when 'grade' then json_build_array(s.grade) when 'graduation_year' then json_build_array(s.graduation_year::text) end as "onRoster", school.country, s.archived_at is null as "isListed"
from corrections c
join students s on s.school_id = c.school_id and s.id = c.student_id
join schools school on school.id = c.school_id
where c.school_id = $1 and c.state = 'open' and c.field <> all ($2::text[]) and c.id > $3::uuid
order by c.id limit $4;

-- findReaders
select
case when (c.school_id = c.school_id::uuid and c.membership_id = c.membership_id::uuid
  and c.student_id = any(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = c.school_id::uuid and family.membership_id = c.membership_id::uuid)))
  then array[c.membership_id] else '{}' end as readers from corrections c where c.school_id = $1 and c.id = $2;

-- lockCorrection
SELECT "Correction"."id" AS "Correction_id", "Correction"."school_id" AS "Correction_school_id",
  "Correction"."student_id" AS "Correction_student_id",
  "Correction"."membership_id" AS "Correction_membership_id",
  "Correction"."field" AS "Correction_field", "Correction"."present" AS "Correction_present",
  "Correction"."proposed" AS "Correction_proposed", "Correction"."comment" AS "Correction_comment",
  "Correction"."state" AS "Correction_state", "Correction"."answer" AS "Correction_answer",
  "Correction"."created_at" AS "Correction_created_at",
  "Correction"."settled_at" AS "Correction_settled_at"
FROM "corrections" "Correction"
WHERE (("Correction"."school_id" = $1) AND ("Correction"."id" = $2))
LIMIT 1 FOR NO KEY UPDATE;

-- update
UPDATE "corrections" SET "state" = $1, "answer" = $2, "settled_at" = $3 WHERE ("school_id" = $4 AND "id" = $5);
