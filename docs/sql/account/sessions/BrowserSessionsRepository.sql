/* BrowserSessionsRepository */

-- findOfBrowser
select s.id, s.user_id as "userId", u.email, s.second_step_pending as "secondStepPending",
     coalesce(s.proven_at, s.created_at) as "signedInAt", s.two_step_at as "twoStepAt",
     case when s.two_step_at is null or 'mfa' = any (s.amr) then s.amr else s.amr || '{otp,mfa}' end as amr
   from user_sessions s join users u on u.id = s.user_id
   where s.browser_token_hash = $1 and s.revoked_at is null and s.expires_at > $2 and (s.only_schools is null or not exists (select from memberships elsewhere
where elsewhere.user_id = s.user_id and elsewhere.school_id <> all (s.only_schools)));

-- giveToBrowser
update user_sessions set browser_token_hash = $2, two_step_at = $3, amr = $4 where id = $1;

-- lockPasswordOf
SELECT "UserCredentials"."user_id" AS "UserCredentials_user_id",
  "UserCredentials"."password_hash" AS "UserCredentials_password_hash",
  "UserCredentials"."totp_secret" AS "UserCredentials_totp_secret",
  "UserCredentials"."totp_sealed" AS "UserCredentials_totp_sealed",
  "UserCredentials"."totp_last_step" AS "UserCredentials_totp_last_step"
FROM "user_credentials" "UserCredentials"
WHERE (("UserCredentials"."user_id" = $1))
LIMIT 1 FOR SHARE;
