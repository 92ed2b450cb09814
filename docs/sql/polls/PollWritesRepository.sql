/* PollWritesRepository */

-- findQuestions
select q.text, (select coalesce(json_agg(c.text order by c.position), '[]')
  from poll_choices c where c.school_id = q.school_id and c.question_id = q.id) as choices
from poll_questions q where q.school_id = $1 and q.poll_id = $2 order by q.position;

-- hasAnswers
SELECT 1 AS "row_exists"
FROM (SELECT 1 AS dummy_column) "dummy_table"
WHERE EXISTS (SELECT 1
FROM "poll_responses" "PollResponse"
WHERE (("PollResponse"."school_id" = $1) AND ("PollResponse"."poll_id" = $2)))
LIMIT 1;

-- lock
SELECT "Poll"."id" AS "Poll_id", "Poll"."school_id" AS "Poll_school_id",
  "Poll"."organization_id" AS "Poll_organization_id", "Poll"."audience_type" AS "Poll_audience_type",
  "Poll"."audience_years" AS "Poll_audience_years",
  "Poll"."audience_organization_ids" AS "Poll_audience_organization_ids",
  "Poll"."source" AS "Poll_source", "Poll"."source_digest" AS "Poll_source_digest",
  "Poll"."created_at" AS "Poll_created_at", "Poll"."updated_at" AS "Poll_updated_at",
  "Poll"."opens_at" AS "Poll_opens_at", "Poll"."closes_at" AS "Poll_closes_at",
  "Poll"."alerted_at" AS "Poll_alerted_at", "Poll"."deleted_at" AS "Poll_deleted_at",
  "Poll"."source_id" AS "Poll_source_id", "Poll"."title" AS "Poll_title",
  "Poll"."description" AS "Poll_description", "Poll"."results_visibility" AS "Poll_results_visibility",
  "Poll"."anonymous" AS "Poll_anonymous", "Poll"."reminded_at" AS "Poll_reminded_at",
  "Poll"."last_reminder_at" AS "Poll_last_reminder_at"
FROM "polls" "Poll"
WHERE (("Poll"."school_id" = $1) AND ("Poll"."id" = $2))
LIMIT 1 FOR NO KEY UPDATE;

-- replaceQuestions
DELETE FROM "poll_questions" WHERE ("school_id" = $1 AND "poll_id" = $2);

INSERT INTO "poll_choices"("id", "school_id", "question_id", "position", "text", "times")
VALUES (DEFAULT, $1, $2, $3, $4, DEFAULT), …
RETURNING "id", "times";

INSERT INTO "poll_questions"("id", "school_id", "poll_id", "position", "text")
VALUES ($1, $2, $3, $4, $5)
RETURNING "id";

-- update
UPDATE "polls"
SET "school_id" = $1, "organization_id" = $2, "audience_type" = $3, "audience_years" = $4,
  "audience_organization_ids" = $5, "source" = $6, "source_digest" = $7, "created_at" = $8,
  "updated_at" = $9, "opens_at" = $10, "closes_at" = $11, "alerted_at" = $12, "deleted_at" = $13,
  "source_id" = $14, "title" = $15, "description" = $16, "results_visibility" = $17, "anonymous" = $18,
  "reminded_at" = $19,
  "last_reminder_at" = $20
WHERE ("school_id" = $21 AND "id" = $22);
