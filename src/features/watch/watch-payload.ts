import { singleLineOf, shortened } from '../../platform/text/shortened.js';
import { appLink } from '../../platform/pages/app-links.js';
import { menuPictureBase } from '../menus/menu-pictures.service.js';
import { comingAfter, type WatchSchedule, scheduleOf, runningAt, type TimedEvent } from './watch-schedule.js';
import { SchoolDays } from './school-days.js';
import { timelineOf, faceRenderer, inALine, type WatchLinks } from './watch-timeline.js';
import type { Glance, WatchLunch, WatchPayload } from './watch.dto.js';
import type { Commitment, Watched, WatchedEvent, WatchedLunch } from './watch.repository.js';

const MINUTE_MS = 60_000;
const MAX_MS = 6 * 60 * MINUTE_MS;
const MAX_EVENTS = 6;
const TITLE = 40;
const ITEMS = 80;

/** Contract section 10; what there is too much of is not left out yet. */
export function watchPayload(watched: Watched, links: WatchLinks, now: number): WatchPayload {
  const days = new SchoolDays(watched.time_zone);
  const schedule = scheduleOf(watched.events, watched.lunches, days);
  const date = days.dateOf(now);
  const events = schedule.events.filter(({ event }) => event.start_date <= date && date <= event.end_date);
  const next = runningAt(schedule, now) ?? comingAfter(schedule, now);
  const lunch = schedule.lunches.get(date);
  return {
    generated_at: instant(now),
    valid_until: instant(validUntil(schedule, watched, now)),
    time_zone: watched.time_zone,
    next: next ? glance(next, links) : null,
    today: {
      date,
      all_day: events.filter(({ event }) => event.all_day).map(({ event }) => titleOf(event)),
      events: eventsOf(events, now).map((timed) => glance(timed, links)),
      lunch: lunch ? toLunch(lunch, links) : null,
    },
    commitments: watched.commitments.map((one) => commitmentGlance(one, links)),
    counts: { unread: watched.unread, outstanding: watched.outstanding },
    timeline: timelineOf(schedule, now, faceRenderer(watched, schedule, links)).map(({ at, rendered }) => ({
      at: instant(at),
      ...rendered,
    })),
  };
}

const instant = (moment: number): string => new Date(moment).toISOString();

/** Six hours at most, in whole minutes: who asks twice within one is told the same. */
function validUntil(
  { days, events }: WatchSchedule,
  { commitments, outstanding_until }: Watched,
  now: number,
): number {
  const gone = commitments.map(({ starts_at, ends_at }) => ends_at ?? starts_at);
  const over = [...gone, outstanding_until].flatMap((moment) => (moment ? [Date.parse(moment)] : []));
  const changes = [...events.flatMap(({ begins, ends }) => [begins, ends]), ...over].filter(
    (moment) => moment > now,
  );
  const latest = Math.floor((now + MAX_MS) / MINUTE_MS) * MINUTE_MS;
  return Math.min(...changes, days.endOf(days.dateOf(now)), latest);
}

const eventsOf = (events: TimedEvent[], now: number): TimedEvent[] =>
  events.filter(({ event, ends }) => !event.all_day && ends > now).slice(0, MAX_EVENTS);

const titleOf = ({ title }: WatchedEvent): string => shortened(singleLineOf(title), TITLE);

const glance = ({ event }: TimedEvent, { schoolId, appUrl }: WatchLinks): Glance => ({
  id: event.id,
  kind: 'event',
  title: titleOf(event),
  starts_at: event.starts_at,
  ends_at: event.ends_at,
  location: event.location && inALine(event.location),
  deep_link: appLink(appUrl, { schoolId, item: { type: 'event', id: event.id } }),
});

const commitmentGlance = (
  { kind, id, title, starts_at, ends_at, location }: Commitment,
  { schoolId, appUrl }: WatchLinks,
): Glance => ({
  ...{ id, kind, title: shortened(singleLineOf(title), TITLE), starts_at, ends_at },
  location: location && inALine(location),
  deep_link: appLink(appUrl, { schoolId, item: { type: kind, id } }),
});

const toLunch = ({ items, image_name }: WatchedLunch, { siteUrl }: WatchLinks): WatchLunch => ({
  items: shortened(singleLineOf(items), ITEMS),
  image_url: image_name && menuPictureBase(siteUrl) + image_name,
});

/** Bytes of UTF-8. */
export const MAX_BYTES = 8000;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * The payload, cut to what fits, whatever the titles are made of. Events far away go first; the rest has a bound of its own,
 * since every text in it has one.
 */
export function fitting(payload: WatchPayload): WatchPayload {
  const { timeline, today } = payload;
  const parts: [list: unknown[], minimum: number][] = [
    [timeline, 8],
    [today.all_day, 3],
    [today.events, 2],
    [timeline, 1],
    [today.all_day, 0],
    [today.events, 0],
  ];
  let bytes = sizeOf(payload);
  for (const [list, minimum] of parts)
    while (bytes > MAX_BYTES && list.length > minimum) bytes -= sizeOf(list.pop()) + 1;
  return payload;
}
