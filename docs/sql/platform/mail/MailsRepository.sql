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

-- insertChangeMails
with given as (
  select fresh.*, given.details from jsonb_to_recordset($1::jsonb) as given(notification_id uuid, details jsonb)
  join notifications fresh on fresh.school_id = $2 and fresh.id = given.notification_id
  where not exists (select from notifications earlier
    join mails mail on mail.school_id = $2 and mail.notification_id = earlier.id and mail.details ->> 'write' = pg_current_xact_id()::text
    where earlier.school_id = $2 and earlier.membership_id = fresh.membership_id and earlier.created_at = $3
      and earlier.kind = any ($4))
), taken as (
  delete from mails using given, notifications former
  where former.school_id = $2 and former.membership_id = given.membership_id and former.target_type = given.target_type
    and former.target_id = given.target_id and former.kind = any ($4) and former.kind <> given.kind
    and mails.school_id = $2 and mails.notification_id = former.id and mails.state = 'waiting' and mails.attempts = 0
  returning given.id, mails.details
)
insert into mails (school_id, notification_id, kind, details, created_at, due_at)
select $2, given.id, 'alert',
  given.details || coalesce(taken.details, '{}') || jsonb_build_object('write', pg_current_xact_id()::text), $3, $3
from given left join taken on taken.id = given.id
on conflict (school_id, notification_id) do update set
  id = case when mails.state = 'waiting' and mails.attempts = 0 then mails.id else gen_random_uuid() end,
  details = case when mails.state = 'waiting' and mails.attempts = 0 then excluded.details || mails.details || jsonb_build_object('write', pg_current_xact_id()::text)
    else excluded.details end,
  due_at = case when mails.state = 'waiting' and mails.attempts = 0 then mails.due_at else excluded.due_at end,
  created_at = excluded.created_at, state = 'waiting', attempts = 0, ended_at = null, last_error = null;

-- insertMails
insert into mails (school_id, notification_id, user_id, email, kind, subject, details, created_at, due_at)
select school_id, notification_id, user_id, email, kind, coalesce(subject, ''), details, $2, coalesce(due_at, $2)
from jsonb_to_recordset($1::jsonb) as mail(school_id uuid, notification_id uuid, user_id uuid, email text, kind text,
  subject text, details jsonb, due_at timestamptz);

-- postpone
UPDATE "mails" SET "due_at" = $1, "last_error" = $2 WHERE ("id" = $3 AND "attempts" = $4 AND "state" = $5);
