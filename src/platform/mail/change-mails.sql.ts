import { ALERT_MAIL } from './queued-mail.entity.js';

/** Names the transaction in a mail that it writes: a savepoint that is rolled back takes the name along. */
const THIS_WRITE = 'pg_current_xact_id()::text';

/** A mail `mails` that waits and was not tried, nor does the daily mail of the member speak for it that is being sent. */
const IS_UNTRIED = `mails.state = 'waiting' and mails.attempts = 0
  and not exists (select from mails daily where daily.school_id = $1 and daily.user_id = member.user_id
    and daily.state = 'waiting' and daily.attempts > 0 and daily.details -> 'mails' ? mails.id::text)`;

/**
 * $1 the school, $2 notifications, $3 kinds of them of which the newest one about an item holds, $4 now. Takes away the mails that these
 * make needless, and leaves out whoever has such a mail of this transaction.
 */
export const TAKE_UNTRIED = `
  with given as (
    select fresh.* from notifications fresh
    where fresh.school_id = $1 and fresh.id = any ($2::uuid[])
      and not exists (select from notifications earlier
        join mails mail on mail.school_id = $1 and mail.notification_id = earlier.id and mail.details ->> 'write' = ${THIS_WRITE}
        where earlier.school_id = $1 and earlier.membership_id = fresh.membership_id and earlier.created_at = $4
          and earlier.kind = any ($3))
  ), taken as (
    delete from mails using given, notifications former, memberships member
    where former.school_id = $1 and former.membership_id = given.membership_id and former.target_type = given.target_type
      and former.target_id = given.target_id and former.kind = any ($3)
      and member.school_id = $1 and member.id = given.membership_id
      and mails.school_id = $1 and mails.notification_id = former.id and ${IS_UNTRIED}
    returning given.id, mails.details, mails.created_at
  )
  select distinct on (given.id) given.id as "notificationId", taken.details
  from given left join taken on taken.id = given.id order by given.id, taken.created_at`;

/** $1 the school, $2 the mails, $3 now. One that was tried is another mail from now on: it ends by its former id. */
export const INSERT_CHANGES = `
  insert into mails (school_id, notification_id, kind, details, created_at, due_at)
  select $1, given.notification_id, '${ALERT_MAIL}', given.details || jsonb_build_object('write', ${THIS_WRITE}), $3, $3
  from jsonb_to_recordset($2::jsonb) as given(notification_id uuid, details jsonb)
  on conflict (school_id, notification_id) do update set id = gen_random_uuid(), details = excluded.details,
    created_at = excluded.created_at, due_at = excluded.due_at, state = 'waiting', attempts = 0, ended_at = null, last_error = null`;
