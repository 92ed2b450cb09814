import { utcText } from '../../platform/database/utc-text.js';
import { hasSignupOpened } from '../../policy/signup-visibility.js';

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
