/* MyClaimsRepository */

-- find
select json_build_object('claims', coalesce(json_agg(one), '[]'))::text as text from (
  select
c.id, c.signup_id, c.item_id, c.quantity, c.status,
case when c.status = 'waitlisted' then (select count(*)::int from signup_claims before
  where before.school_id = c.school_id and before.item_id = c.item_id and before.status = 'waitlisted'
    and (before.queued_at, before.id) <= (c.queued_at, c.id)) end as waitlist_position,
c.student_id, c.comment, c.answers, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at, c.school_id, s.title as signup_title, i.title as item_title,
    to_char(i.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at, to_char(i.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at, s.location
  from memberships m join schools school on school.id = m.school_id
    join signup_claims c on c.school_id = m.school_id and c.membership_id = m.id and c.status <> 'withdrawn'
    join signup_items i on i.school_id = c.school_id and i.id = c.item_id
    join signups s on s.school_id = c.school_id and s.id = c.signup_id
  where m.user_id = $1 and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $3::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $3::timestamptz
  and (held.expires_at is null or held.expires_at > $3::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email)))) and ($2::uuid is null or m.school_id = $2)
    and coalesce((school.features ->> 'signups')::boolean, true) and (s.opens_at <= $3::timestamptz and s.deleted_at is null)
  order by i.starts_at nulls last, c.created_at, c.id) one;
