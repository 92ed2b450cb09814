import type { IcsEvent } from './ics-event.js';
import { isCancelled } from './ics-inputs.js';
import { versionsOf } from './ics-versions.js';

/** Percent: a file in which everything is called off is more likely a mistake than meant. */
export const ARCHIVE_LIMIT_OF_CALENDARS = 99;

export interface Vanishing {
  /** Events and series that are called off. */
  off: number;
  all: number;
}

/**
 * The calendar in the file of which more than the limit is called off; null where there is none. One that calls off a single
 * event or series is a message about it.
 */
export function vanishingCalendar(events: IcsEvent[], limitPercent: number): Vanishing | null {
  const calendars = [...Map.groupBy(events, ({ said }) => said.calendar).values()].map(countOf);
  return calendars.find(({ off, all }) => all > 1 && off * 100 > limitPercent * all) ?? null;
}

function countOf(events: IcsEvent[]): Vanishing {
  const masters = events.filter(({ recurrenceId }) => !recurrenceId);
  const distinct = [...Map.groupBy(masters, ({ uid }) => uid).values()].flatMap((versions) =>
    versionsOf(versions, () => undefined),
  );
  return { off: distinct.filter(isCancelled).length, all: distinct.length };
}
