/* ContactRepository */

-- findContact
with records as (
  select m.first_name, m.last_name, m.phone, m.joined_at as created_at, m.id
  from memberships m where m.user_id = $1 and m.deactivated_at is null
  union all
  select g.first_name, g.last_name, g.phone, g.created_at, g.id
  from memberships m join guardians g on g.school_id = m.school_id and g.membership_id = m.id
  where m.user_id = $1 and m.deactivated_at is null
  union all
  select first_name, last_name, phone, '-infinity', id from users where id = $1
), named as (
  select first_name, last_name from records where first_name <> '' or last_name <> ''
  order by (first_name <> '' and last_name <> '') is true desc, created_at desc, id
  limit 1
)
select coalesce(named.first_name, '') as first_name, coalesce(named.last_name, '') as last_name,
  coalesce((select phone from records where phone <> '' order by created_at desc, id limit 1), '') as phone
from users left join named on true
where users.id = $1;

-- update
update memberships set first_name = $2, last_name = $3, phone = $4
where user_id = $1 and deactivated_at is null;

update users set first_name = $2, last_name = $3, phone = $4 where id = $1;
