/* WebhookMomentsRepository */

-- hasWebhooks
select exists (select from webhooks) as found;

-- markDue
insert into webhook_moments (school_id, item_id, kind, at, told_at)
select due.school_id, due.id, due.kind, due.at, $1 from (
select item.school_id, 'poll.opened' as kind, item.id, greatest(item.opens_at, item.created_at) as at
from polls item join schools school on school.id = item.school_id and coalesce((school.features ->> 'polls')::boolean, true) and school.moved_at is null
where item.opens_at > $1::timestamptz - interval '30 days' and item.opens_at <= $1 and (item.opens_at <= $1::timestamptz and item.deleted_at is null)
  and exists (select from webhooks webhook where 'poll.opened' = any (webhook.kinds) and webhook.heard_since <= greatest(item.opens_at, item.created_at)
    and (webhook.school_id = item.school_id
or webhook.application_id is not null and exists (
  select from user_sessions session
  join memberships member on member.user_id = session.user_id and member.school_id = item.school_id
    and member.deactivated_at is null
  where session.application_id = webhook.application_id and session.revoked_at is null
    and session.expires_at > $1::timestamptz and session.created_at <= greatest(item.opens_at, item.created_at) and not session.second_step_pending
    and (session.only_schools is null or item.school_id = any (session.only_schools))))) union all
select item.school_id, 'poll.closed' as kind, item.id, greatest(item.closes_at, item.created_at) as at
from polls item join schools school on school.id = item.school_id and coalesce((school.features ->> 'polls')::boolean, true) and school.moved_at is null
where item.closes_at > $1::timestamptz - interval '30 days' and item.closes_at <= $1 and (item.opens_at <= $1::timestamptz and item.deleted_at is null)
  and exists (select from webhooks webhook where 'poll.closed' = any (webhook.kinds) and webhook.heard_since <= greatest(item.closes_at, item.created_at)
    and (webhook.school_id = item.school_id
or webhook.application_id is not null and exists (
  select from user_sessions session
  join memberships member on member.user_id = session.user_id and member.school_id = item.school_id
    and member.deactivated_at is null
  where session.application_id = webhook.application_id and session.revoked_at is null
    and session.expires_at > $1::timestamptz and session.created_at <= greatest(item.closes_at, item.created_at) and not session.second_step_pending
    and (session.only_schools is null or item.school_id = any (session.only_schools))))) union all
select item.school_id, 'signup.opened' as kind, item.id, greatest(item.opens_at, item.created_at) as at
from signups item join schools school on school.id = item.school_id and coalesce((school.features ->> 'signups')::boolean, true) and school.moved_at is null
where item.opens_at > $1::timestamptz - interval '30 days' and item.opens_at <= $1 and (item.opens_at <= $1::timestamptz and item.deleted_at is null)
  and exists (select from webhooks webhook where 'signup.opened' = any (webhook.kinds) and webhook.heard_since <= greatest(item.opens_at, item.created_at)
    and (webhook.school_id = item.school_id
or webhook.application_id is not null and exists (
  select from user_sessions session
  join memberships member on member.user_id = session.user_id and member.school_id = item.school_id
    and member.deactivated_at is null
  where session.application_id = webhook.application_id and session.revoked_at is null
    and session.expires_at > $1::timestamptz and session.created_at <= greatest(item.opens_at, item.created_at) and not session.second_step_pending
    and (session.only_schools is null or item.school_id = any (session.only_schools))))) union all
select item.school_id, 'permission_slip.opened' as kind, item.id, greatest(item.opens_at, item.created_at) as at
from permission_slips item join schools school on school.id = item.school_id and coalesce((school.features ->> 'signups')::boolean, true) and school.moved_at is null
where item.opens_at > $1::timestamptz - interval '30 days' and item.opens_at <= $1 and (item.opens_at <= $1::timestamptz and item.deleted_at is null)
  and exists (select from webhooks webhook where 'permission_slip.opened' = any (webhook.kinds) and webhook.heard_since <= greatest(item.opens_at, item.created_at)
    and (webhook.school_id = item.school_id
or webhook.application_id is not null and exists (
  select from user_sessions session
  join memberships member on member.user_id = session.user_id and member.school_id = item.school_id
    and member.deactivated_at is null
  where session.application_id = webhook.application_id and session.revoked_at is null
    and session.expires_at > $1::timestamptz and session.created_at <= greatest(item.opens_at, item.created_at) and not session.second_step_pending
    and (session.only_schools is null or item.school_id = any (session.only_schools)))))) due
where not exists (select from webhook_moments told where told.school_id = due.school_id and told.item_id = due.id
  and told.kind = due.kind and told.at = due.at)
order by due.at limit 500
on conflict do nothing
returning school_id as "schoolId", kind, item_id as "itemId", at;
