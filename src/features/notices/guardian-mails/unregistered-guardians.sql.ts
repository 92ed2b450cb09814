import { accountOf } from '../../../policy/privacy-mask.js';

/** Whether a guardian of the student `s` would be addressed by the notice if they had an account. */
const isForFamily = (notice: string): string => `case ${notice}.audience_type when 'school' then true
  when 'graduation_years' then s.graduation_year = any (${notice}.audience_years)
  when 'organizations' then exists (select from organization_students enrolled
    join organizations o on o.school_id = enrolled.school_id and o.id = enrolled.organization_id and o.archived_at is null
    where enrolled.school_id = s.school_id and enrolled.student_id = s.id
      and enrolled.organization_id = any (${notice}.audience_organization_ids))
  else false end`;

/**
 * Joins to a notice the records `g` of guardians without an account, of students `s` whose families it addresses. A mailbox that somebody
 * reads who is kept apart from the student gets nothing for the student, whoever shares it.
 */
export const withUnregisteredGuardians = (notice: string): string => `
  join students s on s.school_id = ${notice}.school_id and s.archived_at is null and ${isForFamily(notice)}
  join family_guardians g on g.school_id = s.school_id and g.student_id = s.id and ${accountOf('g')} is null
    and not exists (select from guardians apart where apart.school_id = s.school_id and apart.student_id = s.id
      and apart.restricted_at is not null and apart.email = g.email)`;

/**
 * True for a record `g` whose address may get mail: it belongs to no member and to nobody who has left by themselves, and its
 * owner has not said that the person is somebody else, nor ended such mails.
 */
export const IS_MAILABLE = `g.email is not null and not g.disowned
  and not exists (select from guardians ended where ended.school_id = g.school_id and ended.email = g.email
    and ended.mails_ended_at is not null)
  and not exists (select from user_addresses own join memberships m on m.user_id = own.user_id and m.school_id = g.school_id
    where own.email = g.email)
  and not exists (select from user_addresses own join member_departures d on d.user_id = own.user_id and d.school_id = g.school_id
    where own.email = g.email)`;
