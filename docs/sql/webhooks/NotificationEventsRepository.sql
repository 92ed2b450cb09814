/* NotificationEventsRepository */

-- find
select membership_id, id as notification_id, kind from notifications
where school_id = $1 and id = any ($2::uuid[]) order by membership_id, id;

-- isHeard
select exists (select from webhooks webhook where webhook.application_id is not null
       and webhook.paused_at is null and 'notification.created' = any (webhook.kinds)
       and (webhook.school_id = $1::uuid
or webhook.application_id is not null and exists (
  select from user_sessions session
  join memberships member on member.user_id = session.user_id and member.school_id = $1::uuid
    and member.deactivated_at is null
  where session.application_id = webhook.application_id and session.revoked_at is null
    and session.expires_at > $2::timestamptz and session.created_at <= $2::timestamptz and not session.second_step_pending
    and (session.only_schools is null or $1::uuid = any (session.only_schools))))) as found;
