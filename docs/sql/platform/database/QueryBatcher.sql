/* QueryBatcher */

-- answers
select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
    null as membership_id, null as role, null as school_id, null as features, null as restricted_student_ids, null as has_role, (
json_build_object('id', users.id, 'email', users.email, 'first_name', users.first_name, 'last_name', users.last_name, 'two_step_enabled', users.two_step_enabled, 'memberships',
(select json_agg(json_build_object('membership_id', m.id, 'school_id', m.school_id, 'school_name', school.name,
    'school_short_name', school.short_name, 'time_zone', school.time_zone, 'locale', school.locale, 'role', m.role,
    'is_active', (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= requested.now::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email)))), 'profile_visibility', m.profile_visibility,
    'joined_at', to_char(m.joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'students',
(select json_agg(json_build_object('id', s.id, 'first_name', s.first_name, 'last_name', s.last_name,
    'graduation_year', s.graduation_year, 'address_visible', s.address_visible, 'sort_key', json_build_array(s.last_name, s.first_name, s.id),
    'restricted', own.restricted, 'has_restricted_guardian', not own.restricted and exists (select from guardians apart
      where apart.school_id = s.school_id and apart.student_id = s.id and apart.restricted_at is not null)))
  from (
    select g.student_id, false as restricted from family_guardians g
    where g.school_id = m.school_id and g.membership_id = m.id
    union select apart.student_id, true from
guardians apart where not false::boolean and apart.school_id = m.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = m.id::uuid or apart.shared_membership_id = m.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = m.school_id::uuid and holder.id = m.id::uuid))) own
  join students s on s.school_id = m.school_id and s.id = own.student_id and s.archived_at is null
  where m.deactivated_at is null), 'grants',
(select json_agg(json_build_object('organization_id', o.id, 'organization_name', o.name,
    'expires_at', to_char(held.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by o.name, o.id)
  from organization_grants held
  join organizations o on o.school_id = held.school_id and o.id = held.organization_id and o.archived_at is null
  where held.school_id = m.school_id and held.membership_id = m.id and m.deactivated_at is null
    and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))))
    order by school.name, school.id)
  from memberships m join schools school on school.id = m.school_id
  where m.user_id = users.id))) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
(membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join memberships membership
  on membership.user_id = users.id and membership.school_id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
coalesce(((membership.role <> 'parent')::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null)::uuid[])), false) as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join permission_slips item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and ((item.school_id = membership.school_id and ((item.opens_at <= requested.now::timestamptz and item.deleted_at is null) and coalesce(item.visible_until > requested.now::timestamptz, true)) and case item.audience_type
  when 'school' then true
  when 'admins' then (membership.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = membership.school_id::uuid and family.membership_id = membership.id::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = membership.school_id::uuid and on_roster.membership_id = membership.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = membership.school_id::uuid and family.membership_id = membership.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = membership.school_id::uuid and leader.membership_id = membership.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = membership.school_id::uuid and self.id = membership.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null) end) or item.school_id = membership.school_id and (((membership.role <> 'parent')::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null)::uuid[])) and coalesce(item.deleted_at > requested.now::timestamptz - interval '30 days', true)))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
coalesce(((membership.role <> 'parent')::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null)::uuid[])), false) as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join polls item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and ((item.school_id = membership.school_id and (item.opens_at <= requested.now::timestamptz and item.deleted_at is null) and case item.audience_type
  when 'school' then true
  when 'admins' then (membership.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = membership.school_id::uuid and family.membership_id = membership.id::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = membership.school_id::uuid and on_roster.membership_id = membership.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = membership.school_id::uuid and family.membership_id = membership.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = membership.school_id::uuid and leader.membership_id = membership.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = membership.school_id::uuid and self.id = membership.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null) end)
  or item.school_id = membership.school_id and (((membership.role <> 'parent')::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null)::uuid[])) and coalesce(item.deleted_at > requested.now::timestamptz - interval '30 days', true)))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
