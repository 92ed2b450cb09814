/* WebhookQueueRepository */

-- claimDue
with turn as materialized (
  select webhook.id, webhook.paused_at, webhook.failing_since, next.due_at from webhooks webhook
  cross join lateral (select delivery.due_at from webhook_deliveries delivery where delivery.webhook_id = webhook.id and delivery.state = 'pending' and delivery.due_at <= $1
and (webhook.paused_at is null or delivery.kind = 'test') and (exists (select from schools here where here.id = delivery.school_id and here.moved_at is null)
  and pg_try_advisory_xact_lock_shared(1720575940, hashtext(delivery.school_id::text) & 1023))
    order by delivery.due_at limit 1) next
  where webhook.id <> all ($3::uuid[]) and not exists (select from applications application
    where application.id = webhook.application_id and application.revoked_at is not null)
  order by webhook.failing_since is not null, next.due_at limit $4
), due as materialized (
  select taken.id from turn webhook cross join lateral (
    select delivery.id from webhook_deliveries delivery where delivery.webhook_id = webhook.id and delivery.state = 'pending' and delivery.due_at <= $1
and (webhook.paused_at is null or delivery.kind = 'test') and (exists (select from schools here where here.id = delivery.school_id and here.moved_at is null)
  and pg_try_advisory_xact_lock_shared(1720575940, hashtext(delivery.school_id::text) & 1023)) order by delivery.due_at
    limit case when webhook.failing_since is null then $5::int else 1 end for update skip locked) taken
), claimed as (
  update webhook_deliveries delivery set attempts = delivery.attempts + 1, due_at = $2 from due
  where delivery.id = due.id
  returning delivery.*
)
select claimed.id, claimed.school_id as "schoolId", claimed.webhook_id as "webhookId", claimed.kind, claimed.data, claimed.occurred_at as "occurredAt",
  claimed.attempts, webhook.url, webhook.secret_sealed as "secretSealed",
  webhook.former_secret_sealed as "formerSecretSealed", webhook.former_secret_until as "formerSecretUntil"
from claimed join webhooks webhook on webhook.id = claimed.webhook_id;

-- endAttempt
UPDATE "webhook_deliveries"
SET "last_status" = $1, "last_error" = $2, "due_at" = $3
WHERE ("school_id" = $4 AND "id" = $5 AND "attempts" = $6 AND "state" = $7);

UPDATE "webhook_deliveries"
SET "last_status" = $1, "last_error" = $2, "state" = $3
WHERE ("school_id" = $4 AND "id" = $5 AND "attempts" = $6 AND "state" = $7);

UPDATE "webhooks" SET "failing_since" = $1 WHERE ("id" = $2 AND "failing_since" IS NULL);

-- endDelivered
UPDATE "webhook_deliveries"
SET "state" = $1, "last_status" = $2, "last_error" = $3
WHERE ("school_id" = $4 AND "id" = $5 AND "state" = $6);

UPDATE "webhooks" SET "failing_since" = $1 WHERE ("id" = $2 AND NOT("failing_since" IS NULL));
