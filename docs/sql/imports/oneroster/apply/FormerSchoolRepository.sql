/* FormerSchoolRepository */

-- withWritings
select (select count(*) from notes n where n.school_id = came.school_id and n.student_id = came.id)::int as notes,
  (select count(*) from stars n where n.school_id = came.school_id and n.student_id = came.id)::int as stars,
  (select count(*) from list_students n where n.school_id = came.school_id and n.student_id = came.id)::int as entries
from unnest($1::uuid[], $2::uuid[]) with ordinality as came(school_id, id, position) order by came.position;
