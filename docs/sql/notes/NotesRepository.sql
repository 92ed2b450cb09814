/* NotesRepository */

-- findNote
SELECT "Note"."author_membership_id" AS "Note_author_membership_id",
  "Note"."student_id" AS "Note_student_id", "Note"."school_id" AS "Note_school_id",
  "Note"."body" AS "Note_body", "Note"."created_at" AS "Note_created_at",
  "Note"."updated_at" AS "Note_updated_at"
FROM "notes" "Note"
WHERE (("Note"."school_id" = $1) AND ("Note"."author_membership_id" = $2) AND ("Note"."student_id" = $3))
LIMIT 1;

-- lockAuthor
select 1 from memberships where school_id = $1 and id = $2 for no key update;

-- putNote
insert into notes (author_membership_id, student_id, school_id, body, created_at, updated_at)
values ($1, $2, $3, $4, $5, $5)
on conflict (school_id, author_membership_id, student_id)
do update set body = excluded.body, updated_at = excluded.updated_at;