coalesce(((membership.role <> 'parent')::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null)::uuid[])), false) as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join signups item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and ((item.school_id = membership.school_id and ((item.opens_at <= requested.now::timestamptz and item.deleted_at is null)
  and (item.visible_until is null or item.visible_until > requested.now::timestamptz))
  and case item.audience_type
  when 'school' then true
  when 'admins' then (membership.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = membership.school_id::uuid and family.membership_id = membership.id::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = membership.school_id::uuid and on_roster.membership_id = membership.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = membership.school_id::uuid and family.membership_id = membership.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = membership.school_id::uuid and leader.membership_id = membership.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = membership.school_id::uuid and self.id = membership.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null) end)
  or item.school_id = membership.school_id and (((membership.role <> 'parent')::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null)::uuid[])) and coalesce(item.deleted_at > requested.now::timestamptz - interval '30 days', true)))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, ((select json_build_object('revision', coalesce((select revision from school_revisions where school_id = membership.school_id and subject = 'events'), 0), 'keys', array['member'] || case when (membership.role <> 'parent')::boolean then array['admin'] else '{}' end
  || array(select 'family of ' || id from unnest(found.years) id
  where id is not null) || array(select 'member of ' || id from unnest(found.organizations) id
  where id is not null)
  || array(select 'editor of ' || id from unnest(found.edited) id
  where id is not null),
    'signups',
(select json_object_agg(event_id, id) from (
  select distinct on (item.event_id) item.event_id, item.id
from signups item join schools home on home.id = item.school_id
  and coalesce((home.features ->> 'signups')::boolean, true)
where (item.school_id = membership.school_id and ((item.opens_at <= requested.now::timestamptz and item.deleted_at is null)
  and (item.visible_until is null or item.visible_until > requested.now::timestamptz))
  and case item.audience_type
  when 'school' then true
  when 'admins' then (membership.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && found.years
  when 'organizations' then item.audience_organization_ids && found.organizations end) and item.event_id is not null
  order by item.event_id, item.opens_at, item.id) listed),
    'slips',
(select json_object_agg(event_id, id) from (
  select distinct on (item.event_id) item.event_id, item.id
from permission_slips item join schools home on home.id = item.school_id
  and coalesce((home.features ->> 'signups')::boolean, true)
where (item.school_id = membership.school_id and ((item.opens_at <= requested.now::timestamptz and item.deleted_at is null) and coalesce(item.visible_until > requested.now::timestamptz, true)) and case item.audience_type
  when 'school' then true
  when 'admins' then (membership.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && found.years
  when 'organizations' then item.audience_organization_ids && found.organizations end) and item.event_id is not null
  order by item.event_id, item.opens_at, item.id) listed), 'rsvps',
(select json_object_agg(e.id,
case when e.rsvp_by is not null then (
  select json_build_object('by', e.rsvp_by, 'until', to_char((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'closed', (e.status = 'cancelled' or (case when e.rsvp_by is not null then coalesce((coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id)) - make_interval(secs => e.rsvp_lead_seconds)), coalesce(e.starts_at, (select least(e.start_date::timestamp at time zone place.time_zone, (e.start_date::timestamp - interval '1 hour') at time zone place.time_zone + interval '1 hour')
  from schools place where place.id = e.school_id))) end) <= requested.now::timestamptz),
    'capacity', e.rsvp_capacity,
    'remaining', case when e.rsvp_capacity is not null then greatest(e.rsvp_capacity - given.yes, 0) end,
    'counts', json_build_object('yes', given.yes, 'no', given.no, 'maybe', given.maybe),
    'mine',
coalesce((select json_agg(json_build_object('student_id', line.student_id, 'name', line.name, 'answer', r.answer,
    'comment', r.comment, 'answered_at', to_char(r.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'answered_by', case when r.subject_id is not null then coalesce((
  select author.name from (
select nullif(trim(person.first_name || ' ' || person.last_name), '') as name
from memberships m join users u on u.id = m.user_id
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
where m.school_id = r.school_id and m.id = r.answered_by_membership_id and m.deactivated_at is null) author
  where not coalesce(r.student_id = any(array(select apart.student_id from
guardians apart where not false::boolean and apart.school_id = r.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = r.answered_by_membership_id::uuid or apart.shared_membership_id = r.answered_by_membership_id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = r.school_id::uuid and holder.id = r.answered_by_membership_id::uuid)))), false)), 'A former member') end)
    order by line.last_name collate "und-x-icu", line.first_name collate "und-x-icu", line.subject_id)
  from (
select s.id as subject_id, s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, s.last_name, s.first_name
from
family_guardians g join students s on g.school_id = e.school_id and s.school_id = g.school_id
  and s.id = g.student_id and s.archived_at is null
  and g.membership_id = membership.id::uuid and case e.audience_type
  when 'graduation_years' then s.graduation_year = any (e.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = s.school_id and enrolled.student_id = s.id and own.id = any (e.audience_organization_ids)) or not exists (
    select from family_guardians kin
    join students sibling on sibling.school_id = kin.school_id and sibling.id = kin.student_id
      and sibling.archived_at is null
    where kin.school_id = membership.school_id::uuid and kin.membership_id = membership.id::uuid and exists (select from organization_students enrolled
  join organizations own on own.school_id = enrolled.school_id and own.id = enrolled.organization_id
    and own.archived_at is null
  where enrolled.school_id = sibling.school_id and enrolled.student_id = sibling.id and own.id = any (e.audience_organization_ids)))
  else true end where e.rsvp_by = 'student' and case e.audience_type
  when 'school' then true
  when 'admins' then (membership.role <> 'parent')::boolean
  when 'graduation_years' then e.audience_years && found.years
  when 'organizations' then e.audience_organization_ids && found.organizations end
union all
select m.id, null, trim(person.first_name || ' ' || person.last_name), '', ''
from (select membership.school_id::uuid as school_id, membership.id::uuid as id) self
join memberships m on m.school_id = self.school_id and m.id = self.id
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
where e.rsvp_by = 'person' and case e.audience_type
  when 'school' then true
  when 'admins' then (membership.role <> 'parent')::boolean
  when 'graduation_years' then e.audience_years && found.years
  when 'organizations' then e.audience_organization_ids && found.organizations end) line
  left join event_rsvps r on r.subject_id = line.subject_id and (r.school_id = e.school_id and r.event_id = e.id and r.ended_at is null
  and (r.student_id is not null) = (e.rsvp_by = 'student'))), '[]'))
  from (
select count(*) filter (where r.answer = 'yes')::int as yes, count(*) filter (where r.answer = 'no')::int as no, count(*) filter (where r.answer = 'maybe')::int as maybe
from event_rsvps r where (r.school_id = e.school_id and r.event_id = e.id and r.ended_at is null
  and (r.student_id is not null) = (e.rsvp_by = 'student'))) given) end) from events e
 where e.school_id = membership.school_id::uuid and e.rsvp_by is not null and (case e.audience_type
  when 'school' then true
  when 'admins' then (membership.role <> 'parent')::boolean
  when 'graduation_years' then e.audience_years && found.years
  when 'organizations' then e.audience_organization_ids && found.organizations end or ((membership.role <> 'parent')::boolean or e.organization_id = any (found.edited::uuid[])))
   and (e.status <> 'cancelled'
  or e.series_id is not null and (e.cancelled_at + interval '30 days') > requested.now::timestamptz)))
    from (select
array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = membership.school_id::uuid and family.membership_id = membership.id::uuid) as years, array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = membership.school_id::uuid and on_roster.membership_id = membership.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = membership.school_id::uuid and family.membership_id = membership.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = membership.school_id::uuid and leader.membership_id = membership.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = membership.school_id::uuid and self.id = membership.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null) as organizations, array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null) as edited offset 0) found)) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join memberships membership
  on membership.user_id = users.id and membership.school_id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (json_build_object('revision', coalesce((select revision from school_revisions where school_id = membership.school_id and subject = 'directory'), 0))) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join memberships membership
  on membership.user_id = users.id and membership.school_id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (json_build_object('revision', coalesce((select revision from school_revisions where school_id = membership.school_id and subject = 'directory'), 0),
  'is_own', exists (select from family_guardians
    where school_id = membership.school_id and student_id = requested.target and membership_id = membership.id),
  'starred', exists (select from (select student_id from stars where school_id = membership.school_id and membership_id = membership.id) star where star.student_id = requested.target), 'notes',
coalesce((select json_agg(json_build_object('student_id', n.student_id, 'body', n.body,
    'created_at', to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updated_at', to_char(n.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  from (select student_id, body, created_at, updated_at from notes
  where school_id = membership.school_id and author_membership_id = membership.id) n where n.student_id = requested.target), '[]'))) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join students item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and item.archived_at is null
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (json_build_object('revision', coalesce((select revision from school_revisions where school_id = membership.school_id and subject = 'directory'), 0),
  'students', array(select student_id from family_guardians where school_id = membership.school_id and membership_id = membership.id),
  'starred', array(select student_id from (select student_id from stars where school_id = membership.school_id and membership_id = membership.id) star))) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join memberships membership
  on membership.user_id = users.id and membership.school_id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (json_build_object('revision', coalesce((select revision from school_revisions where school_id = membership.school_id and subject = 'directory'), 0), 'students', array(
  select student_id from family_guardians where school_id = membership.school_id and membership_id = membership.id))) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join memberships membership
  on membership.user_id = users.id and membership.school_id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (json_build_object('revision', coalesce((select revision from school_revisions where school_id = membership.school_id and subject = 'menus'), 0))) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join memberships membership
  on membership.user_id = users.id and membership.school_id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (json_build_object('revision', coalesce((select revision from school_revisions where school_id = membership.school_id and subject = 'staff'), 0))) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join memberships membership
  on membership.user_id = users.id and membership.school_id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join confirmation_rounds item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and (item.school_id = membership.school_id::uuid and cardinality(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = membership.school_id::uuid and family.membership_id = membership.id::uuid)) > 0)
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join corrections item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and ((item.school_id = membership.school_id::uuid and item.membership_id = membership.id::uuid
  and item.student_id = any(
array(select family.student_id from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = membership.school_id::uuid and family.membership_id = membership.id::uuid))) or item.school_id = membership.school_id::uuid and (membership.role <> 'parent')::boolean
  and exists (select from students pupil where pupil.school_id = item.school_id
    and pupil.id = item.student_id and pupil.archived_at is null))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join lists item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and true
    and membership.id = item.owner_membership_id
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join memberships item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and item.deactivated_at is null
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join notifications item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and item.created_at > requested.now::timestamptz - interval '180 days'
    and membership.id = item.membership_id
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join organizations item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and (item.archived_at is null or (membership.role <> 'parent')::boolean)
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join permission_slips item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and ((item.opens_at <= requested.now::timestamptz and item.deleted_at is null) and coalesce(item.visible_until > requested.now::timestamptz, true))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join permission_slips item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and ((item.school_id = membership.school_id and ((item.opens_at <= requested.now::timestamptz and item.deleted_at is null) and coalesce(item.visible_until > requested.now::timestamptz, true)) and case item.audience_type
  when 'school' then true
  when 'admins' then (membership.role <> 'parent')::boolean
  when 'graduation_years' then item.audience_years && array(select pupil.graduation_year from family_guardians family
  join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
    and pupil.archived_at is null
  where family.school_id = membership.school_id::uuid and family.membership_id = membership.id::uuid)
  when 'organizations' then item.audience_organization_ids && array(select own.id from (
select on_roster.organization_id as id from organization_parents on_roster
where on_roster.school_id = membership.school_id::uuid and on_roster.membership_id = membership.id::uuid
union all
select enrolled.organization_id from family_guardians family
join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
  and pupil.archived_at is null
join organization_students enrolled on enrolled.school_id = pupil.school_id and enrolled.student_id = pupil.id
where family.school_id = membership.school_id::uuid and family.membership_id = membership.id::uuid
union all
select leader.organization_id from organization_leaders leader
where leader.school_id = membership.school_id::uuid and leader.membership_id = membership.id::uuid
union all
select leader.organization_id from memberships self
join user_addresses held on held.user_id = self.user_id and held.verified_at is not null
join staff_members employed on employed.school_id = self.school_id and employed.archived_at is null
  and lower(employed.email) = held.email
join organization_leaders leader on leader.school_id = employed.school_id and leader.staff_member_id = employed.id
where self.school_id = membership.school_id::uuid and self.id = membership.id::uuid
union all
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null) end) or item.school_id = membership.school_id and (((membership.role <> 'parent')::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null)::uuid[])) and coalesce(item.deleted_at > requested.now::timestamptz - interval '30 days', true)))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join polls item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and (item.opens_at <= requested.now::timestamptz and item.deleted_at is null)
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join signups item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and (((item.opens_at <= requested.now::timestamptz and item.deleted_at is null)
  and (item.visible_until is null or item.visible_until > requested.now::timestamptz)) or (((membership.role <> 'parent')::boolean or item.organization_id = any (array(select own.id from (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz))) part_of join organizations own on own.id = part_of.id
  and own.school_id = membership.school_id::uuid and own.archived_at is null)::uuid[])) and coalesce(item.deleted_at > requested.now::timestamptz - interval '30 days', true))
  or (item.opens_at <= requested.now::timestamptz and item.deleted_at is null) and exists (select from signup_claims claim
  where claim.school_id = membership.school_id and claim.signup_id = item.id and claim.status <> 'withdrawn'
    and (claim.membership_id = membership.id or claim.student_id in (select family.student_id from family_guardians family
      where family.school_id = membership.school_id and family.membership_id = membership.id))))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join signups item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and ((item.opens_at <= requested.now::timestamptz and item.deleted_at is null)
  and (item.visible_until is null or item.visible_until > requested.now::timestamptz))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join (memberships membership join students item on item.school_id = membership.school_id)
  on membership.user_id = users.id and item.id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
    and item.archived_at is null
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator,
membership.id as membership_id, membership.role, school.id as school_id, school.features,
array(select apart.student_id from
guardians apart where not (membership.role <> 'parent')::boolean and apart.school_id = membership.school_id::uuid and apart.restricted_at is not null
  and (apart.membership_id = membership.id::uuid or apart.shared_membership_id = membership.id::uuid
    or apart.email in (select held.email from memberships holder join user_addresses held on held.user_id = holder.user_id
      and held.verified_at is not null where holder.school_id = membership.school_id::uuid and holder.id = membership.id::uuid))) as restricted_student_ids,
