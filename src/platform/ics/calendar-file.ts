import ical, {
  escape,
  foldLines,
  ICalCalendarMethod,
  ICalEvent,
  ICalEventTransparency,
  type ICalCalendar,
  type ICalEventStatus,
} from 'ical-generator';
import type { ZoneClock } from './zone-clock.js';

/** One VEVENT. */
export interface CalendarEntry {
  uid: string;
  sequence: number;
  /** UTC; DTSTAMP as well, so that the same entry is always the same bytes. */
  updatedAt: Date;
  /** DTSTART and whatever else says when, as content lines. */
  times: string[];
  title: string;
  location: string | null;
  /** Plain text. */
  description: string | null;
  /** CATEGORIES */
  labels: string[];
  url?: string;
  /** Address of a picture. */
  picture?: string | null;
  /** True when the time does not count as busy in a calendar. */
  isFree?: true;
  status: 'confirmed' | 'tentative' | 'cancelled';
}

export interface CalendarFile {
  /** A calendar that programs poll, with its name and its zone as IANA name; left out for entries that are published by themselves. */
  feed?: { name: string; timeZone: string };
  /** A clock for every TZID in the entries. */
  clocks: ZoneClock[];
  entries: CalendarEntry[];
}

const HOURLY_SECONDS = 3600;
const END = 'END:VCALENDAR';

/**
 * RFC 5545, and RFC 7986 for NAME and REFRESH-INTERVAL. ical-generator writes the head and the texts; the zones and
 * the times are ours (docs/decisions/2026-11-21-calendar-feed.md).
 */
export function calendarFile({ feed, clocks, entries }: CalendarFile): string {
  const calendar = ical({
    prodId: { company: 'School Directory', product: 'Calendar', language: 'EN' },
    // It would be written as it is.
    ...(feed
      ? { name: escape(printable(feed.name), false), ttl: HOURLY_SECONDS }
      : { method: ICalCalendarMethod.PUBLISH }),
  });
  const head = calendar.toString().slice(0, -END.length);
  const body = [
    ...(feed ? [`X-WR-TIMEZONE:${feed.timeZone}`] : []),
    ...clocks.flatMap((clock) => clock.component()),
    ...entries.map((entry) => eventText(entry, calendar)),
  ];
  return `${head}${foldLines(body.join('\r\n'))}\r\n${END}\r\n`;
}

function eventText(entry: CalendarEntry, calendar: ICalCalendar): string {
  const event = new ICalEvent(
    {
      id: entry.uid,
      sequence: entry.sequence,
      stamp: entry.updatedAt,
      lastModified: entry.updatedAt,
      start: entry.updatedAt,
      summary: printable(entry.title),
      location: entry.location && printable(entry.location),
      description: entry.description && printable(entry.description),
      categories: entry.labels.map((label) => ({ name: printable(label) })),
      url: entry.url ?? null,
      attachments: entry.picture ? [entry.picture] : [],
      transparency: entry.isFree ? ICalEventTransparency.TRANSPARENT : null,
      status: entry.status.toUpperCase() as ICalEventStatus,
    },
    calendar,
  );
  const text = event.toString().trimEnd();
  return text.replace(/^DTSTART:.*$/m, () => entry.times.join('\r\n'));
}

/** RFC 5545 section 3.1 allows no control characters; some readers break lines at those of Unicode as well. */
const printable = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ');
