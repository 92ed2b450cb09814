/* ApplicationWebhooksRepository */

-- count
SELECT COUNT(1) AS "cnt" FROM "webhooks" "Webhook" WHERE (("Webhook"."application_id" = $1));

-- insert
INSERT INTO "webhooks"("id", "school_id", "application_id", "url", "description", "kinds",
  "secret_sealed", "former_secret_sealed", "former_secret_until", "failing_since", "paused_at",
  "heard_since",
  "created_at", "updated_at")
VALUES (DEFAULT, DEFAULT, $1, $2, DEFAULT, $3, $4, DEFAULT, DEFAULT, DEFAULT, DEFAULT, $5, $6, $7)
RETURNING "id";

-- listOfApplication
select webhook.id as webhook_id, webhook.url, webhook.kinds, to_char(webhook.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as failing_since,
  to_char(webhook.paused_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as paused_at, to_char(webhook.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
  (select count(*)::int from webhook_deliveries waiting
    where waiting.webhook_id = webhook.id and waiting.state = 'pending') as pending
from webhooks webhook where webhook.application_id = $1 order by webhook.created_at, webhook.id;

-- lockApplication
SELECT "Application"."id" AS "Application_id", "Application"."name" AS "Application_name",
  "Application"."secret_hash" AS "Application_secret_hash",
  "Application"."is_public" AS "Application_is_public",
  "Application"."is_native" AS "Application_is_native",
  "Application"."uses_device_code" AS "Application_uses_device_code",
  "Application"."redirect_uris" AS "Application_redirect_uris",
  "Application"."only_schools" AS "Application_only_schools",
  "Application"."secret_shown_at" AS "Application_secret_shown_at",
  "Application"."document_url" AS "Application_document_url",
  "Application"."document_read_at" AS "Application_document_read_at",
  "Application"."created_at" AS "Application_created_at",
  "Application"."revoked_at" AS "Application_revoked_at"
FROM "applications" "Application"
WHERE (("Application"."id" = $1) AND ("Application"."revoked_at" IS NULL))
LIMIT 1 FOR NO KEY UPDATE;

-- remove
delete from webhooks where application_id = $1 and (url = $2 or id::text = $2);
