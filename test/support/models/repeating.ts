import { acceptedRule } from '../../../src/features/calendar/recurrence/recurrence-rule.js';
import type { SeriesTimes } from '../../../src/features/calendar/recurrence/series-times.js';

export const NEW_YORK = 'America/New_York';

/** An hour, or a day when the start is one, in New York, unless given. */
export const repeating = (
  localStart: string,
  rule: string | null,
  given: Partial<SeriesTimes> = {},
): SeriesTimes => ({
  allDay: localStart.length === 10,
  localStart,
  duration: localStart.length === 10 ? 1 : 60,
  timeZone: NEW_YORK,
  rule: rule === null ? null : acceptedRule(rule),
  rdates: [],
  exdates: [],
  ...given,
});
