import type { AudienceViewer } from './audience.js';
import { instantOf } from './local-time.js';

type Reader = Pick<AudienceViewer, 'school' | 'membership'>;

/** SQL, an array: students on the roster whom the member is linked to, and not kept apart from. */
export const studentsOfFamily = ({ school, membership }: Reader): string => `
  array(select family.student_id from family_guardians family
    join students pupil on pupil.school_id = family.school_id and pupil.id = family.student_id
      and pupil.archived_at is null
    where family.school_id = ${school}::uuid and family.membership_id = ${membership}::uuid)`;

/** True for a row of `confirmation_rounds` that asks the member, open or closed: whoever has a family there, in whatever role. */
export const isConfirmationRequested = (round: string, member: Reader): string =>
  `(${round}.school_id = ${member.school}::uuid and cardinality(${studentsOfFamily(member)}) > 0)`;

/** True for a row of `confirmation_rounds` in which the member has confirmed. */
export const isConfirmed = (round: string, { membership }: Reader): string =>
  `exists (select from confirmations given where given.school_id = ${round}.school_id
    and given.round_id = ${round}.id and given.membership_id = ${membership}::uuid)`;

/**
 * SQL of the open round of a school in which the member has still to confirm. It is due until the end of its last day; after that
 * it waits without a moment, since it stays open until it is closed.
 */
export const confirmationTodo = (viewer: AudienceViewer): string => `
  select 'confirmation' as kind, r.id::text as id, r.school_id, r.title, null::uuid as student_id,
    case when due.at > ${viewer.now}::timestamptz then due.at end as due_at
  from confirmation_rounds r join schools home on home.id = r.school_id
    cross join lateral (select ${instantOf('(r.due_on + 1)::timestamp', 'home.time_zone')} as at) due
  where r.school_id = ${viewer.school}::uuid and r.closed_at is null
    and ${isConfirmationRequested('r', viewer)} and not ${isConfirmed('r', viewer)}`;
