/* TwoStepRepository */

-- complete
update two_step_challenges set used_at = $2 where id = $1;

update user_sessions set second_step_pending = false, two_step_at = $2, failed_codes = 0 where id = $1;

-- findOpenChallenge
select id, method, code_hash from two_step_challenges
where id = $2 and session_id = $1 and used_at is null and expires_at > $3;

-- getSession
select s.id as session_id, s.user_id, u.email, s.second_step_pending, s.revoked_at is null and s.expires_at > $2 as live, s.failed_codes,
  c.totp_secret, c.totp_sealed,
  exists (select from passkeys p where p.user_id = s.user_id) as has_passkey
from user_sessions s join users u on u.id = s.user_id left join user_credentials c on c.user_id = s.user_id
where s.id = $1;

-- insertChallenge
insert into two_step_challenges (id, session_id, method, code_hash, expires_at) values ($1, $2, $3, $4, $5);

-- lockSession
select s.id as session_id, s.user_id, u.email, s.second_step_pending, s.revoked_at is null and s.expires_at > $2 as live, s.failed_codes,
  c.totp_secret, c.totp_sealed,
  exists (select from passkeys p where p.user_id = s.user_id) as has_passkey
from user_sessions s join users u on u.id = s.user_id left join user_credentials c on c.user_id = s.user_id
where s.id = $1 for update of s;

-- takeTotpStep
update user_credentials set totp_last_step = $2
where user_id = $1 and (totp_last_step is null or totp_last_step < $2) returning user_id;
