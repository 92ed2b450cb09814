/* SchoolsRepository */

-- callback
INSERT INTO "schools"("id", "short_name", "name", "time_zone", "country", "locale", "features",
  "default_visibility", "default_address", "grace_days", "guardians_may_register", "address_books",
  "source", "source_id", "moved_at", "moved_to",
  "created_at", "updated_at")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT,
  DEFAULT, DEFAULT,
  DEFAULT, DEFAULT, DEFAULT)
RETURNING "id", "features", "default_visibility", "default_address", "grace_days",
  "guardians_may_register", "address_books",
  "created_at", "updated_at";

-- findOneBy
SELECT "School"."id" AS "School_id", "School"."short_name" AS "School_short_name",
  "School"."name" AS "School_name", "School"."time_zone" AS "School_time_zone",
  "School"."country" AS "School_country", "School"."locale" AS "School_locale",
  "School"."features" AS "School_features",
  "School"."default_visibility" AS "School_default_visibility",
  "School"."default_address" AS "School_default_address", "School"."grace_days" AS "School_grace_days",
  "School"."guardians_may_register" AS "School_guardians_may_register",
  "School"."address_books" AS "School_address_books", "School"."source" AS "School_source",
  "School"."source_id" AS "School_source_id", "School"."moved_at" AS "School_moved_at",
  "School"."moved_to" AS "School_moved_to", "School"."created_at" AS "School_created_at",
  "School"."updated_at" AS "School_updated_at"
FROM "schools" "School"
WHERE (("School"."id" = $1))
LIMIT 1;

SELECT "School"."id" AS "School_id", "School"."short_name" AS "School_short_name",
  "School"."name" AS "School_name", "School"."time_zone" AS "School_time_zone",
  "School"."country" AS "School_country", "School"."locale" AS "School_locale",
  "School"."features" AS "School_features",
  "School"."default_visibility" AS "School_default_visibility",
  "School"."default_address" AS "School_default_address", "School"."grace_days" AS "School_grace_days",
  "School"."guardians_may_register" AS "School_guardians_may_register",
  "School"."address_books" AS "School_address_books", "School"."source" AS "School_source",
  "School"."source_id" AS "School_source_id", "School"."moved_at" AS "School_moved_at",
  "School"."moved_to" AS "School_moved_to", "School"."created_at" AS "School_created_at",
  "School"."updated_at" AS "School_updated_at"
FROM "schools" "School"
WHERE (("School"."short_name" = $1))
LIMIT 1;

-- updateSchool
UPDATE "schools" SET "address_books" = $1, "updated_at" = CURRENT_TIMESTAMP WHERE "id" = $2;
