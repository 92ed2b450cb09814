import { oneLine, shortened } from '../../text/shortened.js';
import { appLink } from '../../pages/app-links.js';
import { menuPictureBase } from '../menus/menu-picture-base.js';
import { comingAfter, outlookOf, runningAt, type Outlook, type Sight } from './outlook.js';
import type { Place } from './place.js';
import { SchoolDays } from './school-days.js';
import { timelineOf } from './watch-timeline.js';
import { faceDrawing, inALine } from './watch-faces.js';
import type { Glance, WatchLunch, WatchPayload } from './watch.dto.js';
import type { Watched, WatchedClaim, WatchedEvent, WatchedLunch } from './watch.repository.js';

const MINUTE_MS = 60_000;
const LONGEST_MS = 6 * 60 * MINUTE_MS;
const MOST_EVENTS = 6;
const TITLE = 40;
const ITEMS = 80;

/** Contract section 10; what there is too much of is not left out yet. */
export function watchPayload(watched: Watched, place: Place, now: number): WatchPayload {
  const days = new SchoolDays(watched.time_zone);
  const outlook = outlookOf(watched.events, watched.lunches, days);
  const date = days.dateOf(now);
  const sights = outlook.sights.filter(({ event }) => event.start_date <= date && date <= event.end_date);
  const next = runningAt(outlook, now) ?? comingAfter(outlook, now);
  const lunch = outlook.lunches.get(date);
  return {
    generated_at: instant(now),
    valid_until: instant(validUntil(outlook, watched, now)),
    time_zone: watched.time_zone,
    next: next ? glance(next, place) : null,
    today: {
      date,
      all_day: sights.filter(({ event }) => event.all_day).map(({ event }) => titleOf(event)),
      events: eventsOf(sights, now).map((sight) => glance(sight, place)),
      lunch: lunch ? toLunch(lunch, place) : null,
    },
    commitments: watched.commitments.map((claim) => commitment(claim, place)),
    counts: { unread: watched.unread, outstanding: watched.outstanding },
    timeline: timelineOf(outlook, now, faceDrawing(watched, outlook, place)).map(({ at, drawn }) => ({
      at: instant(at),
      ...drawn,
    })),
  };
}

const instant = (moment: number): string => new Date(moment).toISOString();

/** Six hours at most, in whole minutes: who asks twice within one is told the same. */
function validUntil(
  { days, sights }: Outlook,
  { commitments, outstanding_until }: Watched,
  now: number,
): number {
  const gone = commitments.map(({ starts_at, ends_at }) => ends_at ?? starts_at);
  const over = [...gone, outstanding_until].flatMap((moment) => (moment ? [Date.parse(moment)] : []));
  const changes = [...sights.flatMap(({ begins, ends }) => [begins, ends]), ...over].filter(
    (moment) => moment > now,
  );
  const latest = Math.floor((now + LONGEST_MS) / MINUTE_MS) * MINUTE_MS;
  return Math.min(...changes, days.endOf(days.dateOf(now)), latest);
}

const eventsOf = (sights: Sight[], now: number): Sight[] =>
  sights.filter(({ event, ends }) => !event.all_day && ends > now).slice(0, MOST_EVENTS);

const titleOf = ({ title }: WatchedEvent): string => shortened(oneLine(title), TITLE);

const glance = ({ event }: Sight, { schoolId, appUrl }: Place): Glance => ({
  id: event.id,
  kind: 'event',
  title: titleOf(event),
  starts_at: event.starts_at,
  ends_at: event.ends_at,
  location: event.location && inALine(event.location),
  deep_link: appLink(appUrl, { schoolId, item: { type: 'event', id: event.id } }),
});

const commitment = (claim: WatchedClaim, { schoolId, appUrl }: Place): Glance => ({
  id: claim.id,
  kind: 'signup',
  title: shortened(oneLine(claim.title), TITLE),
  starts_at: claim.starts_at,
  ends_at: claim.ends_at,
  location: claim.location && inALine(claim.location),
  deep_link: appLink(appUrl, { schoolId, item: { type: 'signup', id: claim.id } }),
});

const toLunch = ({ items, image_name }: WatchedLunch, { siteUrl }: Place): WatchLunch => ({
  items: shortened(oneLine(items), ITEMS),
  image_url: image_name && menuPictureBase(siteUrl) + image_name,
});
