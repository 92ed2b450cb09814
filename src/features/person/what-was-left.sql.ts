import { utcText } from '../../platform/database/utc-text.js';

/* $1: the person. What is kept of relations and memberships that are no more. */

export const DEPARTURES = `
  select d.school_id, d.student_id, d.source, d.source_id from guardian_departures d where d.user_id = $1
  order by d.school_id, d.student_id, d.source, d.source_id`;

/* Without the token: whoever has it changes the choice. */
export const FORMER_MEMBERSHIPS = `
  select d.school_id, d.profile_visibility, ${utcText('d.unsubscribed_at')} as unsubscribed_at,
    d.revoked_organization_ids, ${utcText('d.left_at')} as left_at
  from member_departures d where d.user_id = $1 order by d.left_at, d.school_id`;

export const WITHDRAWALS = `
  select w.school_id, w.student_id, w.source, w.source_id from withdrawn_guardians w where w.user_id = $1
  order by w.school_id, w.student_id, w.source, w.source_id`;
