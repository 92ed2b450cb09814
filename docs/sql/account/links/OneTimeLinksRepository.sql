/* OneTimeLinksRepository */

-- insertLink
INSERT INTO "one_time_links"("token_hash", "purpose", "user_id", "email", "details", "created_at",
  "expires_at", "used_at")
VALUES ($1, $2, $3, $4, $5, $6, $7, DEFAULT);
