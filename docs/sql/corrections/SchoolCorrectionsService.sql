/* SchoolCorrectionsService */

-- list
select
c.id, c.student_id, trim(s.first_name || ' ' || s.last_name) as student_name, c.field, c.present, c.proposed, c.comment, c.state, c.answer,
trim(person.first_name || ' ' || person.last_name) as by_name, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(c.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as settled_at from corrections c
join students s on s.school_id = c.school_id and s.id = c.student_id
join memberships m on m.school_id = c.school_id and m.id = c.membership_id
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
where c.school_id = $1 and s.archived_at is null and ($2::text is null or c.state = $2)
order by c.created_at desc, c.id;
