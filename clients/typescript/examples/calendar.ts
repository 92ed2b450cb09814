import { ifMatch, type DirectoryClient } from '../src/directory-client.js';

interface School {
  schoolId: string;
}
type Event = School & { eventId: string };
type Series = School & { seriesId: string };

/** The whole calendar of the school. */
export async function listCalendar(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.GET('/schools/{schoolId}/calendar', { params: { path: { schoolId } } });
  return data.events.map(({ start_date, title }) => `${start_date} ${title}`);
}

/** Enters an event that asks who comes, for each child; times without an offset are refused. */
export async function createEvent(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.POST('/schools/{schoolId}/calendar/events', {
    params: { path: { schoolId } },
    body: {
      title: 'Science fair',
      location: 'Gym',
      starts_at: '2026-10-22T18:00:00-04:00',
      ends_at: '2026-10-22T20:00:00-04:00',
      tags: ['science'],
      rsvp: { by: 'student', until: '2026-10-20T18:00:00-04:00', capacity: 120 },
    },
  });
  return data.id;
}

/** One event, or one occurrence of a series. */
export async function getEvent(api: DirectoryClient, { schoolId, eventId }: Event) {
  const { data } = await api.GET('/schools/{schoolId}/calendar/events/{eventId}', {
    params: { path: { schoolId, eventId } },
  });
  return data.title;
}

/** Moves an event to another room, unless it was changed since it was read. */
export async function changeEvent(api: DirectoryClient, { schoolId, eventId }: Event) {
  const path = { schoolId, eventId };
  const read = await api.GET('/schools/{schoolId}/calendar/events/{eventId}', { params: { path } });
  const { data } = await api.PATCH('/schools/{schoolId}/calendar/events/{eventId}', {
    params: { path, header: ifMatch(read.response) },
    body: { location: 'Cafeteria' },
  });
  return data.location;
}

/** Says that all own children come, in one request: the event names them, answered or not. */
export async function answerEvent(api: DirectoryClient, { schoolId, eventId }: Event) {
  const path = { schoolId, eventId };
  const event = await api.GET('/schools/{schoolId}/calendar/events/{eventId}', { params: { path } });
  const answers = (event.data.rsvp?.mine ?? []).map(({ student_id }) => ({
    ...{ student_id, answer: 'yes' as const, comment: 'We bring the volcano' },
  }));
  const { data } = await api.PUT('/schools/{schoolId}/calendar/events/{eventId}/rsvp', {
    params: { path },
    body: { answers },
  });
  return data.counts;
}

/** Who comes and who has not answered, for those who manage the event. */
export async function listEventRsvps(api: DirectoryClient, { schoolId, eventId }: Event) {
  const { data } = await api.GET('/schools/{schoolId}/calendar/events/{eventId}/rsvps', {
    params: { path: { schoolId, eventId } },
  });
  return data.answers.map(({ name, answer }) => `${name}: ${answer}`);
}

/** The same as a table for spreadsheets. */
export async function exportEventRsvps(api: DirectoryClient, { schoolId, eventId }: Event) {
  const { data } = await api.GET('/schools/{schoolId}/calendar/events/{eventId}/rsvps.csv', {
    params: { path: { schoolId, eventId } },
    parseAs: 'text',
  });
  return data;
}

/** Reminds those who have not answered: once in 24 hours. */
export async function sendEventReminders(api: DirectoryClient, { schoolId, eventId }: Event) {
  const { data } = await api.POST('/schools/{schoolId}/calendar/events/{eventId}/rsvps/reminders', {
    params: { path: { schoolId, eventId } },
  });
  return data.recipients;
}

/** Removes an event. Of a series: this occurrence, it and the following ones, or all. */
export async function deleteEvent(api: DirectoryClient, { schoolId, eventId }: Event) {
  await api.DELETE('/schools/{schoolId}/calendar/events/{eventId}', {
    params: { path: { schoolId, eventId }, query: { scope: 'this' } },
  });
}

/** Enters a series: 15:30 on the wall of the school, before and after the clocks change. */
export async function createEventSeries(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.POST('/schools/{schoolId}/calendar/series', {
    params: { path: { schoolId } },
    body: {
      title: 'Chess club',
      location: 'Library',
      local_start: '2026-10-27T15:30',
      duration_minutes: 60,
      rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
    },
  });
  return data.id;
}

/** The series of the school that the caller may see. */
export async function listEventSeries(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.GET('/schools/{schoolId}/calendar/series', { params: { path: { schoolId } } });
  return data.series.map(({ title, rrule }) => `${title}: ${rrule}`);
}

/** One series with its rule. */
export async function getEventSeries(api: DirectoryClient, { schoolId, seriesId }: Series) {
  const { data } = await api.GET('/schools/{schoolId}/calendar/series/{seriesId}', {
    params: { path: { schoolId, seriesId } },
  });
  return data.occurrence_count;
}

/** Changes all of a series, unless it was changed since it was read. */
export async function changeEventSeries(api: DirectoryClient, { schoolId, seriesId }: Series) {
  const path = { schoolId, seriesId };
  const read = await api.GET('/schools/{schoolId}/calendar/series/{seriesId}', { params: { path } });
  const { data } = await api.PATCH('/schools/{schoolId}/calendar/series/{seriesId}', {
    params: { path, header: ifMatch(read.response) },
    body: { duration_minutes: 90 },
  });
  return data.duration_minutes;
}

/** Every occurrence of a series, cancelled ones too. */
export async function listOccurrences(api: DirectoryClient, { schoolId, seriesId }: Series) {
  const { data } = await api.GET('/schools/{schoolId}/calendar/series/{seriesId}/occurrences', {
    params: { path: { schoolId, seriesId } },
  });
  return data.events.map(({ starts_at, status }) => `${starts_at} ${status}`);
}

/** Removes a series with all its occurrences. */
export async function deleteEventSeries(api: DirectoryClient, { schoolId, seriesId }: Series) {
  await api.DELETE('/schools/{schoolId}/calendar/series/{seriesId}', {
    params: { path: { schoolId, seriesId } },
  });
}

/** A feed for a calendar application: School News alone. Its address is a secret of the caller. */
export async function createCalendarSubscription(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.POST('/schools/{schoolId}/calendar/subscriptions', {
    params: { path: { schoolId } },
    body: { name: 'School news', categories: ['School News'] },
  });
  return data.subscription;
}

/** The caller's own feeds. */
export async function listCalendarSubscriptions(api: DirectoryClient, { schoolId }: School) {
  const { data } = await api.GET('/schools/{schoolId}/calendar/subscriptions', {
    params: { path: { schoolId } },
  });
  return data.subscriptions.map(({ name }) => name);
}

/** Ends a feed; its address answers 404 from now on. */
export async function deleteCalendarSubscription(
  api: DirectoryClient,
  { schoolId, subscriptionId }: School & { subscriptionId: string },
) {
  await api.DELETE('/schools/{schoolId}/calendar/subscriptions/{subscriptionId}', {
    params: { path: { schoolId, subscriptionId } },
  });
}
