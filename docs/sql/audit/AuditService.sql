/* AuditService */

-- ofSchool
with recent as materialized (
  select e.*, date_trunc('minute', e.at) as minute from audit_entries e
  where e.school_id = $1 and e.operation <> all ($6) and ($2::uuid is null or e.actor_id = $2) and ($3::text is null or e.item_id = $3)
    and ($4::timestamptz is null or e.at >= date_trunc('minute', $4::timestamptz))
    and ($5::timestamptz is null or e.at < date_trunc('minute', $5::timestamptz) + interval '1 minute')
  order by e.position desc limit 10000
), whole as (
  select r.* from recent r, (select count(*) as rows, min(minute) as first, max(minute) as last from recent) of
  where of.rows < 10000 or r.minute > of.first or of.first = of.last
), told as (
  select w.*, count(*) over same as count, row_number() over (same order by at desc, position desc) as nth from whole w
  window same as (partition by school_id, minute, coalesce(actor_id, id), actor_kind, operator, reason, operation,
    item_type, item_id, source)
)
select e.id, case when e.school_id > '00000000-0000-0000-0000-00000000000f' then e.school_id end as school_id, e.at, e.actor_kind, e.actor_id, e.membership_id,
coalesce(nullif(trim(coalesce(m.first_name, u.first_name, '') || ' ' || coalesce(m.last_name, u.last_name, '')), ''),
  (select trim(own.first_name || ' ' || own.last_name) from guardians own
    where own.school_id = m.school_id and own.membership_id = m.id order by own.is_primary desc, own.id limit 1)) as name, e.operator, e.reason, e.operation, e.item_type, e.item_id, e.source, e.count::int
from told e
left join memberships m on m.school_id = e.school_id and m.id = e.membership_id
left join users u on u.id = m.user_id
where e.nth = 1 and ($4::timestamptz is null or e.at >= $4)
  and ($5::timestamptz is null or e.at < $5::timestamptz + interval '1 millisecond')
order by e.at desc, e.school_id, e.position desc limit 1000;
