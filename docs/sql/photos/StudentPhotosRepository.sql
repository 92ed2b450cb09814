/* StudentPhotosRepository */

-- findVisible
select s.id, photo.content_type, photo.has_small and photo.small_of = photo.updated_at as has_small from students s
left join student_photos photo on photo.school_id = s.school_id and photo.student_id = s.id
where s.school_id = $1 and s.id = $2 and s.archived_at is null and not (s.id = any(array(select apart.student_id from
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $3::uuid or apart.shared_membership_id = $3::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $3::uuid)))));

-- findWritable
select s.id, photo.content_type, photo.has_small and photo.small_of = photo.updated_at as has_small from students s
left join student_photos photo on photo.school_id = s.school_id and photo.student_id = s.id
where s.school_id = $1 and s.id = $2 and s.archived_at is null and not (s.id = any(array(select apart.student_id from
guardians apart where not $4::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $3::uuid or apart.shared_membership_id = $3::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $3::uuid))))) and ($4::boolean or s.id = any(array(select own.student_id from family_guardians own
  where own.school_id = $1::uuid and own.membership_id = $3::uuid)));

-- lockWritable
select 1 from students where school_id = $1 and id = $2 for no key update;

-- put
INSERT INTO "student_photos"("student_id", "school_id", "content_type", "width", "height",
  "size_bytes", "updated_at",
  "small_of", "has_small")
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT ( "school_id", "student_id" ) DO UPDATE
SET "school_id" = EXCLUDED."school_id", "student_id" = EXCLUDED."student_id",
  "content_type" = EXCLUDED."content_type", "width" = EXCLUDED."width", "height" = EXCLUDED."height",
  "size_bytes" = EXCLUDED."size_bytes", "updated_at" = EXCLUDED."updated_at",
  "small_of" = EXCLUDED."small_of",
  "has_small" = EXCLUDED."has_small"
RETURNING "has_small";

-- remove
DELETE FROM "student_photos" WHERE ("school_id" = $1 AND "student_id" = $2);
