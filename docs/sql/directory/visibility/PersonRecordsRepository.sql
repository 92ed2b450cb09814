/* PersonRecordsRepository */

-- findStudentsOnFile
select distinct g.school_id as "schoolId", g.student_id as id from guardians g
where (g.school_id, g.id) in (
select g.school_id, g.id from memberships m
  join guardians linked on linked.school_id = m.school_id and linked.membership_id = m.id
  join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id or g.shared_membership_id = linked.membership_id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where m.user_id = $1
union
select g.school_id, g.id from users u left join memberships m on m.user_id = u.id
  join user_addresses held on held.user_id = u.id and held.verified_at is not null
  join guardians g on g.email = held.email and g.membership_id is null and
(
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") is null or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") =
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu"))
where u.id = $1) order by 1, 2;

-- lockStudents
select school_id as "schoolId", id from students where (school_id, id) in (
  select g.school_id, g.student_id from memberships m
  join family_guardians g on g.school_id = m.school_id and g.membership_id = m.id
  where m.user_id = $1 and m.deactivated_at is null)
order by id for no key update;

-- setAddressVisibility
with changed as (
  update students s set address_visible = $3, hidden_by_default = false, updated_at = $4
  from students was
  where (was.school_id, was.id) = (s.school_id, s.id) and (s.address_visible <> $3 or s.hidden_by_default)
    and (s.school_id, s.id) in (select * from unnest($1::uuid[], $2::uuid[]))
  returning s.id, s.school_id, was.address_visible as was)
insert into visibility_changes (school_id, student_id, visible, changed_at)
select school_id, id, $3, $4 from changed where was <> $3;

-- setContactVisibility
with changed as (
  update guardians g set profile_visibility = $2, hidden_by_default = false
  from guardians was
  where (was.school_id, was.id) = (g.school_id, g.id) and (g.profile_visibility <> $2 or g.hidden_by_default)
    and true and (g.school_id, g.id) in (
select g.school_id, g.id from memberships m
  join guardians linked on linked.school_id = m.school_id and linked.membership_id = m.id
  join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id or g.shared_membership_id = linked.membership_id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where m.user_id = $1
union
select g.school_id, g.id from users u left join memberships m on m.user_id = u.id
  join user_addresses held on held.user_id = u.id and held.verified_at is not null
  join guardians g on g.email = held.email and g.membership_id is null and
(
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") is null or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") =
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu"))
where u.id = $1)
  returning g.id, g.school_id, g.profile_visibility as became, was.profile_visibility as was)
insert into visibility_changes (school_id, guardian_id, visible, changed_at)
select school_id, id, became = 'full', $3::timestamptz from changed where became <> was;

-- updateContact
update guardians set first_name = $2, last_name = $3, phone = $4
     from memberships m
     join guardians linked on linked.school_id = m.school_id and linked.membership_id = m.id
     where m.user_id = $1 and m.deactivated_at is null and
(guardians.school_id = linked.school_id and guardians.student_id = linked.student_id and (
  guardians.id = linked.id
  or guardians.membership_id is null and
(guardians.school_id = linked.school_id and guardians.student_id = linked.student_id
  and guardians.email = linked.email
  and (lower((guardians.first_name || ' ' || guardians.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((guardians.first_name || ' ' || guardians.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))));
