/* ParentPhotosRepository */

-- findOwn
select m.school_id, m.id, photo.content_type, photo.has_small and photo.small_of = photo.updated_at as has_small from memberships m join schools school on school.id = m.school_id
left join parent_photos photo on photo.school_id = m.school_id and photo.membership_id = m.id
where m.user_id = $1 and m.deactivated_at is null order by school.name, school.id;

-- findVisible
select m.school_id, m.id, photo.content_type, photo.has_small and photo.small_of = photo.updated_at as has_small from memberships m
left join parent_photos photo on photo.school_id = m.school_id and photo.membership_id = m.id
where m.school_id = $1 and m.id = $2 and m.deactivated_at is null;

-- lockAll
select id from memberships where user_id = $1 order by school_id for no key update;

select m.school_id, m.id, photo.content_type, photo.has_small and photo.small_of = photo.updated_at as has_small from memberships m join schools school on school.id = m.school_id
left join parent_photos photo on photo.school_id = m.school_id and photo.membership_id = m.id
where m.user_id = $1;

-- lockOne
select m.school_id, m.id, photo.content_type, photo.has_small and photo.small_of = photo.updated_at as has_small from memberships m
left join parent_photos photo on photo.school_id = m.school_id and photo.membership_id = m.id
where m.school_id = $1 and m.id = $2;

-- lockOwn
select id from memberships where user_id = $1 and deactivated_at is null order by school_id for no key update;

-- put
insert into parent_photos (membership_id, school_id, content_type, width, height, size_bytes, updated_at, small_of,
  has_small)
select id, school_id, $3, $4, $5, $6, $7, $7, $8 from memberships where (school_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))
on conflict (school_id, membership_id) do update set content_type = excluded.content_type, width = excluded.width,
  height = excluded.height, size_bytes = excluded.size_bytes, updated_at = excluded.updated_at, small_of = excluded.small_of,
  has_small = excluded.has_small;

-- remove
delete from parent_photos where (school_id, membership_id) in (select * from unnest($1::uuid[], $2::uuid[]));
