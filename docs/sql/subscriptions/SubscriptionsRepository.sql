/* SubscriptionsRepository */

-- assertRoomFor
with own as (
  select m.school_id, m.id from memberships m
  where m.user_id = (select user_id from memberships where school_id = $1 and id = $2))
select (select count(*)::int from calendar_subscriptions s join own on own.school_id = s.school_id and own.id = s.membership_id)
  + (select count(*)::int from menu_subscriptions s join own on own.school_id = s.school_id and own.id = s.membership_id) as count;

-- callback
delete from calendar_subscriptions where school_id = $1 and id = $2 and membership_id = $3;

delete from menu_subscriptions where school_id = $1 and id = $2 and membership_id = $3;

insert into calendar_subscriptions as s (school_id, membership_id, name, token, created_at, organization_id, categories, tags)
select school.id, $2, coalesce($3, school.name), $4, $5, $6, $7, $8
from schools school where school.id = $1
returning s.id, s.name, s.token, s.organization_id, s.categories, s.tags, to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at;

insert into menu_subscriptions as s (school_id, membership_id, name, token, created_at, meal_types)
select school.id, $2, coalesce($3, school.name || ': Menus'), $4, $5, $6
from schools school where school.id = $1
returning s.id, s.name, s.token, s.meal_types, to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at;

-- noteChange
update calendar_subscriptions set feed_digest = $3, feed_changed_at = case when feed_digest = $3 then feed_changed_at
  else greatest(date_trunc('second', $4::timestamptz), feed_changed_at + interval '1 second') end
where school_id = $1 and id = $2 returning feed_changed_at;
