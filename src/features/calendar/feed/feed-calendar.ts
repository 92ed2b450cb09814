import type { Settings } from '../../../platform/config/settings.js';
import { calendarFile, type CalendarEntry } from '../../../platform/ics/calendar-file.js';
import { ZoneClock, type Span } from '../../../platform/ics/zone-clock.js';
import { appLink, type LinkTarget } from '../../../platform/pages/app-links.js';
import { plainText } from '../../../platform/rich-text/plain-text.js';
import { occurrenceId } from '../events/event-details.js';
import {
  type FeedContent,
  type FeedEvent,
  type FeedSeries,
  type FeedTimes,
  keyInstant,
  whenLines,
} from './feed-content.js';
import { formOf } from '../series/series-form.js';

/** Raised when the same content is written otherwise, so that readers fetch it again. */
export const FORMAT = 4;

const DAY_MS = 86_400_000;

/** `item` is what the entry leads to. */
export type FeedEntry = Omit<CalendarEntry, 'url'> & { item: NonNullable<LinkTarget['item']> };

type Addresses = Pick<Settings, 'siteUrl' | 'appUrl'>;

/**
 * A feed as it is sent: RFC 5545, the same bytes for the same content.
 * @param siteUrl bare address
 * @param appUrl what links begin with
 */
export function feedCalendar(content: FeedContent, addresses: Addresses): string {
  const clocks = clocksOf(content);
  const entries = [
    ...content.events.map((event) => eventEntry(event, clocks.get(event.time_zone)!)),
    ...content.series.flatMap((series) => seriesEntries(series, clocks.get(series.time_zone)!)),
  ];
  return calendarFile({
    feed: { name: content.name, timeZone: content.time_zone },
    clocks: usedIn(entries, clocks),
    entries: entries.map((entry) => addressed(entry, content, addresses)),
  });
}

/** With the UID and the link that it has wherever it is sent. */
export function addressed(
  { item, ...entry }: FeedEntry,
  { school_id: schoolId }: Pick<FeedContent, 'school_id'>,
  { siteUrl, appUrl }: Addresses,
): CalendarEntry {
  const uid = `${entry.uid}@${new URL(siteUrl).hostname}`;
  return { ...entry, uid, url: appLink(appUrl, { schoolId, item }) };
}

export function eventEntry(event: FeedEvent, clock: ZoneClock): FeedEntry {
  const { id, signup_id, sequence, status } = event;
  return {
    ...described(event),
    uid: id,
    item: signup_id ? { type: 'signup', id: signup_id } : { type: 'event', id },
    sequence,
    status,
    times: whenLines(event, clock),
  };
}

/**
 * The sequence of the series is that of all its entries: it rises with every change of any of them, but for that of an
 * occurrence which has other readers. To what differs its own is added, so that it rises for those as well.
 */
export function seriesEntries(series: FeedSeries, clock: ZoneClock): FeedEntry[] {
  const form = formOf(series, clock);
  if (!form) return [];
  const common = { uid: series.id, sequence: series.sequence };
  const asSeries = { ...common, ...described(series), status: 'confirmed' as const };
  const itemOf = (key: string) => ({ type: 'event' as const, id: occurrenceId(series.id, key) });
  return [
    { ...asSeries, item: { type: 'series', id: series.id }, times: form.lines },
    ...form.writtenOut.map((key) => ({
      ...asSeries,
      item: itemOf(key),
      times: [form.recurrenceId(key), ...form.when(key)],
    })),
    ...series.changed.map((change) => ({
      ...common,
      ...described(change),
      sequence: series.sequence + change.sequence,
      status: change.status,
      item: itemOf(change.original_start),
      times: [form.recurrenceId(change.original_start), ...whenLines(change, clock)],
    })),
  ];
}

export function described(
  item: Pick<FeedEvent, 'title' | 'location' | 'description' | 'category' | 'tags' | 'updated_at'>,
) {
  return {
    title: item.title,
    location: item.location,
    description: item.description && plainText(item.description),
    labels: [...(item.category ? [item.category] : []), ...item.tags],
    updatedAt: new Date(item.updated_at),
  };
}

/** What takes time in a calendar. */
type TimedContent = Pick<FeedContent, 'series'> & { events: (FeedTimes & Pick<FeedEvent, 'time_zone'>)[] };

/** A clock for each zone, for as long as anything in the feed takes. */
export function clocksOf(content: TimedContent): Map<string, ZoneClock> {
  const span = spanOf(content);
  const zones = new Set([...content.events, ...content.series].map((item) => item.time_zone));
  return new Map([...zones].sort().map((zone) => [zone, new ZoneClock(zone, span)]));
}

function spanOf({ events, series }: TimedContent): Span {
  const moments = [
    ...[...events, ...series.flatMap(({ changed }) => changed)].flatMap(
      ({ starts_at, ends_at, start_date, end_date }) =>
        [starts_at ?? start_date, ends_at ?? end_date].map((text) => Date.parse(text)),
    ),
    ...series.flatMap((one) => {
      const length = one.duration * (one.all_day ? DAY_MS : 60_000);
      const starts = [...one.unchanged, ...one.off].map(keyInstant);
      return [
        Date.parse(`${one.local_start.slice(0, 10)}T00:00Z`),
        ...starts,
        ...starts.map((start) => start + length),
      ];
    }),
  ];
  const [from, to] = moments.reduce(
    ([a, b], moment) => [Math.min(a, moment), Math.max(b, moment)],
    [Infinity, -Infinity],
  );
  return { from: from - 2 * DAY_MS, to: to + 2 * DAY_MS };
}

export const usedIn = (entries: FeedEntry[], clocks: Map<string, ZoneClock>): ZoneClock[] =>
  [...clocks.values()].filter(({ tzid }) =>
    entries.some(({ times }) => times.some((line) => line.includes(`;TZID=${tzid}:`))),
  );