null::boolean as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id
left join memberships membership
  on membership.user_id = users.id and membership.school_id = requested.target
    and (membership.deactivated_at is null and not (membership.students_gone_at is not null and membership.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = membership.school_id)) <= requested.now::timestamptz
  and not ((membership.role <> 'parent' or exists (select from organizations own where own.school_id = membership.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = membership.school_id::uuid and held.membership_id = membership.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = membership.user_id
  where employed.school_id = membership.school_id and employed.archived_at is null and lower(employed.email) = held.email))))
left join schools school on school.id = membership.school_id;

select requested.position::int, users.id as user_id, users.email,
    users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
    session.by_operator as by_operator, exists (select from memberships belonging
  where belonging.user_id = users.id and (belonging.deactivated_at is null and not (belonging.students_gone_at is not null and belonging.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = belonging.school_id)) <= requested.now::timestamptz
  and not ((belonging.role <> 'parent' or exists (select from organizations own where own.school_id = belonging.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = belonging.school_id::uuid and held.membership_id = belonging.id::uuid and (held.revoked_at is null and held.starts_at <= requested.now::timestamptz
  and (held.expires_at is null or held.expires_at > requested.now::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = belonging.user_id
  where employed.school_id = belonging.school_id and employed.archived_at is null and lower(employed.email) = held.email))))) as is_member,
    null as membership_id, null as role, null as school_id, null as features, null as restricted_student_ids, null as has_role, (null) as prefetched
  from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
    and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
  where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
  join users on users.id = session.user_id;

select requested.position::int, users.id as user_id, users.email,
  users.email_verified_at is not null as email_verified, session.second_step_pending as second_step_pending,
  session.by_operator as by_operator,
  null as membership_id, null as role, null as school_id, null as features, null as restricted_student_ids, null as has_role, (null) as prefetched
from unnest($1::timestamptz[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as requested(now, target, session_id, user_id, position) join user_sessions session on session.id = requested.session_id and session.user_id = requested.user_id
  and session.revoked_at is null and session.expires_at > requested.now and (session.only_schools is null or not exists (select from memberships elsewhere
where elsewhere.user_id = requested.user_id and elsewhere.school_id <> all (session.only_schools)))
join users on users.id = session.user_id;
