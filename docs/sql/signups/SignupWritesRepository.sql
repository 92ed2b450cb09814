/* SignupWritesRepository */

-- findClaimants
select distinct membership_id as id from signup_claims
where school_id = $1 and item_id = any ($2::uuid[]) and status <> 'withdrawn';

-- findItems
SELECT "SignupItem"."id" AS "SignupItem_id", "SignupItem"."school_id" AS "SignupItem_school_id",
  "SignupItem"."signup_id" AS "SignupItem_signup_id", "SignupItem"."position" AS "SignupItem_position",
  "SignupItem"."title" AS "SignupItem_title", "SignupItem"."description" AS "SignupItem_description",
  "SignupItem"."starts_at" AS "SignupItem_starts_at", "SignupItem"."ends_at" AS "SignupItem_ends_at",
  "SignupItem"."capacity" AS "SignupItem_capacity",
  "SignupItem"."waitlist_enabled" AS "SignupItem_waitlist_enabled",
  "SignupItem"."last_reminder_at" AS "SignupItem_last_reminder_at"
FROM "signup_items" "SignupItem"
WHERE (("SignupItem"."school_id" = $1) AND ("SignupItem"."signup_id" = $2))
ORDER BY "SignupItem"."position" ASC;

-- findTimeZone
select time_zone as "timeZone" from schools where id = $1;

-- isClaimed
SELECT 1 AS "row_exists"
FROM (SELECT 1 AS dummy_column) "dummy_table"
WHERE EXISTS (SELECT 1
FROM "signup_claims" "SignupClaim"
WHERE (("SignupClaim"."school_id" = $1) AND ("SignupClaim"."signup_id" = $2)))
LIMIT 1;

-- saveItems
INSERT INTO "signup_items"("id", "school_id", "signup_id", "position", "title", "description",
  "starts_at", "ends_at", "capacity",
  "waitlist_enabled", "last_reminder_at")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT ( "school_id", "id" ) DO UPDATE
SET "school_id" = EXCLUDED."school_id", "id" = EXCLUDED."id", "signup_id" = EXCLUDED."signup_id",
  "position" = EXCLUDED."position", "title" = EXCLUDED."title", "description" = EXCLUDED."description",
  "starts_at" = EXCLUDED."starts_at", "ends_at" = EXCLUDED."ends_at", "capacity" = EXCLUDED."capacity",
  "waitlist_enabled" = EXCLUDED."waitlist_enabled",
  "last_reminder_at" = EXCLUDED."last_reminder_at"
RETURNING "id", "waitlist_enabled";

INSERT INTO "signup_items"("id", "school_id", "signup_id", "position", "title", "description",
  "starts_at", "ends_at", "capacity",
  "waitlist_enabled", "last_reminder_at")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11), …
ON CONFLICT ( "school_id", "id" ) DO UPDATE
SET "school_id" = EXCLUDED."school_id", "id" = EXCLUDED."id", "signup_id" = EXCLUDED."signup_id",
  "position" = EXCLUDED."position", "title" = EXCLUDED."title", "description" = EXCLUDED."description",
  "starts_at" = EXCLUDED."starts_at", "ends_at" = EXCLUDED."ends_at", "capacity" = EXCLUDED."capacity",
  "waitlist_enabled" = EXCLUDED."waitlist_enabled",
  "last_reminder_at" = EXCLUDED."last_reminder_at"
RETURNING "id", "waitlist_enabled";

-- update
UPDATE "signups"
SET "school_id" = $1, "organization_id" = $2, "audience_type" = $3, "audience_years" = $4,
  "audience_organization_ids" = $5, "source" = $6, "source_digest" = $7, "created_at" = $8,
  "updated_at" = $9, "opens_at" = $10, "closes_at" = $11, "alerted_at" = $12, "deleted_at" = $13,
  "source_id" = $14, "title" = $15, "description" = $16, "location" = $17, "visible_until" = $18,
  "withdraw_until" = $19, "event_id" = $20, "claim_per" = $21, "per_person_limit" = $22,
  "claimant_visibility" = $23
WHERE ("school_id" = $24 AND "id" = $25);
