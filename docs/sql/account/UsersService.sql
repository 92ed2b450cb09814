/* UsersService */

-- getByEmail
SELECT "u"."id" AS "u_id", "u"."email" AS "u_email",
  "u"."email_verified_at" AS "u_email_verified_at", "u"."first_name" AS "u_first_name",
  "u"."last_name" AS "u_last_name", "u"."phone" AS "u_phone",
  "u"."profile_visibility" AS "u_profile_visibility", "u"."hides_address" AS "u_hides_address",
  "u"."visibility_chosen" AS "u_visibility_chosen", "u"."address_chosen" AS "u_address_chosen",
  "u"."two_step_enabled" AS "u_two_step_enabled", "u"."outside_subject_id" AS "u_outside_subject_id",
  "u"."only_schools" AS "u_only_schools",
  "u"."created_at" AS "u_created_at"
FROM "users" "u"
INNER JOIN "user_addresses" "address" ON "address"."user_id" = "u"."id"
WHERE "address"."email" = $1;
