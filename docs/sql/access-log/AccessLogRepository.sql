/* AccessLogRepository */

-- addReads
insert into disclosures (school_id, subject, subject_id, since, reader_membership_id, reader_role, operation, resource_id, unmasked, count, last_at)
select school_id, subject, subject_id, since, reader_membership_id, reader_role, operation, resource_id, bool_or(unmasked), sum(count), max(at)
from (
  select r.*, disclosed.*, greatest(date_trunc('hour', r.at, 'UTC'), flip.changed_at) as since
  from jsonb_to_recordset($1::jsonb) as r(
    school_id uuid, reader_membership_id uuid, reader_role text, operation text, resource_id uuid, unmasked boolean,
    at timestamptz, count int, contact uuid[], address uuid[])
  cross join lateral (
    select 'contact' as subject, unnest(r.contact) as subject_id
    union all select 'address', unnest(r.address)) disclosed
  join schools on schools.id = r.school_id
  left join lateral (
    select max(v.changed_at) as changed_at from visibility_changes v
    where disclosed.subject_id = '00000000-0000-0000-0000-000000000000' and v.school_id = r.school_id and v.changed_at <= r.at
  ) flip on true
  where r.reader_role = 'operator' or disclosed.subject_id <> r.reader_membership_id and not exists (select from family_guardians own
    where own.school_id = r.school_id and own.membership_id = r.reader_membership_id and disclosed.subject_id in (own.id, own.student_id))
) reads
group by school_id, subject, subject_id, since, reader_membership_id, reader_role, operation, resource_id
order by school_id, subject, subject_id, since, reader_membership_id, reader_role, operation, resource_id
on conflict (school_id, subject, subject_id, since, reader_membership_id, reader_role, operation, resource_id) do update
  set count = disclosures.count + excluded.count, last_at = greatest(disclosures.last_at, excluded.last_at);

-- isMember
select 1 from memberships m where m.user_id = $1 and m.school_id = $2 and (m.deactivated_at is null and not (m.students_gone_at is not null and m.students_gone_at + make_interval(days => (
    select waiting.grace_days from schools waiting where waiting.id = m.school_id)) <= $3::timestamptz
  and not ((m.role <> 'parent' or exists (select from organizations own where own.school_id = m.school_id
  and (own.id in (
select granted.id from organization_grants held
join organizations granted on granted.school_id = held.school_id and granted.id = held.organization_id
  and granted.archived_at is null
where held.school_id = m.school_id::uuid and held.membership_id = m.id::uuid and (held.revoked_at is null and held.starts_at <= $3::timestamptz
  and (held.expires_at is null or held.expires_at > $3::timestamptz)))))) or exists (select from staff_members employed join user_addresses held on held.user_id = m.user_id
  where employed.school_id = m.school_id and employed.archived_at is null and lower(employed.email) = held.email))));

-- makeMonths
select child.relname as name from pg_inherits i
join pg_class child on child.oid = i.inhrelid where i.inhparent = $1::regclass;

select pg_advisory_xact_lock($1);
