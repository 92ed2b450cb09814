/* SignupClaimsRepository */

-- confirmFirst
update signup_claims promoted set status = 'confirmed', updated_at = $3
from (
  select waiting.id, item.capacity - (select coalesce(sum(taken.quantity), 0) from signup_claims taken
      where taken.school_id = item.school_id and taken.item_id = item.id and taken.status = 'confirmed') as free,
    sum(waiting.quantity) over (partition by item.id order by waiting.queued_at, waiting.id) as wanted
  from signup_claims waiting join signup_items item on item.school_id = waiting.school_id and item.id = waiting.item_id
  where item.school_id = $1 and item.id = any ($2::uuid[]) and waiting.status = 'waitlisted'
    and (item.capacity is null or waiting.quantity <= item.capacity)
    and (item.starts_at is null or item.starts_at > $3)
) queue
where promoted.school_id = $1 and promoted.id = queue.id and (queue.free is null or queue.wanted <= queue.free)
returning promoted.membership_id as "membershipId";

-- countWithdrawn
SELECT COUNT(1) AS "cnt"
FROM "signup_claims" "SignupClaim"
WHERE (("SignupClaim"."school_id" = $1) AND ("SignupClaim"."signup_id" = $2) AND ("SignupClaim"."membership_id" = $3) AND ("SignupClaim"."status" = $4));

-- find
SELECT "SignupClaim"."id" AS "SignupClaim_id", "SignupClaim"."school_id" AS "SignupClaim_school_id",
  "SignupClaim"."signup_id" AS "SignupClaim_signup_id",
  "SignupClaim"."item_id" AS "SignupClaim_item_id",
  "SignupClaim"."membership_id" AS "SignupClaim_membership_id",
  "SignupClaim"."student_id" AS "SignupClaim_student_id",
  "SignupClaim"."quantity" AS "SignupClaim_quantity", "SignupClaim"."status" AS "SignupClaim_status",
  "SignupClaim"."comment" AS "SignupClaim_comment", "SignupClaim"."answers" AS "SignupClaim_answers",
  "SignupClaim"."queued_at" AS "SignupClaim_queued_at",
  "SignupClaim"."created_at" AS "SignupClaim_created_at",
  "SignupClaim"."updated_at" AS "SignupClaim_updated_at"
FROM "signup_claims" "SignupClaim"
WHERE (("SignupClaim"."school_id" = $1) AND ("SignupClaim"."id" = $2) AND ("SignupClaim"."signup_id" = $3) AND ("SignupClaim"."status" != $4))
LIMIT 1;

-- findBody
select
c.id, c.signup_id, c.item_id, c.quantity, c.status,
case when c.status = 'waitlisted' then (select count(*)::int from signup_claims before
  where before.school_id = c.school_id and before.item_id = c.item_id and before.status = 'waitlisted'
    and (before.queued_at, before.id) <= (c.queued_at, c.id)) end as waitlist_position,
c.student_id, c.comment, c.answers, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at from signup_claims c where c.school_id = $1 and c.id = $2;

-- findItem
SELECT "SignupItem"."id" AS "SignupItem_id", "SignupItem"."school_id" AS "SignupItem_school_id",
  "SignupItem"."signup_id" AS "SignupItem_signup_id", "SignupItem"."position" AS "SignupItem_position",
  "SignupItem"."title" AS "SignupItem_title", "SignupItem"."description" AS "SignupItem_description",
  "SignupItem"."starts_at" AS "SignupItem_starts_at", "SignupItem"."ends_at" AS "SignupItem_ends_at",
  "SignupItem"."capacity" AS "SignupItem_capacity",
  "SignupItem"."waitlist_enabled" AS "SignupItem_waitlist_enabled",
  "SignupItem"."last_reminder_at" AS "SignupItem_last_reminder_at"
FROM "signup_items" "SignupItem"
WHERE (("SignupItem"."school_id" = $1) AND ("SignupItem"."id" = $2) AND ("SignupItem"."signup_id" = $3))
LIMIT 1;

-- findOccupancy
select coalesce(sum(quantity) filter (where status = 'confirmed'), 0)::int as confirmed,
  (count(*) filter (where status = 'waitlisted' and ($4::integer is null or quantity <= $4)))::int as waiting
from signup_claims where school_id = $1 and item_id = $2 and id <> $3;

-- findOwn
SELECT "SignupClaim"."id" AS "SignupClaim_id", "SignupClaim"."school_id" AS "SignupClaim_school_id",
  "SignupClaim"."signup_id" AS "SignupClaim_signup_id",
  "SignupClaim"."item_id" AS "SignupClaim_item_id",
  "SignupClaim"."membership_id" AS "SignupClaim_membership_id",
  "SignupClaim"."student_id" AS "SignupClaim_student_id",
  "SignupClaim"."quantity" AS "SignupClaim_quantity", "SignupClaim"."status" AS "SignupClaim_status",
  "SignupClaim"."comment" AS "SignupClaim_comment", "SignupClaim"."answers" AS "SignupClaim_answers",
  "SignupClaim"."queued_at" AS "SignupClaim_queued_at",
  "SignupClaim"."created_at" AS "SignupClaim_created_at",
  "SignupClaim"."updated_at" AS "SignupClaim_updated_at"
FROM "signup_claims" "SignupClaim"
WHERE (("SignupClaim"."school_id" = $1) AND ("SignupClaim"."item_id" = $2) AND ("SignupClaim"."membership_id" = $3) AND ("SignupClaim"."status" != $4) AND ("SignupClaim"."student_id" IS NULL))
LIMIT 1;

-- insert
INSERT INTO "signup_claims"("id", "school_id", "signup_id", "item_id", "membership_id", "student_id",
  "quantity", "status", "comment", "answers", "queued_at",
  "created_at", "updated_at")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
RETURNING "id", "answers";

-- update
UPDATE "signup_claims"
SET "school_id" = $1, "signup_id" = $2, "item_id" = $3, "membership_id" = $4, "student_id" = $5,
  "quantity" = $6, "status" = $7, "comment" = $8, "answers" = $9, "queued_at" = $10,
  "created_at" = $11, "updated_at" = $12
WHERE ("school_id" = $13 AND "id" = $14);
