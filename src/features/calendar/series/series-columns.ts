import { ValidationFailedError } from '../../../platform/errors/app-error.js';
import type { EventSeries } from './event-series.entity.js';
import { StartOffRuleError, TooManyOccurrencesError } from '../recurrence/expand-series.js';
import { partsOf, ruleText, UnreadableRuleError } from '../recurrence/recurrence-rule.js';
import type { SeriesTimes } from '../recurrence/series-times.js';

type TimesColumns = Pick<
  EventSeries,
  'allDay' | 'localStart' | 'duration' | 'timeZone' | 'rrule' | 'rdates' | 'exdates'
>;

export const timesOf = (series: TimesColumns): SeriesTimes => ({
  allDay: series.allDay,
  localStart: series.localStart,
  duration: series.duration,
  timeZone: series.timeZone,
  rule: series.rrule === null ? null : partsOf(series.rrule),
  rdates: series.rdates,
  exdates: series.exdates,
});

export const columnsOf = ({ rule, ...times }: SeriesTimes): TimesColumns => ({
  ...times,
  rrule: rule && ruleText(rule),
});

/** Turns a failure of the recurrence into a refusal: the caller can correct it. */
export function refusing<T>(compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof TooManyOccurrencesError)
      throw tooManyOccurrences('A series has at most 400 occurrences within 3 years.');
    if (error instanceof StartOffRuleError)
      throw unsupportedRule('local_start must be an occurrence of the rule', 'local_start');
    if (error instanceof UnreadableRuleError)
      throw unsupportedRule(`The rule is not supported: ${error.message}`, 'rrule');
    throw error;
  }
}

export const unsupportedRule = (message: string, path: string): ValidationFailedError =>
  new ValidationFailedError(message, { reason: 'unsupported_rule', fields: [{ path, message }] });

export const tooManyOccurrences = (message: string): ValidationFailedError =>
  new ValidationFailedError(message, {
    reason: 'too_many_occurrences',
    fields: [{ path: 'rrule', message }],
  });
