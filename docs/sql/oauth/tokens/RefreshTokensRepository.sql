/* RefreshTokensRepository */

-- addRefreshToken
with extended as (
  update user_sessions set expires_at = $4, last_used_at = $3 where id = $2)
insert into refresh_tokens (token_hash, session_id, expires_at) values ($1, $2, $4);
