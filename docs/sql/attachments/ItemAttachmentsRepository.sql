/* ItemAttachmentsRepository */

-- claimUploads
update attachments a set document_id = $1, position = wanted.ordinality - 1
from unnest($2::text[]) with ordinality wanted(key)
where a.key = wanted.key and a.school_id = $3 and a.entity_type = $4
  and (a.document_id = $1 or num_nonnulls(document_id, notice_id, permission_slip_id, slip_response_id) = 0
    and a.uploaded_at > $5::timestamptz - interval '1 day'
    and ($6::boolean or a.uploaded_by_membership_id = $7));

update attachments a set notice_id = $1, position = wanted.ordinality - 1
from unnest($2::text[]) with ordinality wanted(key)
where a.key = wanted.key and a.school_id = $3 and a.entity_type = $4
  and (a.notice_id = $1 or num_nonnulls(document_id, notice_id, permission_slip_id, slip_response_id) = 0
    and a.uploaded_at > $5::timestamptz - interval '1 day'
    and ($6::boolean or a.uploaded_by_membership_id = $7));

-- lockUploads
select 1 from attachments where school_id = $3 and (key = any($1::text[]) or document_id = $2) order by key for update;

select 1 from attachments where school_id = $3 and (key = any($1::text[]) or notice_id = $2) order by key for update;

-- release
delete from attachments where school_id = $3 and document_id = $1 and key <> all($2::text[]) returning key;

delete from attachments where school_id = $3 and notice_id = $1 and key <> all($2::text[]) returning key;
