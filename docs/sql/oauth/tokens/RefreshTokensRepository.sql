/* RefreshTokensRepository */

-- addRefreshToken
INSERT INTO "refresh_tokens"("token_hash", "session_id", "expires_at", "spent_at", "sealed_answer")
VALUES ($1, $2, $3, DEFAULT, DEFAULT);
