import { isMemberStill } from '../../policy/organization-access.js';
import { utcText } from '../../platform/database/utc-text.js';
import { EVERYONE } from './access-log-subject.js';

const KEY =
  'school_id, subject, subject_id, since, reader_membership_id, reader_role, operation, resource_id';

/*
 * $1: the reads as JSON. What a reader reads of themselves or of their own students is no
 * disclosure, but to an operator who reads in their name. Rows in the
 * order of their key: two processes that write the same ones must not wait for each other in a circle.
 */
export const ADD = `
insert into disclosures (${KEY}, unmasked, count, last_at)
select ${KEY}, bool_or(unmasked), sum(count), max(at)
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
    where disclosed.subject_id = '${EVERYONE}' and v.school_id = r.school_id and v.changed_at <= r.at
  ) flip on true
  where r.reader_role = 'operator' or disclosed.subject_id <> r.reader_membership_id and not exists (select from family_guardians own
    where own.school_id = r.school_id and own.membership_id = r.reader_membership_id and disclosed.subject_id in (own.id, own.student_id))
) reads
group by ${KEY}
order by ${KEY}
on conflict (${KEY}) do update
  set count = disclosures.count + excluded.count, last_at = greatest(disclosures.last_at, excluded.last_at)`;

/*
 * Data of the person's family that a read of the whole school can have contained: since when it exists, until when, whether
 * it is visible now, and to whom it is their own.
 */
const FAMILY_DATA = `
  select 'contact' as subject, g.id, g.school_id, g.profile_visibility = 'full' as visible,
    greatest(g.created_at, s.created_at) as since, coalesce(s.archived_at, 'infinity') as until,
    array[g.membership_id] as own_readers
  from own g join students s on s.school_id = g.school_id and s.id = g.student_id
  where g.email is not null or g.phone is not null
  union all
  select 'address', s.id, s.school_id, s.address_visible, s.created_at, coalesce(s.archived_at, 'infinity'),
    array(select kin.membership_id from family_guardians kin where kin.school_id = s.school_id and kin.student_id = s.id)
  from students s
  where (s.school_id, s.id) in (select school_id, student_id from own) and s.latitude is not null and s.longitude is not null`;

/* A change tells what was before it, the present what is after the last one. Two at one instant undo each other. */
const SPANS = `
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
  ) span`;

/*
 * $1: the person, $2: a school or null for all, $3: after when, $4: now. Counted are reads, not what they showed: one read of one
 * thing (a student, a list) counts once, whatever it showed of the family.
 */
export const OF_PERSON = `
with member as materialized (
  select m.id, m.school_id from memberships m
  where m.user_id = $1 and ${isMemberStill('m', '$4')} and ($2::uuid is null or m.school_id = $2)
), own as materialized (
  select g.* from family_guardians g join member on member.school_id = g.school_id and member.id = g.membership_id
), subjects as (
  select school_id, 'contact' as subject, id from member
  union select school_id, 'contact', id from own
  union select school_id, unnest(array['contact', 'address']), student_id from own
), family_data as (${FAMILY_DATA}
), spans as materialized (${SPANS}
), reads as (
  select d.school_id, d.since, d.reader_role, d.operation, d.subject, max(d.count) as count, max(d.last_at) as at
  from disclosures d join subjects s on (s.school_id, s.subject, s.id) = (d.school_id, d.subject, d.subject_id)
  where d.last_at > $3
  group by d.school_id, d.since, d.reader_membership_id, d.reader_role, d.operation, d.subject, d.resource_id
  union all
  select d.school_id, d.since, d.reader_role, d.operation, d.subject, d.count, d.last_at
  from disclosures d
  where d.subject_id = '${EVERYONE}' and d.school_id in (select school_id from own) and d.last_at > $3
    and exists (select from spans s
      where s.school_id = d.school_id and s.subject = d.subject
        and d.last_at >= s.since and d.last_at < s.until and d.last_at >= s.begins and d.last_at < s.ends
        and case when array_position(s.own_readers, d.reader_membership_id) is null then d.unmasked or s.was_visible
          else d.reader_role = 'operator' end)
)
select ${utcText('max(at)')} as at, school_id, reader_role, operation, subject, sum(count)::int as count
from reads
group by school_id, date_trunc('hour', since, 'UTC'), reader_role, operation, subject
order by max(reads.at) desc, school_id, operation, subject, reader_role`;

/** Records of reads are kept for a year: those up to this moment (UTC) are over. */
export function oneYearBefore(now: Date): Date {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  return before;
}
