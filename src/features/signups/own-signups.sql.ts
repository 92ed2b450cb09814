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

/** Whose feed it is; all are SQL. */
interface FeedOwner {
  school: string;
  membership: string;
  now: string;
  /** The id of the one organization that the feed is of; null for all of the school. */
  organization: string;
  /** What the school has turned on. */
  features: string;
  /** Of the school, IANA. */
  zone: string;
}

/** The later one of both, whatever of it an import has moved. */
const CHANGED_AT = 'greatest(c.updated_at, s.updated_at)';

/** Rises with what is sent as LAST-MODIFIED: whole seconds since it was claimed. */
const SEQUENCE = `(floor(extract(epoch from ${CHANGED_AT})) - floor(extract(epoch from c.created_at)))::int`;

/**
 * SQL of the owner's confirmed claims of items that have a time, with the columns of a feed's events: what somebody has
 * promised is in their calendar whatever categories they chose, also once the sign-up is gone (contract section 3, rule 12).
 */
export const ownClaims = ({ school, membership, now, organization, features, zone }: FeedOwner): string => `
  select c.id::text as id, i.title || ' (' || s.title || ')' as title, i.description, s.location, null as category,
    '{}'::text[] as tags, ${utcText(CHANGED_AT)} as updated_at, false as all_day,
    ${utcText('i.starts_at')} as starts_at, ${utcText('coalesce(i.ends_at, i.starts_at)')} as ends_at,
    (i.starts_at at time zone ${zone})::date::text as start_date,
    (coalesce(i.ends_at, i.starts_at) at time zone ${zone})::date::text as end_date,
    ${zone} as time_zone, 'confirmed' as status, ${SEQUENCE} as sequence, s.id::text as signup_id
  from signup_claims c join signup_items i on i.school_id = c.school_id and i.id = c.item_id and i.starts_at is not null
    join signups s on s.school_id = c.school_id and s.id = c.signup_id and ${hasSignupOpened('s', now)}
  where c.school_id = ${school} and c.membership_id = ${membership} and c.status = 'confirmed'
    and coalesce((${features} ->> 'signups')::boolean, true)
    and (${organization} is null or s.organization_id = ${organization})`;
