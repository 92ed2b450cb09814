/* WebhookDeliveriesService */

-- list
select id, kind, state, attempts, last_status, last_error,
  case when state = 'pending' then to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as next_at, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
from webhook_deliveries where school_id = $1 and webhook_id = $2 and ($3::text is null or state = $3)
order by created_at desc, id limit 200;
