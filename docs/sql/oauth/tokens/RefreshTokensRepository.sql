/* RefreshTokensRepository */

-- addRefreshToken
insert into refresh_tokens (token_hash, session_id, expires_at) values ($1, $2, $3);
