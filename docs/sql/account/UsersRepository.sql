/* UsersRepository */

-- insertOrGet
INSERT INTO "users"("id", "email", "email_verified_at", "first_name", "last_name", "phone",
  "profile_visibility", "hides_address", "visibility_chosen", "address_chosen", "two_step_enabled",
  "outside_subject_id",
  "only_schools", "created_at")
VALUES (DEFAULT, $1, $2, $3, $4, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT, $5)
ON CONFLICT DO NOTHING 
RETURNING id;

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
WHERE (("User"."email" = $1))
LIMIT 1;
