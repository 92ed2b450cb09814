/* MySessionsService */

-- list
select s.id, coalesce(a.name, case when s.browser_token_hash is null then 'Operator' else 'Browser' end) as client_name, s.created_at,
  coalesce(s.last_used_at, s.created_at) as last_used_at, s.two_step_at is not null as two_step,
  coalesce(s.id = $2, false) as current
from user_sessions s left join applications a on a.id = s.application_id
where s.user_id = $1 and s.revoked_at is null and s.expires_at > $3
order by last_used_at desc, s.id;
