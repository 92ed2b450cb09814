/* AuthSessionsRepository */

-- callback
update user_sessions set revoked_at = $3
where id = $2 and user_id = $1 and revoked_at is null and expires_at > $3 returning id;

-- findForSignIn
select u.id as user_id, c.password_hash
from user_addresses address join users u on u.id = address.user_id left join user_credentials c on c.user_id = u.id
where address.email = $1 and address.verified_at is not null;

-- insertSession
delete from user_sessions where id = any (array(
  select id from user_sessions where user_id = $1
  order by revoked_at is null and expires_at > $2 desc, coalesce(last_used_at, created_at) desc, id
  offset 200 for update skip locked));

insert into user_sessions
  (user_id, application_id, second_step_pending, created_at, last_used_at, expires_at, by_operator, only_schools)
select id, $2, coalesce($3, two_step_enabled), $4, $4, $5, $6,
  coalesce((select only_schools from applications where id = $2), users.only_schools)
from users where id = $1 for key share
returning id, second_step_pending, (select email from users where id = $1) as email;

-- lockPassword
select c.password_hash from user_credentials c, applications a
   where c.user_id = $1 and a.id = $2 and a.revoked_at is null and (a.only_schools is null
     or exists (select from memberships m where m.user_id = $1 and m.school_id = any (a.only_schools)) and (a.only_schools is null or not exists (select from memberships elsewhere
where elsewhere.user_id = $1 and elsewhere.school_id <> all (a.only_schools))))
   for share of c, a;

-- revokeAll
update user_sessions set revoked_at = $2 where user_id = $1 and revoked_at is null;
