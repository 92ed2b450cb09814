/* ApplicationsRepository */

-- callback
INSERT INTO "applications"("id", "name", "secret_hash", "is_public", "is_native", "uses_device_code",
  "redirect_uris", "only_schools", "secret_shown_at", "document_url", "document_read_at",
  "created_at", "revoked_at")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, DEFAULT, DEFAULT, DEFAULT, DEFAULT, $7, $8)
RETURNING "id", "is_public", "is_native", "uses_device_code", "redirect_uris";

INSERT INTO "applications"("id", "name", "secret_hash", "is_public", "is_native", "uses_device_code",
  "redirect_uris", "only_schools", "secret_shown_at", "document_url", "document_read_at",
  "created_at", "revoked_at")
VALUES (DEFAULT, $1, $2, DEFAULT, DEFAULT, DEFAULT, $3, DEFAULT, DEFAULT, DEFAULT, DEFAULT, $4, $5)
RETURNING "id", "is_public", "is_native", "uses_device_code", "redirect_uris";

update applications set revoked_at = coalesce(revoked_at, $2) where id = $1 returning id;

-- findActive
SELECT "Application"."id" AS "Application_id", "Application"."name" AS "Application_name",
  "Application"."secret_hash" AS "Application_secret_hash",
  "Application"."is_public" AS "Application_is_public",
  "Application"."is_native" AS "Application_is_native",
  "Application"."uses_device_code" AS "Application_uses_device_code",
  "Application"."redirect_uris" AS "Application_redirect_uris",
  "Application"."only_schools" AS "Application_only_schools",
  "Application"."secret_shown_at" AS "Application_secret_shown_at",
  "Application"."document_url" AS "Application_document_url",
  "Application"."document_read_at" AS "Application_document_read_at",
  "Application"."created_at" AS "Application_created_at",
  "Application"."revoked_at" AS "Application_revoked_at"
FROM "applications" "Application"
WHERE (("Application"."id" = $1) AND ("Application"."revoked_at" IS NULL))
LIMIT 1;
