/* WebhookPausesRepository */

-- findSeniorAdmins
select webhook.id as "webhookId", admin.school_id as "schoolId", admin.user_id as "userId"
from webhooks webhook
join memberships admin on admin.school_id = webhook.school_id and admin.role = 'senior_admin'
  and admin.deactivated_at is null
where webhook.id = any ($1::uuid[]) order by webhook.id, admin.id;

-- pauseFailing
update webhooks set paused_at = $2 where failing_since <= $1 and paused_at is null
returning id, school_id as "schoolId";

-- pauseFull
update webhooks webhook set paused_at = $3 where id = any ($1::uuid[]) and paused_at is null
  and exists (select from webhook_deliveries waiting
    where waiting.webhook_id = webhook.id and waiting.state = 'pending' offset $2)
returning id, school_id as "schoolId";
