import { Temporal } from 'temporal-polyfill';
import { isStreamSafe, normalizeText, type Lines } from '../../platform/text/normalize.js';
import { listOf, plainText, type IcsProperty } from './ics-components.js';
import { shortened } from './ics-description.js';
import type { IcsEvent } from './ics-event.js';
import { BrokenComponentError, momentOf, type IcsTime } from './ics-times.js';

export const DAY_MINUTES = 24 * 60;

/** @throws BrokenComponentError */
export function readText(value: string, lines?: Lines): string | null {
  const text = normalizeText(plainText(value), lines);
  if (text !== null && !isStreamSafe(text)) throw tooManyMarks(text);
  return text;
}

export const tooManyMarks = (text: string): BrokenComponentError =>
  new BrokenComponentError('too_many_marks', 'a letter has more than 30 combining marks', text.slice(0, 40));

/** Null where it says none. */
export function statusOf(text: string | null): IcsEvent['status'] | null {
  const status = text?.toLowerCase();
  if (status === 'canceled' || status === 'cancelled') return 'cancelled';
  return status === 'tentative' || status === 'confirmed' ? status : null;
}

export function tagsOf(categories: IcsProperty[]): string[] {
  const tags = categories.flatMap(({ value }) => listOf(value).flatMap((tag) => readText(tag) ?? []));
  const distinct = Map.groupBy(tags, (tag) => tag.toLowerCase());
  return [...distinct.values()].slice(0, 20).map(([tag]) => shortened(tag!, 50));
}

const YEAR_OF_MINUTES = 366 * DAY_MINUTES;

/**
 * A missing end is the duration (minutes), else one day, or no time at all; an end before the start is a missing one.
 */
export function durationOf(start: IcsTime, end: IcsTime | undefined, minutes: number): number {
  if (start.wall.length === 10) {
    const until = end && Temporal.PlainDate.from(end.wall.slice(0, 10));
    const days = until
      ? Temporal.PlainDate.from(start.wall).until(until).days
      : Math.ceil(minutes / DAY_MINUTES);
    return Math.min(Math.max(days, 1), 366);
  }
  const elapsed = end ? (momentOf(end).getTime() - momentOf(start).getTime()) / 60_000 : minutes;
  return Math.min(Math.max(Math.round(elapsed), 0), YEAR_OF_MINUTES);
}
