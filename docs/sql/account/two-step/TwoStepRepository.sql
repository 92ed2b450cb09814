/* TwoStepRepository */

-- complete
UPDATE "two_step_challenges" SET "used_at" = $1 WHERE "id" = $2;

update user_sessions set second_step_pending = false, two_step_at = $2, failed_codes = 0 where id = $1;

-- findOpenChallenge
SELECT "TwoStepChallenge"."id" AS "TwoStepChallenge_id",
  "TwoStepChallenge"."session_id" AS "TwoStepChallenge_session_id",
  "TwoStepChallenge"."method" AS "TwoStepChallenge_method",
  "TwoStepChallenge"."code_hash" AS "TwoStepChallenge_code_hash",
  "TwoStepChallenge"."expires_at" AS "TwoStepChallenge_expires_at",
  "TwoStepChallenge"."used_at" AS "TwoStepChallenge_used_at"
FROM "two_step_challenges" "TwoStepChallenge"
WHERE (("TwoStepChallenge"."id" = $1) AND ("TwoStepChallenge"."session_id" = $2) AND ("TwoStepChallenge"."used_at" IS NULL) AND ("TwoStepChallenge"."expires_at" > $3))
LIMIT 1;

-- getSession
select s.id as session_id, s.user_id, u.email, school.locale, s.second_step_pending, s.revoked_at is null and s.expires_at > $2 as live, s.failed_codes,
  c.totp_secret, c.totp_sealed, 'otp' = any (s.amr) as by_mailed_code,
  exists (select from passkeys p where p.user_id = s.user_id) as has_passkey
from user_sessions s join users u on u.id = s.user_id left join user_credentials c on c.user_id = s.user_id
left join lateral (select of.locale from memberships m join schools of on of.id = m.school_id where m.user_id = s.user_id
  order by m.deactivated_at is not null, m.joined_at, m.id limit 1) school on true
where s.id = $1;

-- insertChallenge
INSERT INTO "two_step_challenges"("id", "session_id", "method", "code_hash", "expires_at", "used_at")
VALUES ($1, $2, $3, $4, $5, DEFAULT)
RETURNING "id";

-- lockSession
SELECT "UserSession"."id" AS "UserSession_id"
FROM "user_sessions" "UserSession"
WHERE (("UserSession"."id" = $1))
LIMIT 1 FOR UPDATE;

-- takeRecoveryCode
UPDATE "recovery_codes" SET "used_at" = $1 WHERE ("code_hash" = $2 AND "user_id" = $3 AND "used_at" IS NULL);

-- takeTotpStep
update user_credentials set totp_last_step = $2
where user_id = $1 and (totp_last_step is null or totp_last_step < $2) returning user_id;
