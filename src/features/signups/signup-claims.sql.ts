import { utcText } from '../../database/utc-text.js';

/** The columns of SignupClaimBody, of `signup_claims c`. */
export const CLAIM = `
  c.id, c.signup_id, c.item_id, c.quantity, c.status,
  case when c.status = 'waitlisted' then (select count(*)::int from signup_claims before
    where before.item_id = c.item_id and before.status = 'waitlisted'
      and (before.queued_at, before.id) <= (c.queued_at, c.id)) end as waitlist_position,
  c.student_id, c.comment, c.answers, ${utcText('c.created_at')} as created_at,
  ${utcText('c.updated_at')} as updated_at`;
