/* ApplicationSessionsRepository */

-- extendLocked
update user_sessions set expires_at = $3, last_used_at = $2 where id = $1;

-- insertAllowed
insert into user_sessions (id, user_id, application_id, second_step_pending, two_step_at, created_at, last_used_at, expires_at, only_schools)
   select $1, allowed.user_id, $3, false, allowed.two_step_at, $5, $5, $6, allowed.only_schools from (
     select b.user_id, b.two_step_at, coalesce(a.only_schools, b.only_schools) as only_schools from user_sessions b, applications a
     where b.id = $4 and b.user_id = $2 and b.revoked_at is null and b.expires_at > $5 and not b.second_step_pending and (b.only_schools is null or not exists (select from memberships elsewhere
where elsewhere.user_id = $2 and elsewhere.school_id <> all (b.only_schools)))
       and a.id = $3 and a.revoked_at is null and (a.only_schools is null
         or exists (select from memberships m where m.user_id = $2 and m.school_id = any (a.only_schools)) and (a.only_schools is null or not exists (select from memberships elsewhere
where elsewhere.user_id = $2 and elsewhere.school_id <> all (a.only_schools))))
     for share of b, a) allowed
   returning id;

-- revokeOfApplication
update user_sessions set revoked_at = $2 where application_id = $1 and revoked_at is null;
