/* RefreshTokensRepository */

-- addRefreshToken
INSERT INTO "refresh_tokens"("token_hash", "session_id", "expires_at", "spent_at", "sealed_answer")
VALUES ($1, $2, $3, DEFAULT, DEFAULT);

-- findOwner
select s.user_id from refresh_tokens t join user_sessions s on s.id = t.session_id
where t.token_hash = $1 and s.application_id = $2;

-- lockRefreshToken
select s.id as session_id, s.user_id, s.second_step_pending,
     s.revoked_at is null and s.expires_at > $2 and (s.only_schools is null or not exists (select from memberships elsewhere
where elsewhere.user_id = s.user_id and elsewhere.school_id <> all (s.only_schools))) as live, t.spent_at, t.sealed_answer, t.expires_at <= $2 as expired,
     (select count(*) > 0 and bool_and(m.deactivated_at is not null) from memberships m
       where m.user_id = s.user_id) as fully_deactivated
   from refresh_tokens t join user_sessions s on s.id = t.session_id
   where t.token_hash = $1 and s.application_id = $3 for update of s, t;

-- spend
UPDATE "refresh_tokens"
SET "sealed_answer" = $1
WHERE ("session_id" = $2 AND "spent_at" < $3 AND NOT("sealed_answer" IS NULL));

UPDATE "refresh_tokens" SET "spent_at" = $1, "sealed_answer" = $2 WHERE "token_hash" = $3;
