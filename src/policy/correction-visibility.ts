import type { AudienceViewer } from './audience.js';
import { studentsOfFamily } from './confirmation-visibility.js';

type Reader = Pick<AudienceViewer, 'school' | 'membership' | 'admin'>;

/**
 * True for a row of `corrections` that the member has made, of a student who is theirs now: whose link has ended, and whoever is kept
 * apart from the student, does not read it any more.
 */
export const isOwnCorrection = (
  correction: string,
  member: Pick<Reader, 'school' | 'membership'>,
): string => `(${correction}.school_id = ${member.school}::uuid and ${correction}.membership_id = ${member.membership}::uuid
    and ${correction}.student_id = any(${studentsOfFamily(member)}))`;

/** True for a row of `corrections` that the caller may read: their own, or any of a student on the roster as an admin. */
export const isCorrectionVisible = (correction: string, reader: Reader): string =>
  `(${isOwnCorrection(correction, reader)} or ${correction}.school_id = ${reader.school}::uuid and ${reader.admin}::boolean
    and exists (select from students pupil where pupil.school_id = ${correction}.school_id
      and pupil.id = ${correction}.student_id and pupil.archived_at is null))`;
