import { utcText } from '../../platform/database/utc-text.js';
import { isOwnCorrection } from '../../policy/correction-visibility.js';
import { ofMember } from './own-rows.sql.js';

export const CONFIRMATIONS = `
  select c.school_id, r.title, ${utcText('r.opened_at')} as opened_at, ${utcText('c.confirmed_at')} as confirmed_at
  from confirmations c ${ofMember('c')}
    join confirmation_rounds r on r.school_id = c.school_id and r.id = c.round_id order by c.confirmed_at, r.id`;

/* What the school said of a student who is not the person's any more is not said again. */
export const CORRECTIONS = `
  select c.id, c.school_id, c.student_id, c.field, case when own.is_own then c.present end as present, c.proposed, c.comment,
    c.state, case when own.is_own then c.answer end as answer, ${utcText('c.created_at')} as created_at,
    ${utcText('c.settled_at')} as settled_at
  from corrections c ${ofMember('c')}
    cross join lateral (select ${isOwnCorrection('c', { school: 'm.school_id', membership: 'm.id' })} as is_own) own
  order by c.created_at, c.id`;
