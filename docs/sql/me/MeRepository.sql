/* MeRepository */

-- findMe
select
json_build_object('id', person.id, 'email', person.email, 'first_name', person.first_name, 'last_name', person.last_name, 'two_step_enabled', person.two_step_enabled, 'memberships',
(select json_agg(json_build_object('membership_id', m.id, 'school_id', m.school_id, 'school_name', school.name,
    'school_short_name', school.short_name, 'time_zone', school.time_zone, 'locale', school.locale, 'role', m.role,
    'is_active', (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $2::timestamptz::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $2::timestamptz::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
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
    and (held.revoked_at is null and held.starts_at <= $2::timestamptz::timestamptz
  and (held.expires_at is null or held.expires_at > $2::timestamptz::timestamptz))))
    order by school.name, school.id)
  from memberships m join schools school on school.id = m.school_id
  where m.user_id = person.id)) as me from users person where person.id = $1;
