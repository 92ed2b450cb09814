/* ListStudentsRepository */

-- putEntry
insert into list_students (school_id, list_id, student_id, added_at) values ($1, $2, $3, $4)
on conflict do nothing returning 1;

-- removeEntry
DELETE FROM "list_students" WHERE ("school_id" = $1 AND "list_id" = $2 AND "student_id" = $3);
