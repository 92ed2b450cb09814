import ICAL from 'ical.js';
import nodeIcal, { type ParameterValue, type VEvent } from 'node-ical';
import { Temporal } from 'temporal-polyfill';

/** What calendar apps make of a feed, told by two readers that have nothing in common with the writer. */
export type FeedReader = (text: string) => string[];

/** `2026-09-07T19:30:00.000Z/2026-09-07T20:30:00.000Z Practice`; all day `2026-09-07/2026-09-07 Picnic`, inclusive. */
const line = (starts: string, ends: string, title: string): string => `${starts}/${ends} ${title}`;

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

const MAX = 2000;

/** ical.js: takes the zones from the feed, and knows none itself. By itself it gives exceptions to events of any UID. */
export const byIcalJs: FeedReader = (text) => {
  const file = new ICAL.Component(ICAL.parse(text) as never);
  for (const zone of file.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const events = file
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component, { exceptions: [] }));
  const exceptions = events.filter((event) => event.isRecurrenceException());
  const found = events
    .filter((event) => !exceptions.includes(event) && isOn(event))
    .flatMap((event) => {
      for (const exception of exceptions) if (exception.uid === event.uid) event.relateException(exception);
      return event.isRecurring() ? occurrences(event) : [told(event.startDate, event.endDate, event.summary)];
    });
  ICAL.TimezoneService.reset();
  return found.sort();
};

const isOn = (event: ICAL.Event): boolean => event.component.getFirstPropertyValue('status') !== 'CANCELLED';

function occurrences(event: ICAL.Event): string[] {
  const found: string[] = [];
  const iterator = event.iterator();
  for (let next = iterator.next(); next; next = iterator.next()) {
    const { startDate, endDate, item } = event.getOccurrenceDetails(next);
    found.push(told(startDate, endDate, item.summary));
    if (found.length > MAX) throw new Error('It goes on and on');
  }
  return found;
}

const told = (starts: ICAL.Time, ends: ICAL.Time, title: string): string =>
  starts.isDate
    ? line(starts.toString(), dayBefore(ends.toString()), title)
    : line(starts.toJSDate().toISOString(), ends.toJSDate().toISOString(), title);

/**
 * node-ical: takes the zones by their names, and repeats by rrule-temporal. Of the hour that comes twice it takes the first
 * for a rule and the second for a RECURRENCE-ID or EXDATE. So it has an occurrence with the former twice, and is looked at
 * as a set; it is told of the latter in UTC.
 */
export const byNodeIcal: FeedReader = (text) => [...new Set(nodeOccurrences(withClearExdates(text)))].sort();

/** An hour that comes twice means the first time (RFC 5545 section 3.3.5). */
const withClearExdates = (text: string): string =>
  linesOf(text)
    .map((line) => {
      const [, timeZone, values] = /^EXDATE;TZID=([^:]+):(.+)$/.exec(line) ?? [];
      return values && timeZone ? values.split(',').map(exdateIn(timeZone)).join('\r\n') : line;
    })
    .join('\r\n');

const exdateIn =
  (timeZone: string) =>
  (wall: string): string => {
    const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
      Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone, { disambiguation }).toInstant(),
    );
    const twice =
      !first!.equals(second!) && Temporal.PlainDateTime.from(wall).equals(wallOf(second!, timeZone));
    return twice ? `EXDATE:${first!.toString().replaceAll(/[-:]/g, '')}` : `EXDATE;TZID=${timeZone}:${wall}`;
  };

const wallOf = (instant: Temporal.Instant, timeZone: string): Temporal.PlainDateTime =>
  instant.toZonedDateTimeISO(timeZone).toPlainDateTime();

const nodeOccurrences = (text: string): string[] =>
  Object.values(nodeIcal.sync.parseICS(text))
    .filter((entry): entry is VEvent => entry?.type === 'VEVENT' && entry.status !== 'CANCELLED')
    .flatMap((event) =>
      nodeIcal.expandRecurringEvent(event, { from: new Date('1990-01-01'), to: new Date('2100-01-01') }),
    )
    .map(({ start, end, isFullDay, summary }) =>
      isFullDay
        ? line(localDay(start), dayBefore(localDay(end)), textOf(summary))
        : line(start.toISOString(), end.toISOString(), textOf(summary)),
    );

const textOf = (value: ParameterValue): string => (typeof value === 'string' ? value : value.val);

const localDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

export const READERS: [name: string, reader: FeedReader][] = [
  ['ical.js', byIcalJs],
  ['node-ical', byNodeIcal],
];

/** Content lines, unfolded (RFC 5545 section 3.1). */
export const linesOf = (text: string): string[] => text.replace(/\r\n[ \t]/g, '').split('\r\n');

/** The lines of each VEVENT. */
export const entriesOf = (text: string): string[][] =>
  text
    .replace(/\r\n[ \t]/g, '')
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((entry) => entry.split('\r\nEND:VEVENT')[0]!.split('\r\n'));
