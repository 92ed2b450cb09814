/* ParentsRepository */

-- findCandidates
select m.id as membership_id, person.first_name, person.last_name, trim(person.first_name || ' ' || person.last_name) as name,
  coalesce(own.students, '[]') as students, json_build_array(person.last_name, person.first_name, m.id) as sort_key, (select locale from schools where id = $1) as locale
from memberships m
join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = null::uuid) desc nulls last, is_primary desc, id limit 1
) on_file on true
cross join lateral (
  select coalesce(m.first_name, on_file.first_name, u.first_name, '') collate "und-x-icu" as first_name,
    coalesce(m.last_name, on_file.last_name, u.last_name, '') collate "und-x-icu" as last_name,
    u.email, coalesce(m.phone, (
      select g.phone from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.phone is not null
      order by (g.student_id = null::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
    ), u.phone) as phone, m.school_id, null::uuid as id, m.id as membership_id, null::uuid as shared_membership_id,
    case when m.profile_visibility = 'full' and not exists (select from
guardians linked join guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
where linked.school_id = m.school_id and linked.membership_id = m.id and g.profile_visibility <> 'full')
      then 'full' else 'name_only' end as profile_visibility
) person
left join (
  select g.membership_id, json_agg(json_build_object('id', s.id, 'name', trim(s.first_name || ' ' || s.last_name), 'sort_key', json_build_array(s.last_name, s.first_name, s.id),
      'graduation_year', s.graduation_year)) filter (where not (s.id = any(array(select apart.student_id from
guardians apart where not $3::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))))) as students
  from family_guardians g
  join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
  where g.school_id = $1 group by g.membership_id
) own on own.membership_id = m.id
where m.school_id = $1 and m.deactivated_at is null and (m.role = 'parent' or own.membership_id is not null);

-- findPossibleParent
select from memberships where school_id = $1 and id = $2 for share;

select m.role, array(select s.id from family_guardians g
  join students s on s.school_id = g.school_id and s.id = g.student_id and s.archived_at is null
  where g.school_id = m.school_id and g.membership_id = m.id) as student_ids
from memberships m where m.id = $2 and m.school_id = $1 and m.deactivated_at is null;
