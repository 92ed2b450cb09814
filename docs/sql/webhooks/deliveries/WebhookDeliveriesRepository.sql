/* WebhookDeliveriesRepository */

-- countPending
SELECT COUNT(1) AS "cnt"
FROM "webhook_deliveries" "WebhookDelivery"
WHERE (("WebhookDelivery"."school_id" = $1) AND ("WebhookDelivery"."webhook_id" = $2) AND ("WebhookDelivery"."state" = $3) AND ("WebhookDelivery"."kind" = $4));

SELECT COUNT(1) AS "cnt"
FROM "webhook_deliveries" "WebhookDelivery"
WHERE (("WebhookDelivery"."school_id" = $1) AND ("WebhookDelivery"."webhook_id" = $2) AND ("WebhookDelivery"."state" = $3));

-- insert
INSERT INTO "webhook_deliveries"("id", "school_id", "webhook_id", "kind", "data", "occurred_at",
  "state", "attempts", "due_at", "last_status",
  "last_error", "created_at")
VALUES (DEFAULT, $1, $2, $3, $4, $5, DEFAULT, DEFAULT, $6, DEFAULT, DEFAULT, $7)
RETURNING "id", "state", "attempts";

-- replay
UPDATE "webhook_deliveries"
SET "state" = $1, "attempts" = $2, "due_at" = $3, "last_status" = $4, "last_error" = $5
WHERE ("school_id" = $6 AND "webhook_id" = $7 AND "id" = $8);

-- writeDeliveries
insert into webhook_deliveries (school_id, webhook_id, kind, data, occurred_at, due_at, created_at)
select $1::uuid, webhook.id, event.kind, event.data, event.at, $3::timestamptz, $3
from jsonb_to_recordset($2::jsonb) as event(ordinal int, kind text, data jsonb, at timestamptz)
join webhooks webhook on (webhook.school_id = $1::uuid
or webhook.application_id is not null and exists (
  select from user_sessions session
  join memberships member on member.user_id = session.user_id and member.school_id = $1::uuid
    and member.deactivated_at is null
  where session.application_id = webhook.application_id and session.revoked_at is null
    and session.expires_at > $3::timestamptz and session.created_at <= event.at and not session.second_step_pending
    and (session.only_schools is null or $1::uuid = any (session.only_schools)))) and webhook.paused_at is null and event.kind = any (webhook.kinds)
  and webhook.created_at <= event.at
order by event.ordinal
returning webhook_id as "webhookId";
