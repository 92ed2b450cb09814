/* PollImportRepository */

-- findQuestions
select q.text, (select coalesce(json_agg(c.text order by c.position), '[]')
  from poll_choices c where c.school_id = q.school_id and c.question_id = q.id) as choices
from poll_questions q where q.school_id = $1 and q.poll_id = $2 order by q.position;

-- replaceQuestions
DELETE FROM "poll_questions" WHERE ("school_id" = $1 AND "poll_id" = $2);

INSERT INTO "poll_choices"("id", "school_id", "question_id", "position", "text", "times")
VALUES (DEFAULT, $1, $2, $3, $4, DEFAULT), …
RETURNING "id", "times";

INSERT INTO "poll_questions"("id", "school_id", "poll_id", "position", "text")
VALUES ($1, $2, $3, $4, $5)
RETURNING "id";
