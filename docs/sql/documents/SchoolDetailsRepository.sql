/* SchoolDetailsRepository */

-- findBody
select 'school-details' as id, s.title, s.description, true as is_school_details, null as category,
  null as organization_id, null as organization_name, '[]'::json as attachments, null as created_by_name,
  to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(s.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at
from school_details s where s.school_id = $1;

-- lock
SELECT "SchoolDetails"."school_id" AS "SchoolDetails_school_id",
  "SchoolDetails"."title" AS "SchoolDetails_title",
  "SchoolDetails"."description" AS "SchoolDetails_description",
  "SchoolDetails"."updated_at" AS "SchoolDetails_updated_at"
FROM "school_details" "SchoolDetails"
WHERE (("SchoolDetails"."school_id" = $1))
LIMIT 1;

-- save
INSERT INTO "school_details"("school_id", "title", "description", "updated_at")
VALUES ($1, $2, $3, $4)
ON CONFLICT ( "school_id" ) DO UPDATE
SET "school_id" = EXCLUDED."school_id", "title" = EXCLUDED."title",
  "description" = EXCLUDED."description",
  "updated_at" = EXCLUDED."updated_at";
