import { record } from '../../../platform/journal/recorded-changes.js';
import type { CalendarEvent } from '../events/calendar-event.entity.js';
import type { CalendarWriteContext } from '../events/calendar-writes.repository.js';
import { isAhead } from '../events/event-times.js';
import { publicIdOf } from './notifications-of-write.js';

/** Alerts those whom the event is addressed to, each of them once; of what has begun or was called off nobody. */
export function announce(change: CalendarWriteContext, event: CalendarEvent): void {
  if (event.status === 'cancelled' || !isAhead(event, change)) return;
  record(change, { kind: 'event.announced', id: publicIdOf(event) });
}
