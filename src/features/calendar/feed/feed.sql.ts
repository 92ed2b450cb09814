import type { AudienceViewer } from '../../../policy/audience.js';
import { utcText } from '../../../platform/database/utc-text.js';
import { revisionOf } from '../../../platform/cache/snapshot-kind.js';
import { isVisible } from '../events/calendar.sql.js';
import { isComing } from '../../../policy/event-rsvp.js';
import { goneAt } from '../../../policy/event-visibility.js';
import { isMemberStill } from '../../../policy/organization-access.js';
import { isSignupOpened } from '../../../policy/signup-visibility.js';
import { lower, lowered } from './lowered-names.sql.js';

/** The owner of a feed; all members are SQL. */
interface FeedOwner {
  school: string;
  membership: string;
  now: string;
  /** The id of the one organization that the feed is of; null for all of the school. */
  organization: string;
  /** Features that the school has turned on. */
  features: string;
  /** Time zone of the school, IANA name. */
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
const ownClaims = ({ school, membership, now, organization, features, zone }: FeedOwner): string => `
  select c.id::text as id, i.title || ' (' || s.title || ')' as title, i.description, s.location, null as category,
    '{}'::text[] as tags, ${utcText(CHANGED_AT)} as updated_at, false as all_day,
    ${utcText('i.starts_at')} as starts_at, ${utcText('coalesce(i.ends_at, i.starts_at)')} as ends_at,
    (i.starts_at at time zone ${zone})::date::text as start_date,
    (coalesce(i.ends_at, i.starts_at) at time zone ${zone})::date::text as end_date,
    ${zone} as time_zone, 'confirmed' as status, ${SEQUENCE} as sequence, s.id::text as signup_id
  from signup_claims c join signup_items i on i.school_id = c.school_id and i.id = c.item_id and i.starts_at is not null
    join signups s on s.school_id = c.school_id and s.id = c.signup_id and ${isSignupOpened('s', now)}
  where c.school_id = ${school} and c.membership_id = ${membership} and c.status = 'confirmed'
    and coalesce((${features} ->> 'signups')::boolean, true)
    and (${organization} is null or s.organization_id = ${organization})`;

/*
 * $1 the token, $2 now, $3 whether the content is wanted and not its digest alone. The owner's rights, what they may
 * see and what becomes of it are one statement: the digest covers everything that a feed is written from, so that
 * nothing can change without it.
 */

const owner = (column: string): string => `(select ${column} from owner)`;

const FEED_OWNER: AudienceViewer = {
  school: owner('school_id'),
  membership: owner('membership_id'),
  admin: owner('admin'),
  now: '$2',
};

/** The subscription while it is alive: with its owner, and with its organization (contract section 7, rule 10). */
const OWNER = `
  select s.id, s.name, s.organization_id, s.feed_digest, s.feed_changed_at, ${lowered('s.categories')} as categories,
    ${lowered('s.tags')} as tags, m.id as membership_id, m.role <> 'parent' as admin, school.id as school_id,
    school.time_zone, school.features, ${revisionOf('calendar', 'school.id')} as revision
  from calendar_subscriptions s
  join memberships m on m.school_id = s.school_id and m.id = s.membership_id and ${isMemberStill('m', FEED_OWNER.now)}
  join schools school on school.id = m.school_id
  left join organizations o on o.school_id = s.school_id and o.id = s.organization_id
  where s.token = $1 and (s.organization_id is null or o.archived_at is null)`;

/**
 * The next moment at which something in the feed opens, closes or is gone without a change: of the owner's grants, of
 * sign-ups that open, and of what is called off.
 */
const NEXT_MOMENT = `
  (select min(moment) from (
    select unnest(array[starts_at, expires_at]) from organization_grants
    where school_id = ${FEED_OWNER.school} and membership_id = ${FEED_OWNER.membership}
    union all
    select opens_at from signups where school_id = ${FEED_OWNER.school}
    union all
    select ${goneAt('events')} from events where school_id = ${FEED_OWNER.school}
  ) moments(moment) where moment > ${FEED_OWNER.now}::timestamptz)`;

const chosen = (names: string): string => `(${owner(names)}::text[])`;

/** Among the categories and tags that the owner chose (contract decision h). */
const isChosen = (item: string): string => `(
  (cardinality(${chosen('categories')}) = 0 or exists (select from categories c
    where c.school_id = ${item}.school_id and c.id = ${item}.category_id and ${lower('c.name')} = any (${chosen('categories')})))
  and (cardinality(${chosen('tags')}) = 0 or ${lowered(`${item}.tags`)} && ${chosen('tags')}))`;

/** Addressed to the owner or managed by them, of the organization that the feed is of, and among what they chose. */
const isInFeed = (item: string, isWanted = isChosen(item)): string => `(
  ${item}.school_id = ${FEED_OWNER.school} and ${isVisible(item, FEED_OWNER)} and ${isWanted}
  and (${owner('organization_id')} is null or ${item}.organization_id = ${owner('organization_id')}))`;

/** To what somebody comes is in their calendar whatever they chose (contract section 22, rule 5). */
const IS_EVENT_IN_FEED = isInFeed('e', `(${isChosen('e')} or ${isComing('e', FEED_OWNER)})`);

const described = (item: string): string => `
  ${item}.title, ${item}.description, ${item}.location,
  (select c.name from categories c where c.school_id = ${item}.school_id and c.id = ${item}.category_id) as category,
  ${item}.tags,
  ${utcText(`${item}.updated_at`)} as updated_at`;

const TIMES = `
  e.all_day, ${utcText('e.starts_at')} as starts_at, ${utcText('e.ends_at')} as ends_at,
  e.start_date::text as start_date, e.end_date::text as end_date`;

/** Calendar apps hear for 30 days that it is off (contract section 14, rule 8). */
const IS_THERE = `(e.status <> 'cancelled' or ${goneAt('e')} > ${FEED_OWNER.now}::timestamptz)`;

/** SQL of the single events, and of occurrences that are shown of a series that is not (`listed_series`). */
const eventsOf = (isWanted: string, isWantedClaim: string): string => `
  select case when e.series_id is null then e.id::text else e.series_id || '_' || e.original_start end as id,
    ${described('e')}, ${TIMES}, e.time_zone, e.status, e.sequence,
    null as signup_id
  from events e
  where ${IS_EVENT_IN_FEED} and ${IS_THERE} and (e.series_id is null or e.series_id not in (select id from listed_series))
    and ${isWanted}
  union all ${ownClaims({ ...FEED_OWNER, organization: owner('organization_id'), features: owner('features'), zone: owner('time_zone') })}
    and ${isWantedClaim}
  order by start_date, starts_at, id`;

/** Those of a series: what differs from it may be for other readers. */
const OCCURRENCES = `
  select e.*, e.status <> 'cancelled' and (cardinality(e.overrides) = 0 or ${IS_EVENT_IN_FEED}) as there,
    cardinality(e.overrides) > 0 as changed
  from events e where e.school_id = s.school_id and e.series_id = s.id`;

const CHANGE = `
  select e.original_start, ${described('e')}, ${TIMES}, e.status, e.sequence`;

/* Changes in the order of their SEQUENCE: node-ical holds one a day, and drops a lower one that comes after a higher one. */
const SERIES = `
  select s.id, ${described('s')}, s.all_day, s.local_start, s.duration, s.time_zone, s.rrule, s.rdates, s.exdates,
    s.sequence, coalesce(o.unchanged, '{}') as unchanged, coalesce(o.off, '{}') as off, coalesce(o.changed, '[]') as changed
  from listed_series s
  left join lateral (
    select array_agg(e.original_start order by e.original_start) filter (where e.there and not e.changed) as unchanged,
      array_agg(e.original_start order by e.original_start) filter (where not e.there) as off,
      json_agg((select change from (${CHANGE}) change) order by e.sequence, e.original_start)
        filter (where e.there and e.changed) as changed
    from (${OCCURRENCES}) e
  ) o on true
  order by s.local_start, s.id`;

const json = (rows: string): string => `coalesce((select json_agg(item) from (${rows}) item), '[]')`;

const FOUND =
  'owner.id, owner.school_id, owner.features, owner.feed_digest, owner.feed_changed_at, owner.revision';

/** The state of a feed without its contents; $1 the token, $2 now. No row when the address leads nowhere. */
export const FEED_STATE = `with owner as (${OWNER}) select ${FOUND} from owner`;

/** No row when the address leads nowhere; what the school has turned off is for the caller to look at. */
export const FEED = `
  with owner as materialized (${OWNER}),
    listed_series as materialized (select s.* from event_series s where ${isInFeed('s')}),
    feed as materialized (
      select json_build_object('name', owner.name, 'school_id', owner.school_id, 'time_zone', owner.time_zone,
        'events', ${json(eventsOf('true', 'true'))}, 'series', ${json(SERIES)})::text as content from owner)
  select ${FOUND}, ${NEXT_MOMENT} as next_moment, encode(sha256(convert_to(feed.content, 'UTF8')), 'hex') as digest,
    case when $3::boolean then feed.content end as content
  from owner, feed`;

/** A part of a mail has what the feed of its reader has of an item: $1 the school, $3 the member, $4 the id and $5 the original start. */
const MAIL_READER = `
  select m.id as membership_id, m.role <> 'parent' as admin, school.id as school_id, school.time_zone, school.features,
    null::uuid as organization_id, '{}'::text[] as categories, '{}'::text[] as tags
  from memberships m join schools school on school.id = m.school_id
  where m.school_id = $1 and m.id = $3 and m.deactivated_at is null`;

const IS_MAILED = `(e.series_id is null and e.id = $4 or e.series_id = $4 and e.original_start = $5)`;

/** JSON of FeedContent with one event or the series that it is of, or with the claims of the member in one sign-up. */
export const MAILED_CONTENT = `
  with owner as materialized (${MAIL_READER}),
    listed_series as materialized (select s.* from event_series s where s.school_id = $1 and s.id = $4 and ${isInFeed('s')})
  select json_build_object('name', '', 'school_id', owner.school_id, 'time_zone', owner.time_zone,
    'events', ${json(eventsOf(IS_MAILED, 'c.signup_id = $4'))}, 'series', ${json(SERIES)},
    'off', (select row_to_json(off) from (${CHANGE} from events e where e.school_id = $1 and e.series_id = $4
      and e.original_start = $5 and e.status = 'cancelled') off),
    'has_series', exists (select from event_series s where s.school_id = $1 and s.id = $4)) as content from owner`;
