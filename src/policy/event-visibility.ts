import { isAddressedTo, isManagedBy, type AudienceViewer } from './audience.js';

/** True for an event or a series that is addressed to the caller, or managed by them (contract section 0.3). */
export const isEventVisible = (item: string, viewer: AudienceViewer): string =>
  `(${isAddressedTo(item, viewer)} or ${isManagedBy(item, viewer)})`;

/** SQL: the id by which the API knows a row of `events`. */
export const eventId = (event: string): string =>
  `case when ${event}.series_id is null then ${event}.id::text else ${event}.series_id || '_' || ${event}.original_start end`;

/** SQL: when what was cancelled is gone, 30 days later (contract section 1, CalendarEvent; section 14, rule 8). */
export const goneAt = (event: string): string => `(${event}.cancelled_at + interval '30 days')`;

/**
 * False for a cancelled single event, and for a cancelled occurrence that is gone.
 * @param now SQL, UTC
 */
export const isEventRetained = (event: string, now: string): string =>
  `(${event}.status <> 'cancelled'
    or ${event}.series_id is not null and ${goneAt(event)} > ${now}::timestamptz)`;

/** True for a row of `events` that is deleted to everyone; a cancelled occurrence may take place again. */
export const isEventDeleted = (event: string): string =>
  `(${event}.status = 'cancelled' and ${event}.series_id is null)`;
