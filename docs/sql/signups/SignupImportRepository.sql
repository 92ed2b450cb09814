/* SignupImportRepository */

-- findItems
SELECT "SignupItem"."id" AS "SignupItem_id", "SignupItem"."school_id" AS "SignupItem_school_id",
  "SignupItem"."signup_id" AS "SignupItem_signup_id", "SignupItem"."position" AS "SignupItem_position",
  "SignupItem"."title" AS "SignupItem_title", "SignupItem"."description" AS "SignupItem_description",
  "SignupItem"."starts_at" AS "SignupItem_starts_at", "SignupItem"."ends_at" AS "SignupItem_ends_at",
  "SignupItem"."capacity" AS "SignupItem_capacity",
  "SignupItem"."waitlist_enabled" AS "SignupItem_waitlist_enabled"
FROM "signup_items" "SignupItem"
WHERE (("SignupItem"."school_id" = $1) AND ("SignupItem"."signup_id" = $2));

-- saveItems
INSERT INTO "signup_items"("id", "school_id", "signup_id", "position", "title", "description",
  "starts_at", "ends_at",
  "capacity", "waitlist_enabled")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT ( "school_id", "id" ) DO UPDATE
SET "school_id" = EXCLUDED."school_id", "id" = EXCLUDED."id", "signup_id" = EXCLUDED."signup_id",
  "position" = EXCLUDED."position", "title" = EXCLUDED."title", "description" = EXCLUDED."description",
  "starts_at" = EXCLUDED."starts_at", "ends_at" = EXCLUDED."ends_at", "capacity" = EXCLUDED."capacity",
  "waitlist_enabled" = EXCLUDED."waitlist_enabled"
RETURNING "id", "waitlist_enabled";

INSERT INTO "signup_items"("id", "school_id", "signup_id", "position", "title", "description",
  "starts_at", "ends_at",
  "capacity", "waitlist_enabled")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10), …
ON CONFLICT ( "school_id", "id" ) DO UPDATE
SET "school_id" = EXCLUDED."school_id", "id" = EXCLUDED."id", "signup_id" = EXCLUDED."signup_id",
  "position" = EXCLUDED."position", "title" = EXCLUDED."title", "description" = EXCLUDED."description",
  "starts_at" = EXCLUDED."starts_at", "ends_at" = EXCLUDED."ends_at", "capacity" = EXCLUDED."capacity",
  "waitlist_enabled" = EXCLUDED."waitlist_enabled"
RETURNING "id", "waitlist_enabled";
