/* WebhooksRepository */

-- countOfSchool
SELECT COUNT(1) AS "cnt" FROM "webhooks" "Webhook" WHERE (("Webhook"."school_id" = $1));

-- find
SELECT "Webhook"."id" AS "Webhook_id", "Webhook"."school_id" AS "Webhook_school_id",
  "Webhook"."application_id" AS "Webhook_application_id", "Webhook"."url" AS "Webhook_url",
  "Webhook"."description" AS "Webhook_description", "Webhook"."kinds" AS "Webhook_kinds",
  "Webhook"."secret_sealed" AS "Webhook_secret_sealed",
  "Webhook"."former_secret_sealed" AS "Webhook_former_secret_sealed",
  "Webhook"."former_secret_until" AS "Webhook_former_secret_until",
  "Webhook"."failing_since" AS "Webhook_failing_since", "Webhook"."paused_at" AS "Webhook_paused_at",
  "Webhook"."heard_since" AS "Webhook_heard_since", "Webhook"."created_at" AS "Webhook_created_at",
  "Webhook"."updated_at" AS "Webhook_updated_at"
FROM "webhooks" "Webhook"
WHERE (("Webhook"."school_id" = $1) AND ("Webhook"."id" = $2))
LIMIT 1;

-- findOfSchool
SELECT "Webhook"."id" AS "Webhook_id", "Webhook"."school_id" AS "Webhook_school_id",
  "Webhook"."application_id" AS "Webhook_application_id", "Webhook"."url" AS "Webhook_url",
  "Webhook"."description" AS "Webhook_description", "Webhook"."kinds" AS "Webhook_kinds",
  "Webhook"."secret_sealed" AS "Webhook_secret_sealed",
  "Webhook"."former_secret_sealed" AS "Webhook_former_secret_sealed",
  "Webhook"."former_secret_until" AS "Webhook_former_secret_until",
  "Webhook"."failing_since" AS "Webhook_failing_since", "Webhook"."paused_at" AS "Webhook_paused_at",
  "Webhook"."heard_since" AS "Webhook_heard_since", "Webhook"."created_at" AS "Webhook_created_at",
  "Webhook"."updated_at" AS "Webhook_updated_at"
FROM "webhooks" "Webhook"
WHERE (("Webhook"."school_id" = $1))
ORDER BY "Webhook"."created_at" ASC, "Webhook"."id" ASC;

-- insert
INSERT INTO "webhooks"("id", "school_id", "application_id", "url", "description", "kinds",
  "secret_sealed", "former_secret_sealed", "former_secret_until", "failing_since", "paused_at",
  "heard_since",
  "created_at", "updated_at")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
RETURNING "id";

-- lock
SELECT "Webhook"."id" AS "Webhook_id", "Webhook"."school_id" AS "Webhook_school_id",
  "Webhook"."application_id" AS "Webhook_application_id", "Webhook"."url" AS "Webhook_url",
  "Webhook"."description" AS "Webhook_description", "Webhook"."kinds" AS "Webhook_kinds",
  "Webhook"."secret_sealed" AS "Webhook_secret_sealed",
  "Webhook"."former_secret_sealed" AS "Webhook_former_secret_sealed",
  "Webhook"."former_secret_until" AS "Webhook_former_secret_until",
  "Webhook"."failing_since" AS "Webhook_failing_since", "Webhook"."paused_at" AS "Webhook_paused_at",
  "Webhook"."heard_since" AS "Webhook_heard_since", "Webhook"."created_at" AS "Webhook_created_at",
  "Webhook"."updated_at" AS "Webhook_updated_at"
FROM "webhooks" "Webhook"
WHERE (("Webhook"."school_id" = $1) AND ("Webhook"."id" = $2))
LIMIT 1 FOR UPDATE;

-- remove
DELETE FROM "webhooks" WHERE ("school_id" = $1 AND "id" = $2);

-- update
UPDATE "webhooks"
SET "application_id" = $1, "url" = $2, "description" = $3, "kinds" = $4, "secret_sealed" = $5,
  "former_secret_sealed" = $6, "former_secret_until" = $7, "failing_since" = $8, "paused_at" = $9,
  "heard_since" = $10,
  "created_at" = $11, "updated_at" = $12
WHERE ("school_id" = $13 AND "id" = $14);
