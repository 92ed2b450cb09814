/* AppPasswordsRepository */

-- countOwn
SELECT COUNT(1) AS "cnt"
FROM "app_passwords" "AppPassword"
WHERE (("AppPassword"."school_id" = $1) AND ("AppPassword"."membership_id" = $2));

-- findOwn
SELECT "AppPassword"."id" AS "AppPassword_id", "AppPassword"."school_id" AS "AppPassword_school_id",
  "AppPassword"."membership_id" AS "AppPassword_membership_id",
  "AppPassword"."name" AS "AppPassword_name", "AppPassword"."digest" AS "AppPassword_digest",
  "AppPassword"."created_at" AS "AppPassword_created_at"
FROM "app_passwords" "AppPassword"
WHERE (("AppPassword"."school_id" = $1) AND ("AppPassword"."membership_id" = $2))
ORDER BY "AppPassword"."created_at" ASC, "AppPassword"."id" ASC;

-- findReader
select m.user_id, m.id as membership_id, m.school_id, m.role, school.features,
  array(select apart.student_id from
guardians apart where not (m.role <> 'parent')::boolean and apart.school_id = m.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = m.id::uuid or apart.shared_membership_id = m.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = m.school_id::uuid and holder.id = m.id::uuid))) as restricted_student_ids
from app_passwords p
join schools school on school.id = p.school_id and school.address_books
join memberships m on m.school_id = p.school_id and m.id = p.membership_id and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $2::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
where p.digest = $1;

-- insert
INSERT INTO "app_passwords"("id", "school_id", "membership_id", "name", "digest", "created_at")
VALUES ($1, $2, $3, $4, $5, $6)
RETURNING "id";

-- isOffered
select address_books from schools where id = $1;

-- remove
DELETE FROM "app_passwords" WHERE ("school_id" = $1 AND "membership_id" = $2 AND "id" = $3);
