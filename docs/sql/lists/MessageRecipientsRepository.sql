/* MessageRecipientsRepository */

-- findRecipients
with
linked_records as (
  select distinct on (g.id) g.id, g.source, g.source_id, linked.membership_id
  from family_guardians linked join family_guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
  where linked.school_id = $1 and g.school_id = $1 and linked.membership_id is not null
  order by g.id, linked.membership_id
), membership_of_source_person as (
  select distinct on (source, source_id) source, source_id, membership_id from linked_records
  where source_id is not null order by source, source_id, membership_id
), records as (
  select g.*, owner.membership_id as person_membership_id,
    coalesce(owner.membership_id::text, g.source || ' ' || g.source_id, g.id::text) as person
  from family_guardians g
  left join linked_records own on own.id = g.id
  left join membership_of_source_person member on member.source = g.source and member.source_id = g.source_id
  cross join lateral (select coalesce(own.membership_id, member.membership_id) as membership_id) owner
  where g.school_id = $1
),
reasons as (
  select r.person, r.person_membership_id as membership_id, r.id as guardian_id, r.first_name, r.last_name,
    r.email, r.phone, r.relation, s.id as student_id, trim(s.first_name || ' ' || s.last_name) as student_name,
    json_build_array(s.last_name, s.first_name, s.id) as student_sort_key, false as is_entry
  from list_students entry
  join students s on s.school_id = entry.school_id and s.id = entry.student_id and s.archived_at is null
  join records r on r.student_id = s.id and not exists (select from memberships gone where gone.school_id = r.school_id
    and gone.id = r.shared_membership_id and gone.deactivated_at is not null)
  where entry.school_id = $1 and entry.list_id = $3
  union all
  select m.id::text, m.id,
    coalesce(link.id, (select min(own.id::text)::uuid from family_guardians own
      where own.school_id = m.school_id and own.membership_id = m.id)),
    person.first_name, person.last_name, person.email, person.phone, link.relation, s.id,
    trim(s.first_name || ' ' || s.last_name), json_build_array(s.last_name, s.first_name, s.id), true
  from list_guardians entry
  join memberships m on m.school_id = entry.school_id and m.id = entry.guardian_membership_id
  join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = entry.linked_student_id::uuid) desc nulls last, is_primary desc, id limit 1
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
      order by (g.student_id = entry.linked_student_id::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
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
  left join (family_guardians link
      join students s on s.school_id = link.school_id and s.id = link.student_id and s.archived_at is null)
    on link.school_id = m.school_id and link.membership_id = m.id and link.student_id = entry.linked_student_id
  where entry.school_id = $1 and entry.list_id = $3
),
on_file as (
  select person, bool_or(profile_visibility <> 'full') as is_private,
    (array_agg(email order by membership_id, id) filter (where email is not null))[1] as email,
    (array_agg(phone order by membership_id, id) filter (where phone is not null))[1] as phone
  from records where person in (select person from reasons) group by person
), people as (
  select reason.person, reason.student_sort_key, reason.is_entry, $1::uuid as school_id, reason.guardian_id as id, reason.membership_id,
    null::uuid as shared_membership_id,
    coalesce(reason.guardian_id, reason.membership_id) as guardian_id,
    reason.first_name, reason.last_name, reason.relation, reason.student_id, reason.student_name,
    coalesce(reason.email, on_file.email, u.email) as email,
    coalesce(reason.phone, on_file.phone, m.phone, u.phone) as phone,
    case when coalesce(m.profile_visibility, 'full') = 'full' and on_file.is_private is not true
      then 'full' else 'name_only' end as profile_visibility
  from reasons reason
  left join on_file on on_file.person = reason.person
  left join memberships m on m.school_id = $1 and m.id = reason.membership_id
  left join users u on u.id = m.user_id
  where m.deactivated_at is null and reason.membership_id is distinct from $2::uuid
)
select l.name as list_name, school.country, school.locale, coalesce((
  select json_agg(recipient) from (
    select person.person, person.student_sort_key, person.is_entry, person.membership_id as guardian_membership_id, person.guardian_id, person.first_name,
      person.last_name, trim(person.first_name || ' ' || person.last_name) as name, person.relation, person.student_id,
      person.student_name, case when visible.contact then person.email end as email,
      case when visible.contact then person.phone end as phone, not visible.contact as phone_hidden
    from people person cross join lateral (select coalesce((false::boolean or coalesce(person.membership_id, person.shared_membership_id) = $2::uuid
  or person.profile_visibility = 'full' and (coalesce(person.membership_id, person.shared_membership_id) is null or exists (select from memberships active where active.school_id = person.school_id
  and active.id = coalesce(person.membership_id, person.shared_membership_id) and active.deactivated_at is null))
    and not coalesce(
person.id = any(array(select record.id from
(select apart.school_id, apart.student_id from
guardians apart where not false::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $2::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source))))
or coalesce(person.membership_id, person.shared_membership_id)
  = any(array(select coalesce(record.membership_id, record.shared_membership_id) from
(select apart.school_id, apart.student_id from
guardians apart where not false::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $2::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)), false) as contact) visible
  ) recipient), '[]') as recipients
from lists l join schools school on school.id = l.school_id
where l.school_id = $1 and l.id = $3 and l.owner_membership_id = $2;

-- findRecipientsOfOrganization
with
linked_records as (
  select distinct on (g.id) g.id, g.source, g.source_id, linked.membership_id
  from family_guardians linked join family_guardians g on
(g.school_id = linked.school_id and g.student_id = linked.student_id and (
  g.id = linked.id
  or g.membership_id is null and
(g.school_id = linked.school_id and g.student_id = linked.student_id
  and g.email = linked.email
  and (lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = lower((linked.first_name || ' ' || linked.last_name) collate "und-x-icu") or lower((g.first_name || ' ' || g.last_name) collate "und-x-icu") = (
    select
lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu") from memberships m join users u on u.id = m.user_id
    where m.school_id = linked.school_id and m.id = linked.membership_id)))))
  where linked.school_id = $1 and g.school_id = $1 and linked.membership_id is not null
  order by g.id, linked.membership_id
), membership_of_source_person as (
  select distinct on (source, source_id) source, source_id, membership_id from linked_records
  where source_id is not null order by source, source_id, membership_id
), records as (
  select g.*, owner.membership_id as person_membership_id,
    coalesce(owner.membership_id::text, g.source || ' ' || g.source_id, g.id::text) as person
  from family_guardians g
  left join linked_records own on own.id = g.id
  left join membership_of_source_person member on member.source = g.source and member.source_id = g.source_id
  cross join lateral (select coalesce(own.membership_id, member.membership_id) as membership_id) owner
  where g.school_id = $1
),
reasons as (
  select r.person, r.person_membership_id as membership_id, r.id as guardian_id, r.first_name, r.last_name,
    r.email, r.phone, r.relation, s.id as student_id, trim(s.first_name || ' ' || s.last_name) as student_name,
    json_build_array(s.last_name, s.first_name, s.id) as student_sort_key, false as is_entry
  from organization_students entry
  join students s on s.school_id = entry.school_id and s.id = entry.student_id and s.archived_at is null
  join records r on r.student_id = s.id and not exists (select from memberships gone where gone.school_id = r.school_id
    and gone.id = r.shared_membership_id and gone.deactivated_at is not null)
  where entry.school_id = $1 and entry.organization_id = $3 and not (s.id = any(array(select apart.student_id from
guardians apart where not false::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid)))))
  union all
  select m.id::text, m.id,
    coalesce(link.id, (select min(own.id::text)::uuid from family_guardians own
      where own.school_id = m.school_id and own.membership_id = m.id)),
    person.first_name, person.last_name, person.email, person.phone, link.relation, s.id,
    trim(s.first_name || ' ' || s.last_name), json_build_array(s.last_name, s.first_name, s.id), true
  from organization_parents entry
  join memberships m on m.school_id = entry.school_id and m.id = entry.membership_id
  join users u on u.id = m.user_id
left join lateral (
  select first_name, last_name from guardians
  where guardians.school_id = m.school_id and membership_id = m.id
  order by (student_id = null::uuid::uuid) desc nulls last, is_primary desc, id limit 1
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
      order by (g.student_id = null::uuid::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
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
  left join (family_guardians link
      join students s on s.school_id = link.school_id and s.id = link.student_id and s.archived_at is null)
    on link.school_id = m.school_id and link.membership_id = m.id and link.student_id = null::uuid
  where entry.school_id = $1 and entry.organization_id = $3
),
on_file as (
  select person, bool_or(profile_visibility <> 'full') as is_private,
    (array_agg(email order by membership_id, id) filter (where email is not null))[1] as email,
    (array_agg(phone order by membership_id, id) filter (where phone is not null))[1] as phone
  from records where person in (select person from reasons) group by person
), people as (
  select reason.person, reason.student_sort_key, reason.is_entry, $1::uuid as school_id, reason.guardian_id as id, reason.membership_id,
    null::uuid as shared_membership_id,
    coalesce(reason.guardian_id, reason.membership_id) as guardian_id,
    reason.first_name, reason.last_name, reason.relation, reason.student_id, reason.student_name,
    coalesce(reason.email, on_file.email, u.email) as email,
    coalesce(reason.phone, on_file.phone, m.phone, u.phone) as phone,
    case when coalesce(m.profile_visibility, 'full') = 'full' and on_file.is_private is not true
      then 'full' else 'name_only' end as profile_visibility
  from reasons reason
  left join on_file on on_file.person = reason.person
  left join memberships m on m.school_id = $1 and m.id = reason.membership_id
  left join users u on u.id = m.user_id
  where m.deactivated_at is null and reason.membership_id is distinct from $2::uuid
)
select l.name as list_name, school.country, school.locale, coalesce((
  select json_agg(recipient) from (
    select person.person, person.student_sort_key, person.is_entry, person.membership_id as guardian_membership_id, person.guardian_id, person.first_name,
      person.last_name, trim(person.first_name || ' ' || person.last_name) as name, person.relation, person.student_id,
      person.student_name, case when visible.contact then person.email end as email,
      case when visible.contact then person.phone end as phone, not visible.contact as phone_hidden
    from people person cross join lateral (select coalesce((false::boolean or coalesce(person.membership_id, person.shared_membership_id) = $2::uuid
  or person.profile_visibility = 'full' and (coalesce(person.membership_id, person.shared_membership_id) is null or exists (select from memberships active where active.school_id = person.school_id
  and active.id = coalesce(person.membership_id, person.shared_membership_id) and active.deactivated_at is null))
    and not coalesce(
person.id = any(array(select record.id from
(select apart.school_id, apart.student_id from
guardians apart where not false::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $2::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source))))
or coalesce(person.membership_id, person.shared_membership_id)
  = any(array(select coalesce(record.membership_id, record.shared_membership_id) from
(select apart.school_id, apart.student_id from
guardians apart where not false::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $2::uuid or apart.shared_membership_id = $2::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $2::uuid))) apart
join guardians kin on kin.school_id = apart.school_id and kin.student_id = apart.student_id
join guardians near on near.school_id = kin.school_id and (near.id = kin.id
or near.membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.shared_membership_id = coalesce(kin.membership_id, kin.shared_membership_id)
or near.email = kin.email or (near.source_id = kin.source_id and near.source = kin.source))
  and not exists (select from family_guardians own where own.school_id = near.school_id and own.student_id = near.student_id
    and own.membership_id = $2::uuid)
join guardians parent on parent.school_id = near.school_id and parent.student_id = near.student_id
join guardians record on record.school_id = parent.school_id and (record.id = parent.id
or record.membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.shared_membership_id = coalesce(parent.membership_id, parent.shared_membership_id)
or record.email = parent.email or (record.source_id = parent.source_id and record.source = parent.source)))), false)), false) as contact) visible
  ) recipient), '[]') as recipients
from organizations l join schools school on school.id = l.school_id
where l.school_id = $1 and l.id = $3 and (l.archived_at is null or false::boolean)
  and (l.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = $1::uuid and on_roster.membership_id = $2::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = $1::uuid and family.membership_id = $2::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = $1::uuid and leader.membership_id = $2::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = $1::uuid and self.id = $2::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = $1::uuid and held.membership_id = $2::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
  and (held.expires_at is null or held.expires_at > $4::timestamptz))));
