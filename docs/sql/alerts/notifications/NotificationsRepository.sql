/* NotificationsRepository */

-- findOwn
with own as (
  select n.id, n.school_id, n.kind, n.title, n.body,
    json_build_object('type', n.target_type, 'id', n.target_id) as target,
    n.read_at is not null as read, to_char(n.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as read_at, to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at
  from notifications n where n.school_id = $1 and n.membership_id = $2 and n.created_at > $3::timestamptz - interval '180 days'
  order by n.created_at desc, n.id)
select json_build_object(
  'notifications', coalesce((select json_agg(own) from own where not ($4 and own.read)), '[]'),
  'unread_count', (select count(*) from own where not own.read))::text as text;

-- markRead
with unread as materialized (select school_id, id from notifications
  where school_id = $1 and membership_id = $2 and read_at is null
    and case when $4::uuid[] is null then created_at <= $3 else id = any ($4) end
  for no key update skip locked)
update notifications n set read_at = $3 from unread where n.school_id = unread.school_id and n.id = unread.id
returning n.id as "notificationId", n.membership_id as "membershipId";
