/* person-lock.repository */

-- lockOwner
select id from users where id = coalesce((select user_id from memberships where id = $1),
  $1) for no key update;

-- lockPerson
select id from users where id = (select user_id from memberships where school_id = $1 and id = $2)
for no key update;
