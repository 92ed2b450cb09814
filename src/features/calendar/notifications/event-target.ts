import type { NotifiedItems } from '../../alerts/alert-kinds.js';
import { VIEWER } from '../../../policy/audience.js';
import { isEventRetained, isEventVisible } from '../../../policy/event-visibility.js';
import { idOf, ofSchool, reasonWhenHidden } from '../../alerts/notifications/notification-targets.js';

/**
 * The state of an event for its notifications. A cancelled event stays in the table for the sake of calendar apps: to
 * readers it is deleted.
 */
const AVAILABILITY = `
  select item.organization_id, case when ${isEventVisible('item', VIEWER)}
    then ${reasonWhenHidden(isEventRetained('item', VIEWER.now), 'deleted')} else 'not_visible' end as hidden
  from events item where item.school_id = n.school_id and (
    item.series_id is null and item.id = ${idOf('event')}
    or item.series_id = ${idOf('event')} and item.original_start = split_part(n.target_id, '_', 2))`;

/** The recipients of a change are computed with the change (`notifications-of-write.ts`). */
export const EVENT_ALERTS: NotifiedItems = {
  target: { feature: 'calendar', path: ofSchool('calendar/events'), availability: AVAILABILITY },
};
