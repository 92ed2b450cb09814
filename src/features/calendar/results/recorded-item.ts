import type { CalendarEvent } from '../events/calendar-event.entity.js';
import type { EventSeries } from '../series/event-series.entity.js';
import type { RecordedItem } from '../import/calendar-import.js';
import type { EventInput } from '../events/event-input.dto.js';
import { originalStartAt, originalStartOf } from '../recurrence/series-times.js';
import { timesOf } from '../series/series-columns.js';
import { subjectOf } from '../import/source-digest.js';
import { durationOf } from '../events/event-times.js';

export const recordedEvent = (event: CalendarEvent): RecordedItem => ({
  sourceId: event.sourceId!,
  title: event.title,
  date: event.startDate,
  start: event.startsAt ? originalStartOf(event.startsAt) : event.startDate.replaceAll('-', ''),
  subject: subjectOf(event.sourceDigest),
  sourceDigest: event.sourceDigest,
  isActive: event.status !== 'cancelled',
  duration: durationOf(event),
  times: null,
  input: inputOf(event),
});

export function recordedSeries(series: EventSeries): RecordedItem {
  const times = timesOf(series);
  return {
    sourceId: series.sourceId!,
    title: series.title,
    date: series.localStart.slice(0, 10),
    start: originalStartAt(series.localStart, times) ?? '',
    subject: subjectOf(series.sourceDigest),
    sourceDigest: series.sourceDigest,
    isActive: true,
    duration: series.duration,
    times,
    input: null,
  };
}

function inputOf(event: CalendarEvent): EventInput {
  const { title, description, location, tags, allDay, startsAt, endsAt, startDate, endDate } = event;
  const details = { title, description, location, tags, all_day: allDay };
  const whose = { organization_id: event.organizationId, category_id: event.categoryId };
  if (!startsAt || !endsAt) return { ...details, ...whose, start_date: startDate, end_date: endDate };
  return { ...details, ...whose, starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString() };
}
