import type { AudienceViewer } from '../../../policy/audience.js';
import { isCurrentAnswer, isRsvpClosed, rsvpLines, rsvpUntil } from '../../../policy/event-rsvp.js';
import { isRestrictedStudentId } from '../../../policy/guardian-restriction.js';
import { utcText } from '../../../platform/database/utc-text.js';
import { authorProjection } from '../../publishing/item-projection.js';

const NOBODY = `'A former member'`;

/**
 * SQL for the name of whoever gave the answer `r`. A guardian whom the school has kept apart from the student since is not named:
 * nobody tells the family who that is.
 */
export const ANSWERED_BY = `coalesce((
    select author.name from (${authorProjection('r.school_id', 'r.answered_by_membership_id')}) author
    where not ${isRestrictedStudentId('r.student_id', {
      ...{ school: 'r.school_id', membership: 'r.answered_by_membership_id', admin: 'false' },
    })}), ${NOBODY})`;

/** SQL for the name of the member for whom the answer `r` is. */
export const PERSON_NAME = `coalesce((
    select author.name from (${authorProjection('r.school_id', 'r.membership_id')}) author), ${NOBODY})`;

const count = (answer: string): string => `count(*) filter (where r.answer = '${answer}')::int as ${answer}`;

/** Counts of the answers to `events e` that count. */
const GIVEN = `
  select ${['yes', 'no', 'maybe'].map(count).join(', ')}
  from event_rsvps r where ${isCurrentAnswer('r', 'e')}`;

/** OwnRsvp, for each of the viewer's own. */
const mine = (viewer: AudienceViewer): string => `
  coalesce((select json_agg(json_build_object('student_id', line.student_id, 'name', line.name, 'answer', r.answer,
      'comment', r.comment, 'answered_at', ${utcText('r.answered_at')},
      'answered_by', case when r.subject_id is not null then ${ANSWERED_BY} end)
      order by line.last_name collate "und-x-icu", line.first_name collate "und-x-icu", line.subject_id)
    from (${rsvpLines('e', viewer)}) line
    left join event_rsvps r on r.subject_id = line.subject_id and ${isCurrentAnswer('r', 'e')}), '[]')`;

/** SQL for EventRsvp, of `events e`; null for an event that asks nobody. */
export const eventRsvp = (viewer: AudienceViewer): string => `
  case when e.rsvp_by is not null then (
    select json_build_object('by', e.rsvp_by, 'until', ${utcText(rsvpUntil('e'))}, 'closed', ${isRsvpClosed('e', viewer.now)},
      'capacity', e.rsvp_capacity,
      'remaining', case when e.rsvp_capacity is not null then greatest(e.rsvp_capacity - given.yes, 0) end,
      'counts', json_build_object('yes', given.yes, 'no', given.no, 'maybe', given.maybe),
      'mine', ${mine(viewer)})
    from (${GIVEN}) given) end`;
