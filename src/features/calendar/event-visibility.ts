import { isAddressedTo, isManagedBy, type AudienceViewer } from '../../access/audience.js';

/** True for an event or a series that is addressed to the caller, or managed by them (contract section 0.3). */
export const isEventShown = (item: string, viewer: AudienceViewer): string =>
  `(${isAddressedTo(item, viewer)} or ${isManagedBy(item, viewer)})`;

/**
 * False for a cancelled single event, and for a cancelled occurrence after 30 days (contract section 1, CalendarEvent).
 * @param now placeholder, UTC
 */
export const isEventThere = (event: string, now: string): string =>
  `(${event}.status <> 'cancelled'
    or ${event}.series_id is not null and ${event}.cancelled_at > ${now}::timestamptz - interval '30 days')`;

/** True for a row of `events` that is deleted to everyone; a cancelled occurrence may take place again. */
export const isEventDeleted = (event: string): string =>
  `(${event}.status = 'cancelled' and ${event}.series_id is null)`;
