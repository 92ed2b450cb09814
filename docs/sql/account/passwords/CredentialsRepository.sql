/* CredentialsRepository */

-- removePasswordLinks
DELETE FROM "one_time_links" WHERE ("user_id" = $1 AND "purpose" = $2 AND "used_at" IS NULL);

-- savePassword
INSERT INTO "user_credentials"("user_id", "password_hash", "totp_secret", "totp_sealed", "totp_last_step")
VALUES ($1, $2, DEFAULT, DEFAULT, DEFAULT)
ON CONFLICT ( "user_id" ) DO UPDATE
SET "user_id" = EXCLUDED."user_id", "password_hash" = EXCLUDED."password_hash";

-- saveRecoveryCodes
DELETE FROM "recovery_codes" WHERE "user_id" = $1;

INSERT INTO "recovery_codes"("code_hash", "user_id", "used_at") VALUES ($1, $2, DEFAULT), …;

-- saveTwoStep
INSERT INTO "user_credentials"("user_id", "password_hash", "totp_secret", "totp_sealed", "totp_last_step")
VALUES ($1, DEFAULT, $2, $3, $4)
ON CONFLICT ( "user_id" ) DO UPDATE
SET "user_id" = EXCLUDED."user_id", "totp_secret" = EXCLUDED."totp_secret",
  "totp_sealed" = EXCLUDED."totp_sealed",
  "totp_last_step" = EXCLUDED."totp_last_step";

update users set two_step_enabled = true where id = $1;

-- wordsOf
SELECT "User"."id" AS "User_id", "User"."email" AS "User_email",
  "User"."email_verified_at" AS "User_email_verified_at", "User"."first_name" AS "User_first_name",
  "User"."last_name" AS "User_last_name", "User"."phone" AS "User_phone",
  "User"."profile_visibility" AS "User_profile_visibility",
  "User"."hides_address" AS "User_hides_address",
  "User"."visibility_chosen" AS "User_visibility_chosen",
  "User"."address_chosen" AS "User_address_chosen",
  "User"."two_step_enabled" AS "User_two_step_enabled",
  "User"."outside_subject_id" AS "User_outside_subject_id",
  "User"."only_schools" AS "User_only_schools",
  "User"."created_at" AS "User_created_at"
FROM "users" "User"
WHERE (("User"."id" = $1))
LIMIT 1;
