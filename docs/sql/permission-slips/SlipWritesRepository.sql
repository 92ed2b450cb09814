/* SlipWritesRepository */

-- insert
INSERT INTO "permission_slips"("id", "school_id", "organization_id", "audience_type",
  "audience_years", "audience_organization_ids", "source", "source_digest", "created_at", "updated_at",
  "opens_at", "closes_at", "alerted_at", "deleted_at", "source_id", "title", "summary", "body",
  "statement", "statement_version", "visible_until", "event_id", "answer_per", "signature_required",
  "second_guardian_required",
  "reminded_at", "last_reminder_at")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
  $21, $22,
  $23, $24, $25, $26, $27)
RETURNING "id", "audience_years", "audience_organization_ids", "statement_version", "answer_per",
  "signature_required",
  "second_guardian_required";

-- isAnswered
SELECT 1 AS "row_exists"
FROM (SELECT 1 AS dummy_column) "dummy_table"
WHERE EXISTS (SELECT 1
FROM "permission_slip_responses" "SlipResponse"
WHERE (("SlipResponse"."school_id" = $1) AND ("SlipResponse"."slip_id" = $2)))
LIMIT 1;

-- lock
SELECT "PermissionSlip"."id" AS "PermissionSlip_id",
  "PermissionSlip"."school_id" AS "PermissionSlip_school_id",
  "PermissionSlip"."organization_id" AS "PermissionSlip_organization_id",
  "PermissionSlip"."audience_type" AS "PermissionSlip_audience_type",
  "PermissionSlip"."audience_years" AS "PermissionSlip_audience_years",
  "PermissionSlip"."audience_organization_ids" AS "PermissionSlip_audience_organization_ids",
  "PermissionSlip"."source" AS "PermissionSlip_source",
  "PermissionSlip"."source_digest" AS "PermissionSlip_source_digest",
  "PermissionSlip"."created_at" AS "PermissionSlip_created_at",
  "PermissionSlip"."updated_at" AS "PermissionSlip_updated_at",
  "PermissionSlip"."opens_at" AS "PermissionSlip_opens_at",
  "PermissionSlip"."closes_at" AS "PermissionSlip_closes_at",
  "PermissionSlip"."alerted_at" AS "PermissionSlip_alerted_at",
  "PermissionSlip"."deleted_at" AS "PermissionSlip_deleted_at",
  "PermissionSlip"."source_id" AS "PermissionSlip_source_id",
  "PermissionSlip"."title" AS "PermissionSlip_title",
  "PermissionSlip"."summary" AS "PermissionSlip_summary",
  "PermissionSlip"."body" AS "PermissionSlip_body",
  "PermissionSlip"."statement" AS "PermissionSlip_statement",
  "PermissionSlip"."statement_version" AS "PermissionSlip_statement_version",
  "PermissionSlip"."visible_until" AS "PermissionSlip_visible_until",
  "PermissionSlip"."event_id" AS "PermissionSlip_event_id",
  "PermissionSlip"."answer_per" AS "PermissionSlip_answer_per",
  "PermissionSlip"."signature_required" AS "PermissionSlip_signature_required",
  "PermissionSlip"."second_guardian_required" AS "PermissionSlip_second_guardian_required",
  "PermissionSlip"."reminded_at" AS "PermissionSlip_reminded_at",
  "PermissionSlip"."last_reminder_at" AS "PermissionSlip_last_reminder_at"
FROM "permission_slips" "PermissionSlip"
WHERE (("PermissionSlip"."school_id" = $1) AND ("PermissionSlip"."id" = $2))
LIMIT 1 FOR NO KEY UPDATE;

-- update
UPDATE "permission_slips"
SET "school_id" = $1, "organization_id" = $2, "audience_type" = $3, "audience_years" = $4,
  "audience_organization_ids" = $5, "source" = $6, "source_digest" = $7, "created_at" = $8,
  "updated_at" = $9, "opens_at" = $10, "closes_at" = $11, "alerted_at" = $12, "deleted_at" = $13,
  "source_id" = $14, "title" = $15, "summary" = $16, "body" = $17, "statement" = $18,
  "statement_version" = $19, "visible_until" = $20, "event_id" = $21, "answer_per" = $22,
  "signature_required" = $23, "second_guardian_required" = $24, "reminded_at" = $25,
  "last_reminder_at" = $26
WHERE ("school_id" = $27 AND "id" = $28);
