/* PhotoBatchRepository */

-- findVisibleBatch
select 'student' as kind, s.id, photo.content_type, photo.has_small and photo.small_of = photo.updated_at as has_small
from students s join student_photos photo on photo.school_id = s.school_id and photo.student_id = s.id
where s.school_id = $1 and s.id = any ($2::uuid[]) and s.archived_at is null and not (s.id = any(array(select apart.student_id from
guardians apart where not $5::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $4::uuid or apart.shared_membership_id = $4::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $4::uuid)))))
union all
select 'parent', m.id, photo.content_type, photo.has_small and photo.small_of = photo.updated_at as has_small
from memberships m join parent_photos photo on photo.school_id = m.school_id and photo.membership_id = m.id
where m.school_id = $1 and m.id = any ($3::uuid[]) and m.deactivated_at is null
order by 1, 2;
