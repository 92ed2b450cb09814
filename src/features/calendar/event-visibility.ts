import type { AudienceViewer } from '../../access/audience.js';
import { isThere, isVisible } from './calendar.sql.js';

/*
 * When what the calendar holds is there for a caller, as conditions for SQL, for features that refer to it. The toggle
 * of the calendar is theirs to ask about.
 */

/** True for a row of `events` that the list and the single read show the caller. */
export const isEventShown = (event: string, viewer: AudienceViewer): string =>
  `(${isThere(event, viewer)} and ${isVisible(event, viewer)})`;

/** True for a row of `event_series` that the caller may read. */
export const isSeriesShown = (series: string, viewer: AudienceViewer): string => isVisible(series, viewer);

/** True for a row of `events` that is deleted to everyone; a cancelled occurrence may take place again. */
export const isEventDeleted = (event: string): string =>
  `(${event}.status = 'cancelled' and ${event}.series_id is null)`;
