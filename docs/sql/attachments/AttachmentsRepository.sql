/* AttachmentsRepository */

-- addAttachments
INSERT INTO "attachments"("id", "school_id", "entity_type", "key", "file_name", "content_type",
  "size_bytes", "uploaded_by_membership_id", "uploaded_at", "document_id", "notice_id",
  "permission_slip_id",
  "slip_response_id", "position")
VALUES (DEFAULT, $1, $2, $3, $4, $5, $6, $7, $8, DEFAULT, DEFAULT, DEFAULT, DEFAULT, DEFAULT)
RETURNING "id", "position";

-- removeUnsaved
delete from attachments where school_id = $1 and id in (
select id from attachments where school_id = $1 and uploaded_at <= $2
  and num_nonnulls(document_id, notice_id, permission_slip_id, slip_response_id) = 0 for update skip locked);
