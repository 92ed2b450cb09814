/* CorrectionsService */

-- listMine
select
c.id, c.student_id, trim(s.first_name || ' ' || s.last_name) as student_name, c.field, c.present, c.proposed, c.comment, c.state, c.answer,
trim(person.first_name || ' ' || person.last_name) as by_name, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, to_char(c.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as settled_at from memberships reader
join corrections c on c.school_id = reader.school_id and c.membership_id = reader.id
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
where reader.user_id = $1 and ($2::uuid is null or reader.school_id = $2) and (reader.deactivated_at is null and not (reader.students_gone_at is not null and reader.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = reader.school_id)) <= $3::timestamptz
  and not ((reader.role <> 'parent' or exists (select from organizations own where own.school_id = reader.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = reader.school_id::uuid and held.membership_id = reader.id::uuid and (held.revoked_at is null and held.starts_at <= $3::timestamptz
  and (held.expires_at is null or held.expires_at > $3::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = reader.user_id
  where employed.school_id = reader.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
  and (c.school_id = reader.school_id::uuid and c.membership_id = reader.id::uuid
  and c.student_id = any(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = reader.school_id::uuid and family.membership_id = reader.id::uuid)))
order by c.created_at desc, c.id;
