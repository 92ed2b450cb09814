import type { Settings } from '../../../platform/config/settings.js';
import { calendarFile } from '../../../platform/ics/calendar-file.js';
import type { ZoneClock } from '../../../platform/ics/zone-clock.js';
import { shortened } from '../../../platform/text/shortened.js';
import type { FormerEvent } from '../notifications/change-details.js';
import { formOf, type SeriesForm } from '../series/series-form.js';
import {
  addressed,
  clocksOf,
  described,
  eventEntry,
  type FeedEntry,
  seriesEntries,
  usedIn,
} from './feed-calendar.js';
import { type FeedChange, type FeedContent, type FeedSeries, whenLines } from './feed-content.js';

/** Characters of a description; a feed has all of them. */
const MAX_DESCRIPTION = 2_000;
/** Of a sign-up, or of a series with what differs from it: a mail about a series with more has the one date alone. */
const MAX_ENTRIES = 50;

/** What the feed of a reader would have of an item. */
export interface MailedContent extends FeedContent {
  /** The date that is called off; null where it is gone. */
  off: FeedChange | null;
  /** Whether there is a series, for whomever it is. */
  has_series: boolean;
}

/** What a mail is about, for a calendar program. */
export interface MailedItem {
  /** By which the API knows it. */
  itemId: string;
  /** Null where the mail calls nothing off. */
  cancelled: FormerEvent | null;
  /** True where the mail is about all of a series, and not about one of its dates alone. */
  isWhole: boolean;
  now: Date;
}

/**
 * The entries of the reader's feed that a mail is about, with the same UID, time and zone; null where the feed has none. Of a date
 * that is off a feed says nothing but that the series goes without it: the mail has an entry that calls it off.
 */
export function mailedCalendar(
  content: MailedContent,
  { cancelled, ...mailed }: MailedItem,
  addresses: Pick<Settings, 'siteUrl' | 'appUrl'>,
): string | null {
  const { events, series, off } = content;
  const item = { ...mailed, cancelled: cancelled && { ...cancelled, ...off } };
  const clocks = clocksOf({ events: [...events, ...(item.cancelled ? [item.cancelled] : [])], series });
  const entries = entriesOf(content, item, clocks).slice(0, MAX_ENTRIES);
  if (entries.length === 0) return null;
  return calendarFile({
    clocks: usedIn(entries, clocks),
    entries: entries.map((entry) => addressed(withExcerpt(entry), content, addresses)),
  });
}

const withExcerpt = ({ description, ...entry }: FeedEntry): FeedEntry => ({
  ...entry,
  description: description && shortened(description, MAX_DESCRIPTION),
});

function entriesOf(content: MailedContent, item: MailedItem, clocks: Map<string, ZoneClock>): FeedEntry[] {
  const { events, series } = content;
  if (events.length > 0) return events.map((event) => eventEntry(event, clocks.get(event.time_zone)!));
  const [only] = series;
  if (only) return entriesOfSeries(only, item, clocks.get(only.time_zone)!);
  const { cancelled } = item;
  return cancelled ? [goneEntry(content, { ...item, cancelled }, clocks.get(cancelled.time_zone)!)] : [];
}

function entriesOfSeries(series: FeedSeries, item: MailedItem, clock: ZoneClock): FeedEntry[] {
  const form = formOf(series, clock);
  const whole = seriesEntries(series, clock);
  const { cancelled } = item;
  const date = cancelled
    ? [calledOffEntry(series, form, { ...item, cancelled }, clock)]
    : dateEntries(series, form, item, whole);
  if (!item.isWhole || whole.length >= MAX_ENTRIES) return date;
  return cancelled ? [...whole, ...date] : whole;
}

const keyOf = ({ itemId }: MailedItem): string => itemId.split('_')[1] ?? '';

/** One date as it is now, also where the series says it and it has no entry of its own. */
function dateEntries(
  series: FeedSeries,
  form: SeriesForm | null,
  item: MailedItem,
  whole: FeedEntry[],
): FeedEntry[] {
  const key = keyOf(item);
  const own = form && whole.find(({ times }) => times[0] === form.recurrenceId(key));
  if (own) return [own];
  if (!form || !series.unchanged.includes(key)) return [];
  return [
    {
      ...{ uid: series.id, sequence: series.sequence, ...described(series), status: 'confirmed' },
      ...{ item: { type: 'event', id: item.itemId }, times: [form.recurrenceId(key), ...form.when(key)] },
    },
  ];
}

type CancelledItem = MailedItem & { cancelled: FormerEvent };

/** Where nothing of the series is left, all of it is off. Its sequence is higher than that of any entry that the date had. */
function calledOffEntry(
  series: FeedSeries,
  form: SeriesForm | null,
  item: CancelledItem,
  clock: ZoneClock,
): FeedEntry {
  const { cancelled } = item;
  const times = [...(form ? [form.recurrenceId(keyOf(item))] : []), ...whenLines(cancelled, clock)];
  return { ...offEntry(item), uid: series.id, sequence: series.sequence + cancelled.sequence + 1, times };
}

/** The whole series where it is gone; a date that was in the reader's feed without its series otherwise. */
function goneEntry(
  { has_series: hasSeries }: Pick<MailedContent, 'has_series'>,
  item: CancelledItem,
  clock: ZoneClock,
): FeedEntry {
  const { cancelled, itemId, now } = item;
  // There are fewer changes than seconds: higher than whatever the feed had.
  const age = Math.floor((now.getTime() - Date.parse(cancelled.created_at)) / 1_000);
  const uid = hasSeries ? itemId : itemId.split('_')[0]!;
  return { ...offEntry(item), uid, sequence: cancelled.sequence + age, times: whenLines(cancelled, clock) };
}

const offEntry = ({ itemId, cancelled: { title, location }, now }: CancelledItem) => ({
  ...{ title, location, description: null, labels: [], updatedAt: now, status: 'cancelled' as const },
  item: { type: 'event' as const, id: itemId },
});
