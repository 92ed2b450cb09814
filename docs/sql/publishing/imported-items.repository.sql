/* imported-items.repository */

-- lockImported
SELECT "Document"."id" AS "Document_id", "Document"."school_id" AS "Document_school_id",
  "Document"."organization_id" AS "Document_organization_id",
  "Document"."audience_type" AS "Document_audience_type",
  "Document"."audience_years" AS "Document_audience_years",
  "Document"."audience_organization_ids" AS "Document_audience_organization_ids",
  "Document"."source" AS "Document_source", "Document"."source_digest" AS "Document_source_digest",
  "Document"."created_at" AS "Document_created_at", "Document"."updated_at" AS "Document_updated_at",
  "Document"."category_id" AS "Document_category_id", "Document"."source_id" AS "Document_source_id",
  "Document"."created_by_membership_id" AS "Document_created_by_membership_id",
  "Document"."title" AS "Document_title",
  "Document"."description" AS "Document_description"
FROM "documents" "Document"
WHERE (("Document"."school_id" = $1) AND ("Document"."source" = $2) AND ("Document"."source_id" IN ($3)))
ORDER BY "Document"."id" ASC FOR NO KEY UPDATE;

SELECT "Notice"."id" AS "Notice_id", "Notice"."school_id" AS "Notice_school_id",
  "Notice"."organization_id" AS "Notice_organization_id",
  "Notice"."audience_type" AS "Notice_audience_type",
  "Notice"."audience_years" AS "Notice_audience_years",
  "Notice"."audience_organization_ids" AS "Notice_audience_organization_ids",
  "Notice"."source" AS "Notice_source", "Notice"."source_digest" AS "Notice_source_digest",
  "Notice"."created_at" AS "Notice_created_at", "Notice"."updated_at" AS "Notice_updated_at",
  "Notice"."category_id" AS "Notice_category_id", "Notice"."source_id" AS "Notice_source_id",
  "Notice"."created_by_membership_id" AS "Notice_created_by_membership_id",
  "Notice"."title" AS "Notice_title", "Notice"."body" AS "Notice_body",
  "Notice"."starts_at" AS "Notice_starts_at", "Notice"."expires_at" AS "Notice_expires_at",
  "Notice"."pinned" AS "Notice_pinned", "Notice"."reach" AS "Notice_reach",
  "Notice"."urgent" AS "Notice_urgent", "Notice"."reply_to_author" AS "Notice_reply_to_author",
  "Notice"."acknowledge_version" AS "Notice_acknowledge_version",
  "Notice"."last_reminder_at" AS "Notice_last_reminder_at",
  "Notice"."alerted_at" AS "Notice_alerted_at"
FROM "notices" "Notice"
WHERE (("Notice"."school_id" = $1) AND ("Notice"."source" = $2) AND ("Notice"."source_id" IN ($3)))
ORDER BY "Notice"."id" ASC FOR NO KEY UPDATE;

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
WHERE (("PermissionSlip"."school_id" = $1) AND ("PermissionSlip"."source" = $2) AND ("PermissionSlip"."source_id" IN ($3)))
ORDER BY "PermissionSlip"."id" ASC FOR NO KEY UPDATE;

SELECT "Poll"."id" AS "Poll_id", "Poll"."school_id" AS "Poll_school_id",
  "Poll"."organization_id" AS "Poll_organization_id", "Poll"."audience_type" AS "Poll_audience_type",
  "Poll"."audience_years" AS "Poll_audience_years",
  "Poll"."audience_organization_ids" AS "Poll_audience_organization_ids",
  "Poll"."source" AS "Poll_source", "Poll"."source_digest" AS "Poll_source_digest",
  "Poll"."created_at" AS "Poll_created_at", "Poll"."updated_at" AS "Poll_updated_at",
  "Poll"."opens_at" AS "Poll_opens_at", "Poll"."closes_at" AS "Poll_closes_at",
  "Poll"."alerted_at" AS "Poll_alerted_at", "Poll"."deleted_at" AS "Poll_deleted_at",
  "Poll"."source_id" AS "Poll_source_id", "Poll"."title" AS "Poll_title",
  "Poll"."description" AS "Poll_description", "Poll"."results_visibility" AS "Poll_results_visibility",
  "Poll"."anonymous" AS "Poll_anonymous", "Poll"."reminded_at" AS "Poll_reminded_at",
  "Poll"."last_reminder_at" AS "Poll_last_reminder_at"
