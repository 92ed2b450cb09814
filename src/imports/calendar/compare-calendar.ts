import type {
  ImportedEvent,
  ImportedSeries,
  RecordedItem,
} from '../../features/calendar/import/calendar-import.js';
import { subjectOf } from '../../features/calendar/import/source-digest.js';
import type { ForeignCalendar } from './foreign-calendar.js';
import { MADE_OF_UID } from './ics-calendar.js';
import { titleKey } from './ics-versions.js';
import type { ReadCalendar } from './read-calendar.js';

/** An entry of the file under another UID than the same one on record. */
export interface Doubled {
  entry: ImportedEvent | ImportedSeries;
  item: RecordedItem;
  /** Of the entry, in the file. */
  line: number;
}

/** What a file says otherwise than the items on record of its calendar. */
export interface Comparison {
  /** Items that the file does not have. */
  missing: RecordedItem[];
  /** Missing items, and what of the file is the same. */
  doubled: Doubled[];
  /** Source ids of missing items with whose title and start the file has something new. */
  cameAgain: Set<string>;
}

/**
 * @param recorded items with the UIDs of the file
 * @param ofCalendar items that take place, of the same calendar
 */
export function compareCalendar(
  file: ReadCalendar,
  foreign: ForeignCalendar,
  recorded: RecordedItem[],
  ofCalendar: RecordedItem[],
): Comparison {
  const isThere = presence(file, foreign);
  const missing = ofCalendar.filter(({ sourceId }) => !isThere(sourceId));
  const known = new Set(recorded.map(({ sourceId }) => sourceId));
  const news = [...foreign.events, ...foreign.series].filter(({ sourceId }) => !known.has(sourceId));
  const subjects = new Set(news.map(({ digest }) => subjectOf(digest)));
  const again = missing.filter((item) => subjects.has(subjectIn(item)));
  return {
    missing,
    doubled: pairs(news, missing, foreign.lines),
    cameAgain: new Set(again.map(({ sourceId }) => sourceId)),
  };
}

/** Equal title, start and duration; of several each is one. */
function pairs(news: Doubled['entry'][], missing: RecordedItem[], lines: Map<string, number>): Doubled[] {
  const byLikeness = Map.groupBy(missing, (item) =>
    likeness(item.times !== null, subjectIn(item), item.duration),
  );
  return news.flatMap((entry) => {
    const times = 'times' in entry ? entry.times : undefined;
    const duration = times?.duration ?? durationIn(entry.input);
    const key = likeness(times !== undefined, subjectOf(entry.digest) ?? '', duration);
    const item = byLikeness.get(key)?.shift();
    return item ? [{ entry, item, line: lines.get(entry.sourceId) ?? 0 }] : [];
  });
}

const likeness = (isSeries: boolean, subject: string, duration: number): string =>
  `${String(isSeries)} ${subject} ${duration}`;

/** Title and start as the source has them. */
const subjectIn = ({ subject, title, start }: RecordedItem): string =>
  subject ?? `${titleKey(title)}.${start}`;

const DAY_MS = 86_400_000;

/** Minutes; days when all day. An end before the start is refused later. */
function durationIn({ starts_at, ends_at, start_date, end_date }: ImportedEvent['input']): number {
  if (starts_at && ends_at) return (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000;
  return (Date.parse(end_date ?? '') - Date.parse(start_date ?? '')) / DAY_MS + 1;
}

/** Whether the file has an item. All of a UID is there where it says of it what could not be read, or nothing but occurrences. */
function presence(file: ReadCalendar, foreign: ForeignCalendar): (sourceId: string) => boolean {
  const { events, series, cancelled, joined, occurrences, broken } = foreign;
  const ids = new Set([
    ...[...events, ...series].map(({ sourceId }) => sourceId),
    ...[...cancelled, ...joined],
    ...occurrences.map(({ seriesSourceId }) => seriesSourceId),
  ]);
  const masters = new Set(file.events.filter(({ recurrenceId }) => !recurrenceId).map(({ uid }) => uid));
  const parts = file.events.filter(({ uid }) => !masters.has(uid)).map(({ uid }) => uid);
  const unclear = new Set([...file.brokenUids, ...broken.map(({ uid }) => uid), ...parts]);
  return (sourceId) =>
    ids.has(sourceId) || unclear.has(sourceId) || unclear.has(sourceId.replace(MADE_OF_UID, ''));
}
