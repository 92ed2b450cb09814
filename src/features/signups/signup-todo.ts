import type { AudienceViewer } from '../../policy/audience.js';
import { isTurnedOn } from '../../policy/school-feature.js';
import { hasSignupOpened, isSignupOpen, lastItemBegins } from '../../policy/signup-visibility.js';
import { utcText } from '../../platform/database/utc-text.js';

/**
 * SQL of the open sign-ups of a school in which the member has nothing, and can claim something still; none while the
 * school has turned them off.
 */
export const signupTodo = (viewer: AudienceViewer): string => `
  select 'signup' as kind, s.id, s.school_id, s.title, null::uuid as student_id,
    least(s.closes_at, nullif(${lastItemBegins('s')}, 'infinity')) as due_at
  from signups s join schools home on home.id = s.school_id
  where ${isTurnedOn('home', 'signups')} and ${isSignupOpen('s', viewer)}
    and ${lastItemBegins('s')} > ${viewer.now}::timestamptz`;

/**
 * SQL of the member's next three confirmed claims that are not over, also of a sign-up that is gone (contract section 3,
 * rule 12); none while the school has turned sign-ups off.
 */
export const claimsAhead = ({ school, membership, now }: AudienceViewer): string => `
  select s.id, i.title, ${utcText('i.starts_at')} as starts_at, ${utcText('i.ends_at')} as ends_at, s.location
  from signup_claims c join signup_items i on i.school_id = c.school_id and i.id = c.item_id
    join signups s on s.school_id = c.school_id and s.id = c.signup_id
    join schools home on home.id = s.school_id
  where c.membership_id = ${membership}::uuid and c.school_id = ${school}::uuid and c.status = 'confirmed'
    and coalesce(i.ends_at, i.starts_at) > ${now}::timestamptz and ${hasSignupOpened('s', now)}
    and ${isTurnedOn('home', 'signups')}
  order by i.starts_at, i.title collate "und-x-icu", c.id limit 3`;
