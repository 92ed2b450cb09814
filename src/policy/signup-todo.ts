import type { AudienceViewer } from './audience.js';
import { isTurnedOn } from './school-feature.js';
import { isSignupUnclaimed, lastItemBegins } from './signup-visibility.js';

/**
 * SQL of the open sign-ups of a school in which the member has nothing, and can claim something still; none while the
 * school has turned them off.
 */
export const signupTodo = (viewer: AudienceViewer): string => `
  select 'signup' as kind, s.id::text as id, s.school_id, s.title, null::uuid as student_id,
    least(s.closes_at, nullif(${lastItemBegins('s')}, 'infinity')) as due_at
  from signups s join schools home on home.id = s.school_id
  where ${isTurnedOn('home', 'signups')} and ${isSignupUnclaimed('s', viewer)}
    and ${lastItemBegins('s')} > ${viewer.now}::timestamptz`;