FROM "polls" "Poll"
WHERE (("Poll"."school_id" = $1) AND ("Poll"."source" = $2) AND ("Poll"."source_id" IN ($3)))
ORDER BY "Poll"."id" ASC FOR NO KEY UPDATE;

SELECT "Signup"."id" AS "Signup_id", "Signup"."school_id" AS "Signup_school_id",
  "Signup"."organization_id" AS "Signup_organization_id",
  "Signup"."audience_type" AS "Signup_audience_type",
  "Signup"."audience_years" AS "Signup_audience_years",
  "Signup"."audience_organization_ids" AS "Signup_audience_organization_ids",
  "Signup"."source" AS "Signup_source", "Signup"."source_digest" AS "Signup_source_digest",
  "Signup"."created_at" AS "Signup_created_at", "Signup"."updated_at" AS "Signup_updated_at",
  "Signup"."opens_at" AS "Signup_opens_at", "Signup"."closes_at" AS "Signup_closes_at",
  "Signup"."alerted_at" AS "Signup_alerted_at", "Signup"."deleted_at" AS "Signup_deleted_at",
  "Signup"."source_id" AS "Signup_source_id", "Signup"."title" AS "Signup_title",
  "Signup"."description" AS "Signup_description", "Signup"."location" AS "Signup_location",
  "Signup"."visible_until" AS "Signup_visible_until",
  "Signup"."withdraw_until" AS "Signup_withdraw_until", "Signup"."event_id" AS "Signup_event_id",
  "Signup"."claim_per" AS "Signup_claim_per", "Signup"."per_person_limit" AS "Signup_per_person_limit",
  "Signup"."claimant_visibility" AS "Signup_claimant_visibility"
FROM "signups" "Signup"
WHERE (("Signup"."school_id" = $1) AND ("Signup"."source" = $2) AND ("Signup"."source_id" IN ($3)))
ORDER BY "Signup"."id" ASC FOR NO KEY UPDATE;

-- saveImported
INSERT INTO "documents"("id", "school_id", "organization_id", "audience_type", "audience_years",
  "audience_organization_ids", "source", "source_digest", "created_at", "updated_at", "category_id",
  "source_id", "created_by_membership_id",
  "title", "description")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
RETURNING "id", "audience_years", "audience_organization_ids";

INSERT INTO "notices"("id", "school_id", "organization_id", "audience_type", "audience_years",
  "audience_organization_ids", "source", "source_digest", "created_at", "updated_at", "category_id",
  "source_id", "created_by_membership_id", "title", "body", "starts_at", "expires_at", "pinned",
  "reach", "urgent", "reply_to_author", "acknowledge_version",
  "last_reminder_at", "alerted_at")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
  $20, $21, $22, $23, $24)
RETURNING "id", "audience_years", "audience_organization_ids", "pinned", "reach", "urgent", "reply_to_author";

INSERT INTO "polls"("id", "school_id", "organization_id", "audience_type", "audience_years",
  "audience_organization_ids", "source", "source_digest", "created_at", "updated_at", "opens_at",
  "closes_at", "alerted_at", "deleted_at", "source_id", "title", "description", "results_visibility",
  "anonymous",
  "reminded_at", "last_reminder_at")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
RETURNING "id", "audience_years", "audience_organization_ids", "anonymous";

INSERT INTO "signups"("id", "school_id", "organization_id", "audience_type", "audience_years",
  "audience_organization_ids", "source", "source_digest", "created_at", "updated_at", "opens_at",
  "closes_at", "alerted_at", "deleted_at", "source_id", "title", "description", "location",
  "visible_until", "withdraw_until", "event_id", "claim_per", "per_person_limit",
  "claimant_visibility")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
  $20, $21, $22, $23, $24)
RETURNING "id", "audience_years", "audience_organization_ids", "claim_per", "claimant_visibility";
