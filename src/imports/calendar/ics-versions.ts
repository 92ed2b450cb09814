import { hash } from 'node:crypto';
import { originalStartOf } from '../../features/calendar/recurrence/series-times.js';
import { IMPORT_AGAIN, nameOf, type EventNote, type IcsEvent } from './ics-event.js';
import { momentOf, type IcsTime } from './ics-times.js';

export const keyOf = (time: IcsTime | null): string => {
  if (!time) return '';
  return time.wall.length === 10 ? time.wall.replaceAll('-', '') : originalStartOf(momentOf(time));
};

export const isOlder = (one: IcsEvent, other: IcsEvent): boolean =>
  one.sequence !== other.sequence ? one.sequence < other.sequence : one.lastModified < other.lastModified;

/** The highest SEQUENCE, then LAST-MODIFIED wins, then what stands later. */
const newest = (versions: IcsEvent[]): IcsEvent =>
  versions.reduce((best, one) => (isOlder(one, best) ? best : one));

/** The newest override for every RECURRENCE-ID. */
export const latestOverrides = (events: IcsEvent[]): IcsEvent[] =>
  [...Map.groupBy(events, ({ recurrenceId }) => keyOf(recurrenceId)).values()].map(newest);

/** Outlook puts it before the title of what it calls off. */
const plainTitle = (title: string): string =>
  title
    .replace(/^\s*cancel+ed\s*[:-]\s*/i, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** A key that is equal for titles that count as one. */
export const titleKey = (title: string): string =>
  hash('sha256', plainTitle(title), 'base64url').slice(0, 12);

const titleOf = ({ details }: IcsEvent): string => plainTitle(details.title);

/**
 * Events of one UID (contract section 7, rule 11): exporters repeat it. Those that differ in start and title are kept
 * apart. What differs in one of the two is a newer version where it says so, and else kept apart as well.
 * @param events of one UID, without RECURRENCE-ID
 */
export function versionsOf(
  events: IcsEvent[],
  onNote: (event: IcsEvent, note: EventNote) => void,
): IcsEvent[] {
  const doubles = Map.groupBy(events, (event) => `${keyOf(event.start)} ${titleOf(event)}`);
  const distinct = [...doubles.values()].map(newest);
  const named = withoutOlder(distinct, titleOf, (one, best) => one.sequence < best.sequence, onNote);
  return withoutOlder(named, ({ start }) => keyOf(start), isOutdated, onNote);
}

/** By what the file says of it itself; that it was written at another time is no version. */
export const isOutdated = (one: IcsEvent, other: IcsEvent): boolean => {
  if (one.sequence !== other.sequence) return one.sequence < other.sequence;
  return one.modified !== null && other.modified !== null && one.modified < other.modified;
};

function withoutOlder(
  events: IcsEvent[],
  alike: (event: IcsEvent) => string,
  isOld: (one: IcsEvent, best: IcsEvent) => boolean,
  onNote: (event: IcsEvent, note: EventNote) => void,
): IcsEvent[] {
  return [...Map.groupBy(events, alike).values()].flatMap((group) => {
    const best = group.reduce((found, one) => (isOld(found, one) ? one : found));
    const left = group.filter((one) => one === best || !isOld(one, best));
    for (const one of group)
      if (one !== best && one.status !== 'cancelled' && best.status !== 'cancelled')
        onNote(one, left.includes(one) ? sharedUid(one, best) : older(one, best));
    return left;
  });
}

const sharedUid = ({ uid, details, start }: IcsEvent, other: IcsEvent): EventNote => ({
  code: 'shared_uid',
  value: uid,
  message: `${nameOf(details.title, start)} and ${nameOf(other.details.title, other.start)} have one UID, and neither is newer: both are kept. If one is out of date, remove it ${IMPORT_AGAIN}`,
});

const older = ({ uid, details, start }: IcsEvent, best: IcsEvent): EventNote => ({
  code: 'older_version',
  value: uid,
  message: `${nameOf(details.title, start)} is left out: ${nameOf(best.details.title, best.start)} has the same UID and is newer. If they are two events, give each its own ${IMPORT_AGAIN}`,
});
