import type { RecordedItem } from '../../features/calendar/import/calendar-import.js';
import { expandSeries } from '../../features/calendar/recurrence/expand-series.js';
import type { SeriesTimes } from '../../features/calendar/recurrence/series-times.js';
import { nameOf, type EventNote, type IcsEvent } from './ics-event.js';
import { isCancelled, originalOf } from './ics-inputs.js';
import type { IcsTime } from './ics-times.js';
import { keyOf, titleKey } from './ics-versions.js';

/** An event that does not depend on another: a single event or a series. */
export interface Master {
  event: IcsEvent;
  /** Its source id: that of the same event on record, else the UID, unless other events have the same one. */
  id: string;
}

interface RecordedSeries extends RecordedItem {
  times: SeriesTimes;
}

/** Items on record with one UID, by which an event is recognised. */
export class RecordedUid {
  private readonly sourceIds: Set<string>;
  /** Items that came without a series, and do not depend on one. */
  readonly occurrences: RecordedItem[];
  /** Items that the file does not mention, in the order in which they are matched with its events. */
  private rest: Set<RecordedItem>;

  constructor(
    private readonly uid: string,
    items: RecordedItem[],
  ) {
    const isOccurrence = ({ sourceId }: RecordedItem): boolean =>
      sourceId !== uid && !sourceId.startsWith(`${uid}//`);
    const masters = items.filter((item) => !isOccurrence(item));
    this.sourceIds = new Set(masters.map(({ sourceId }) => sourceId));
    this.rest = new Set(masters.sort((a, b) => Number(b.isActive) - Number(a.isActive)));
    this.occurrences = items.filter((item) => isOccurrence(item) && item.isActive);
  }

  /** Those that the file says nothing of. */
  get others(): RecordedItem[] {
    return [...this.rest].filter(({ isActive }) => isActive);
  }

  /**
   * An event is the one on record that has its title or its start. One with neither is another, whatever its UID: there are
   * programs that count them anew for each file.
   */
  identify(events: IcsEvent[], onNote: (event: IcsEvent, note: EventNote) => void): Master[] {
    const found = new Map<IcsEvent, RecordedItem>();
    const take = (event: IcsEvent, item: RecordedItem | undefined): void => {
      if (!item || !this.rest.delete(item)) return;
      found.set(event, item);
    };
    for (const keyOfSubject of ALIKE) {
      const items = Map.groupBy(this.rest, (item) => keyOfSubject(subjectOf(item)));
      for (const event of events)
        if (!found.has(event)) take(event, items.get(keyOfSubject(subjectIn(event)))?.shift());
    }
    for (const event of events.filter((one) => isCancelled(one) && !found.has(one)))
      take(event, this.meantBy(event));
    const [other] = this.others;
    const newIds = this.newIds(events);
    return events.flatMap((event) => {
      const item = found.get(event);
      if (item) return [{ event, id: item.sourceId }];
      if (other) onNote(event, isCancelled(event) ? otherCancelled(event, other) : reusedUid(event, other));
      return isCancelled(event) ? [] : [{ event, id: newIds(event) }];
    });
  }

  /** Series that the file does not tell, and that have this occurrence. */
  seriesWith(recurrenceId: IcsTime): (RecordedSeries & { key: string })[] {
    return this.others.filter(hasTimes).flatMap((series) => {
      const key = originalOf(recurrenceId, series.times);
      return key !== '' && expandSeries(series.times).some((one) => one.key === key)
        ? [{ ...series, key }]
        : [];
    });
  }

  /** A single event that the file does not tell, and that begins then. */
  singleAt(recurrenceId: IcsTime): RecordedItem | undefined {
    const key = keyOf(recurrenceId);
    return this.others.find(({ times, start }) => !times && (start === key || start.slice(0, 8) === key));
  }

  /** The item that a cancellation means. One without a title or a start means the only item there is. */
  private meantBy({ said }: IcsEvent): RecordedItem | undefined {
    const [only, ...more] = this.others;
    return (!said.hasTitle || !said.hasStart) && more.length === 0 ? only : undefined;
  }

  private newIds(events: IcsEvent[]): (event: IcsEvent) => string {
    const alike = Map.groupBy(events, ({ details }) => titleKey(details.title));
    return ({ details, start }) => {
      const title = titleKey(details.title);
      const byTitle = `${this.uid}//${title}`;
      if (events.length === 1 && !this.sourceIds.has(this.uid)) return this.uid;
      if (alike.get(title)!.length === 1 && !this.sourceIds.has(byTitle)) return byTitle;
      return `${byTitle}/${keyOf(start)}`;
    };
  }
}

interface Subject {
  title: string;
  start: string;
}

/** In this order: the same, the same at another time, the same under another title. */
const ALIKE = [
  ({ title, start }: Subject) => `${title}.${start}`,
  ({ title }: Subject) => title,
  ({ start }: Subject) => start,
];

const hasTimes = (item: RecordedItem): item is RecordedSeries => item.times !== null;

/** Title and start in the source, where they are on record; else those of the item. */
function subjectOf(item: RecordedItem): Subject {
  const [title = titleKey(item.title), start = item.start] = item.subject?.split('.') ?? [];
  return { title, start };
}

const subjectIn = ({ details, start }: IcsEvent): Subject => ({
  title: titleKey(details.title),
  start: keyOf(start),
});

const recorded = ({ title, date }: RecordedItem): string => nameOf(title, { wall: date, zone: 'UTC' });

const reusedUid = ({ uid, details, start }: IcsEvent, other: RecordedItem): EventNote => ({
  code: 'reused_uid',
  value: uid,
  message: `${nameOf(details.title, start)} has the UID of ${recorded(other)}, which was imported before and is another event: both are kept. If they are one, remove here the one that is out of date.`,
});

const otherCancelled = ({ uid, details, start }: IcsEvent, other: RecordedItem): EventNote => ({
  code: 'cancels_nothing',
  value: uid,
  message: `${nameOf(details.title, start)} is called off, but on record its UID is that of ${recorded(other)}, which stays. If that is meant, remove it here.`,
});
