/* StudentsRepository */

-- isOnRosterOf
SELECT 1 AS "row_exists"
FROM (SELECT 1 AS dummy_column) "dummy_table"
WHERE EXISTS (SELECT 1
FROM "students" "Student"
WHERE (("Student"."id" = $1) AND ("Student"."school_id" = $2) AND ("Student"."archived_at" IS NULL)))
LIMIT 1;
