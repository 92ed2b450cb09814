/* CredentialsRepository */

-- removePasswordLinks
delete from one_time_links where user_id = $1 and purpose = 'password' and used_at is null;

-- savePassword
insert into user_credentials (user_id, password_hash) values ($1, $2)
on conflict (user_id) do update set password_hash = excluded.password_hash;

-- saveRecoveryCodes
delete from recovery_codes where user_id = $1;

insert into recovery_codes (user_id, code_hash) select $1, unnest($2::text[]);

-- saveTwoStep
insert into user_credentials (user_id, totp_sealed, totp_last_step) values ($1, $2, $3)
on conflict (user_id) do update
  set totp_sealed = excluded.totp_sealed, totp_secret = null, totp_last_step = excluded.totp_last_step;

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
