import { isSamePerson } from './same-person.js';

/** Guardian records of the member `m`, of whichever student. */
const RECORDS = `
  guardians linked join guardians g on ${isSamePerson('g', 'linked')}
  where linked.school_id = m.school_id and linked.membership_id = m.id`;

/**
 * SQL for a member as other parents know them: what the membership says, else what the school has on file, else the
 * account. To be joined to `memberships m` and `users u`; gives `person` with names (empty when nobody knows one),
 * contact, and what `contactVisible` asks for: one private record makes the person private.
 * @param student id of the student whose guardian record is asked first, `null` for none
 */
export const memberContact = (student: string): string => `
  left join lateral (
    select first_name, last_name from guardians
    where guardians.school_id = m.school_id and membership_id = m.id
    order by (student_id = ${student}::uuid) desc nulls last, is_primary desc, id limit 1
  ) on_file on true
  cross join lateral (
    select coalesce(m.first_name, on_file.first_name, u.first_name, '') collate "und-x-icu" as first_name,
      coalesce(m.last_name, on_file.last_name, u.last_name, '') collate "und-x-icu" as last_name,
      u.email, coalesce(m.phone, (
        select g.phone from ${RECORDS} and g.phone is not null
        order by (g.student_id = ${student}::uuid) desc nulls last, g.membership_id, g.is_primary desc, g.id limit 1
      ), u.phone) as phone, m.school_id, null::uuid as id, m.id as membership_id, null::uuid as shared_membership_id,
      case when m.profile_visibility = 'full' and not exists (select from ${RECORDS} and g.profile_visibility <> 'full')
        then 'full' else 'name_only' end as profile_visibility
  ) person`;
