/* IdempotencyKeysRepository */

-- claim
insert into idempotency_keys as k (user_id, operation, key, body_digest, status, created_at)
select id, $2, $3, '', 0, $4 from users where id = $1
on conflict (user_id, operation, key) do update
  set body_digest = excluded.body_digest, status = 0, created_id = null, answer = null, created_at = excluded.created_at
  where k.created_at <= $5
returning 1;

select body_digest as "bodyDigest", status,
  coalesce(created_id, answer::jsonb ->> 'id', answer::jsonb -> 'subscription' ->> 'id') as "resultKey"
from idempotency_keys where user_id = $1 and operation = $2 and key = $3;

select set_config('lock_timeout', $1, true);

-- remember
UPDATE "idempotency_keys"
SET "status" = $1, "created_id" = $2, "body_digest" = $3
WHERE ("user_id" = $4 AND "operation" = $5 AND "key" = $6);

-- tidy
delete from idempotency_keys where ctid = any (array(
select ctid from idempotency_keys where created_at <= $1
order by created_at limit 10 for update skip locked));
