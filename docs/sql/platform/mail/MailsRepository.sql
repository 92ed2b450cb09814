/* MailsRepository */

-- claimDueMails
with due as materialized (select id from mails where state = 'waiting' and due_at <= $1 and kind = any ($4)
       order by due_at limit $3 for update skip locked)
     update mails mail set attempts = mail.attempts + 1, due_at = $2 from due where mail.id = due.id
     returning mail.id, mail.kind, mail.subject, mail.school_id as "schoolId", mail.notification_id as "notificationId",
mail.user_id as "userId", mail.email, mail.details, mail.attempts, mail.created_at as "createdAt";

-- delete
DELETE FROM "mails" WHERE "id" = $1;

-- end
UPDATE "mails"
SET "state" = $1, "ended_at" = $2, "last_error" = $3, "details" = $4
WHERE ("id" IN ($5) AND "state" = $6);

UPDATE "mails" SET "state" = $1, "ended_at" = $2, "last_error" = $3 WHERE ("id" = $4 AND "state" = $5);

-- insertMails
insert into mails (school_id, notification_id, user_id, email, kind, subject, details, created_at, due_at)
select school_id, notification_id, user_id, email, kind, coalesce(subject, ''), details, $2, coalesce(due_at, $2)
from jsonb_to_recordset($1::jsonb) as mail(school_id uuid, notification_id uuid, user_id uuid, email text, kind text,
  subject text, details jsonb, due_at timestamptz);

-- postpone
UPDATE "mails" SET "due_at" = $1, "last_error" = $2 WHERE ("id" = $3 AND "attempts" = $4 AND "state" = $5);
