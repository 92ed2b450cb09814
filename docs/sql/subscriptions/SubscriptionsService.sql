/* SubscriptionsService */

-- list
select s.id, s.name, s.token, s.meal_types, to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at from menu_subscriptions s where s.school_id = $1 and s.membership_id = $2
order by s.created_at, s.id;

select s.id, s.name, s.token, s.organization_id, s.categories, s.tags, to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at from calendar_subscriptions s where s.school_id = $1 and s.membership_id = $2
order by s.created_at, s.id;
