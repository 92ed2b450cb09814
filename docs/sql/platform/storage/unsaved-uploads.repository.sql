/* unsaved-uploads.repository */

-- assertRoom
with own as (select m.school_id, m.id from memberships m where m.user_id = $1)
select (select coalesce(sum(file.size_bytes), 0) from attachments file
    join own on own.school_id = file.school_id and own.id = file.uploaded_by_membership_id
    where num_nonnulls(document_id, notice_id, permission_slip_id, slip_response_id) = 0 and file.uploaded_at > $2)::float8
  + (select coalesce(sum(image.size_bytes), 0) from embedded_images image
    join own on own.school_id = image.school_id and own.id = image.uploaded_by_membership_id
    where image.unused_since > $2)::float8
  + $3 * (select count(*) from object_removals staged
    where staged.due_at > $4 and staged.key <> $5 and exists (
      select from (select id from own union all select $1::uuid) place
      where staged.key like 'staging/' || place.id || '/%'))::float8 as bytes;
