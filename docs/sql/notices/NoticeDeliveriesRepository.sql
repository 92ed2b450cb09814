/* NoticeDeliveriesRepository */

-- findPeople
select coalesce(json_agg(person), '[]') as people, (select locale from schools where id = $1) as locale
from ((
select m.id as membership_id, trim(person.first_name || ' ' || person.last_name) as name, json_build_array(person.last_name, person.first_name, m.id) as sort_key,
  case when reading.membership_id is not null then 'read' when mail.state = 'sent' then 'mailed'
    when mail.state = 'dead' or bounced.bounces >= 3 then 'bounced'
    when mail.state = 'dropped' or u.email_verified_at is null or choice.unsubscribed_at is not null then 'no_address'
    else 'waiting' end as state
from notices item
join memberships m on m.school_id = item.school_id and m.id is distinct from item.created_by_membership_id
  and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $2::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
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
left join notice_readings reading on reading.school_id = item.school_id and reading.notice_id = item.id
  and reading.membership_id = m.id
left join mail_choices choice on choice.school_id = m.school_id and choice.membership_id = m.id
left join bounced_addresses bounced on bounced.email = u.email
left join lateral (
  select mail.state from notifications n
  join mails mail on mail.school_id = n.school_id and mail.notification_id = n.id
  where n.school_id = item.school_id and n.membership_id = m.id and n.target_type = 'notice' and n.target_id = item.id::text
  order by mail.created_at desc limit 1
) mail on true
where item.school_id = $1 and item.id = $3 and case item.audience_type
  when 'school' then true
  when 'admins' then (m.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid)
  when 'organizations' then exists (select from organizations own where own.id = any (item.audience_organization_ids)
    and own.school_id = item.school_id::uuid and own.archived_at is null
    and (own.id in (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = item.school_id::uuid and on_roster.membership_id = m.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = item.school_id::uuid and family.membership_id = m.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = item.school_id::uuid and leader.membership_id = m.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = item.school_id::uuid and self.id = m.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = item.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz))))) end) union all (
select distinct on (coalesce(g.source || ' ' || g.source_id, g.id::text)) null::uuid as membership_id,
  trim(g.first_name || ' ' || g.last_name) as name, json_build_array(g.last_name, g.first_name, g.id) as sort_key,
  case mail.state when 'sent' then 'mailed' when 'dead' then 'bounced' when 'waiting' then 'waiting'
    else 'not_registered' end as state
from notices item
join students s on s.school_id = item.school_id and s.archived_at is null and case item.audience_type when 'school' then true
when 'graduation_years' then s.graduation_year = any (item.audience_years)
when 'organizations' then exists (select from organization_students enrolled
  join organizations o on o.school_id = enrolled.school_id and o.id = enrolled.organization_id and o.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id
    and enrolled.organization_id = any (item.audience_organization_ids))
else false end
join family_guardians g on g.school_id = s.school_id and g.student_id = s.id and coalesce(g.membership_id, g.shared_membership_id) is null
  and not exists (select from guardians apart where apart.school_id = s.school_id and apart.student_id = s.id
    and apart.restricted_at is not null and apart.email = g.email)
left join mails mail on mail.email = g.email and mail.kind = 'guardian_notice' and mail.subject = item.id::text
  and mail.school_id = item.school_id
where item.school_id = $1 and item.id = $3 and not (s.id = any(array(select apart.student_id from
guardians apart where not $5::boolean and apart.school_id = $1::uuid and apart.restricted_at is not null
  and (apart.membership_id = $4::uuid or apart.shared_membership_id = $4::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = $1::uuid and holder.id = $4::uuid)))))
order by coalesce(g.source || ' ' || g.source_id, g.id::text), g.id)) person;
