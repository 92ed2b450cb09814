/* MailsRepository */

-- claimDueMails
with due as materialized (select id from mails where state = 'waiting' and due_at <= $1 and kind = any ($4)
         and (school_id is null or (exists (select from schools here where here.id = mails.school_id and here.moved_at is null)
  and pg_try_advisory_xact_lock_shared(1720575940, hashtext(mails.school_id::text) & 1023)))
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
insert into mails (school_id, notification_id, kind, details, created_at, due_at)
select $1, given.notification_id, 'alert', given.details || jsonb_build_object('write', pg_current_xact_id()::text), $3, $3
from jsonb_to_recordset($2::jsonb) as given(notification_id uuid, details jsonb)
on conflict (school_id, notification_id) do update set id = gen_random_uuid(), details = excluded.details,
  created_at = excluded.created_at, due_at = excluded.due_at, state = 'waiting', attempts = 0, ended_at = null, last_error = null;

with given as (
  select fresh.* from notifications fresh
  where fresh.school_id = $1 and fresh.id = any ($2::uuid[])
    and not exists (select from notifications earlier
      join mails mail on mail.school_id = $1 and mail.notification_id = earlier.id and mail.details ->> 'write' = pg_current_xact_id()::text
      where earlier.school_id = $1 and earlier.membership_id = fresh.membership_id and earlier.created_at = $4
        and earlier.kind = any ($3))
), taken as (
  delete from mails using given, notifications former, memberships member
  where former.school_id = $1 and former.membership_id = given.membership_id and former.target_type = given.target_type
    and former.target_id = given.target_id and former.kind = any ($3)
    and member.school_id = $1 and member.id = given.membership_id
    and mails.school_id = $1 and mails.notification_id = former.id and mails.state = 'waiting' and mails.attempts = 0
and not exists (select from mails daily where daily.school_id = $1 and daily.user_id = member.user_id
  and daily.state = 'waiting' and daily.attempts > 0 and daily.details -> 'mails' ? mails.id::text)
  returning given.id, mails.details, mails.created_at
)
select distinct on (given.id) given.id as "notificationId", taken.details
from given left join taken on taken.id = given.id order by given.id, taken.created_at;

-- insertMails
insert into mails (school_id, notification_id, user_id, email, kind, subject, details, created_at, due_at)
select school_id, notification_id, user_id, email, kind, coalesce(subject, ''), details, $2, coalesce(due_at, $2)
from jsonb_to_recordset($1::jsonb) as mail(school_id uuid, notification_id uuid, user_id uuid, email text, kind text,
  subject text, details jsonb, due_at timestamptz);

-- postpone
UPDATE "mails" SET "due_at" = $1, "last_error" = $2 WHERE ("id" = $3 AND "attempts" = $4 AND "state" = $5);
