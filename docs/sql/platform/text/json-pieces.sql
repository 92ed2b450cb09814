/* json-pieces */

-- arrayPieces
declare pages no scroll cursor for
with member as materialized (
  select m.id, m.school_id from memberships m
  where m.user_id = $1 and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
      select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $4::timestamptz
    and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
    and (own.id in (
  select granted.id from organization_grants held
  join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
    and granted.archived_at is null
  where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $4::timestamptz
    and (held.expires_at is null or held.expires_at > $4::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
    where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email)))) and ($2::uuid is null or m.school_id = $2)
), own as materialized (
  select g.* from family_guardians g join member on member.school_id = g.school_id and member.id = g.membership_id
), subjects as (
  select school_id, 'contact' as subject, id from member
  union select school_id, 'contact', id from own
  union select school_id, unnest(array['contact', 'address']), student_id from own
), family_data as (
  select 'contact' as subject, g.id, g.school_id, g.profile_visibility = 'full' as visible,
    greatest(g.created_at, s.created_at) as since, coalesce(s.archived_at, 'infinity') as until,
    array[g.membership_id] as own_readers
  from own g join students s on s.school_id = g.school_id and s.id = g.student_id
  where g.email is not null or g.phone is not null
  union all
  select 'address', s.id, s.school_id, s.address_visible, s.created_at, coalesce(s.archived_at, 'infinity'),
    array(select kin.membership_id from family_guardians kin where kin.school_id = s.school_id and kin.student_id = s.id)
  from students s
  where (s.school_id, s.id) in (select school_id, student_id from own) and s.latitude is not null and s.longitude is not null
), spans as materialized (
  select t.*, span.* from family_data t
  cross join lateral (
    with changes as (
      select changed_at, bool_or(visible) as became from visibility_changes
      where school_id = t.school_id and (guardian_id = t.id or student_id = t.id)
      group by changed_at having bool_or(visible) = bool_and(visible))
    select coalesce(lag(changed_at) over (order by changed_at), '-infinity') as begins, changed_at as ends,
      not became as was_visible
    from changes
    union all
    select coalesce(max(changed_at), '-infinity'), 'infinity', t.visible from changes
  ) span
), reads as (
  select d.school_id, d.since, d.reader_role, d.operation, d.subject, max(d.count) as count, max(d.last_at) as at
  from disclosures d join subjects s on (s.school_id, s.subject, s.id) = (d.school_id, d.subject, d.subject_id)
  where d.last_at > $3
  group by d.school_id, d.since, d.reader_membership_id, d.reader_role, d.operation, d.subject, d.resource_id
  union all
  select d.school_id, d.since, d.reader_role, d.operation, d.subject, d.count, d.last_at
  from disclosures d
  where d.subject_id = '00000000-0000-0000-0000-000000000000' and d.school_id in (select school_id from own) and d.last_at > $3
    and exists (select from spans s
      where s.school_id = d.school_id and s.subject = d.subject
        and d.last_at >= s.since and d.last_at < s.until and d.last_at >= s.begins and d.last_at < s.ends
        and case when array_position(s.own_readers, d.reader_membership_id) is null then d.unmasked or s.was_visible
          else d.reader_role = 'operator' end)
)
select to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, school_id, reader_role, operation, subject, sum(count)::int as count
from reads
group by school_id, date_trunc('hour', since, 'UTC'), reader_role, operation, subject
order by max(reads.at) desc, school_id, operation, subject, reader_role;
