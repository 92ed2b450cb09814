import { wallOf, type SeriesTimes } from '../../features/calendar/recurrence/series-times.js';
import type { IcsEvent } from './ics-event.js';
import { originalOf } from './ics-inputs.js';
import type { Master } from './recorded-uid.js';

/** A series, and what of it is otherwise. */
export interface PlannedSeries extends Master {
  times: SeriesTimes;
  /** Original start → whether the series leaves it out. */
  occurrences: Map<string, boolean>;
  changes: IcsEvent[];
  /** All that the file says of single occurrences. */
  known: IcsEvent[];
  /** Original starts of those that do not take place after all. */
  off: Set<string>;
}

/**
 * The series that an override is likely to mean, among those with such an occurrence: by the title, else by the kind of its
 * times.
 */
export function closest<Candidate extends { times: SeriesTimes }>(
  { details, recurrenceId }: IcsEvent,
  candidates: Candidate[],
  titleOf: (candidate: Candidate) => string,
): Candidate | undefined {
  const isDay = recurrenceId?.wall.length === 10;
  return (
    candidates.find((one) => titleOf(one) === details.title) ??
    candidates.find(({ times }) => times.allDay === isDay) ??
    candidates[0]
  );
}

/** Those that a word on one occurrence is about: it, and with a range the later ones. */
export const startsFrom = (starts: Iterable<string>, key: string, isForFuture: boolean): string[] =>
  [...starts].filter((start) => start === key || (isForFuture && key !== '' && start > key));

const isLeftOut = (key: string, { occurrences, off }: PlannedSeries, restored: string[]): boolean =>
  off.has(key) || (occurrences.get(key) === true && !restored.includes(key));

/**
 * Dates that the series leaves out, without one that an override of it has moved; such a date is listed again where others
 * share it.
 */
export function exclusionsOf(planned: PlannedSeries): { exdates: string[]; restored: string[] } {
  const { times, occurrences, changes, off } = planned;
  const restored = changes
    .map((one) => originalOf(one.recurrenceId!, times))
    .filter((key) => occurrences.get(key));
  const ended = [...off].map((key) => wallOf(key, times));
  const left = [...occurrences.keys()].filter((key) => isLeftOut(key, planned, restored));
  const exdates = restored.length > 0 ? left.map((key) => wallOf(key, times)) : [...times.exdates, ...ended];
  return { exdates: [...new Set(exdates)].sort(), restored };
}

export const isNothingLeft = (planned: PlannedSeries, restored: string[]): boolean =>
  [...planned.occurrences.keys()].every((key) => isLeftOut(key, planned, restored));
