/* PausedWebhookMailsRepository */

-- findDue
select mail.id, person.email, school.name as school, school.locale, webhook.url, webhook.description
from mails mail
join webhooks webhook on webhook.school_id = mail.school_id and webhook.id = (mail.details ->> 'webhookId')::uuid
  and webhook.paused_at is not null
join schools school on school.id = mail.school_id
join memberships admin on admin.school_id = mail.school_id and admin.user_id = mail.user_id
  and admin.role = 'senior_admin' and admin.deactivated_at is null
join users person on person.id = mail.user_id and person.email_verified_at is not null
where mail.id = any ($1::uuid[]);
