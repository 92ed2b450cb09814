import type { IcsEvent } from './ics-event.js';
import { isCancelled } from './ics-inputs.js';
import { versionsOf } from './ics-versions.js';
import { RemovalLimitError, type Vanishing } from './removal-limit.error.js';

/** Percent: a file in which everything is called off is more likely a mistake than meant. */
export const ARCHIVE_LIMIT_OF_CALENDARS = 99;

/** Percent, as of rosters: most files that lack much of a calendar were cut off, or are of another one. */
export const ARCHIVE_LIMIT_OF_MISSING = 10;

/** @throws RemovalLimitError */
export function assertWithin(
  limitPercent: number,
  vanishing: Vanishing,
  school: { shortName: string },
): void {
  const { off, all } = vanishing;
  if (off * 100 > limitPercent * all) throw new RemovalLimitError(vanishing, limitPercent, school);
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
