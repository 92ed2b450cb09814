import { references } from './references.js';

/** Ids of answers to events: see references.table.ts. The events ask persons, and no student. */
export const RSVP_REFERENCES = references(`
                                           | of                     | own  | other | foreign | invented
  PUT /schools/:schoolId/calendar/events/:eventId/rsvp
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.eventId                           | event                  | -    | 404  | 404  | 404
    body.answers[].student_id              | student                | 400  | 400  | 400  | 400
    body.answers[].membership_id           | parent                 | ok   | 403  | 404  | 404
  GET /schools/:schoolId/calendar/events/:eventId/rsvps
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.eventId                           | event                  | -    | ok   | 404  | 404
  GET /schools/:schoolId/calendar/events/:eventId/rsvps.csv
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.eventId                           | event                  | -    | ok   | 404  | 404
  POST /schools/:schoolId/calendar/events/:eventId/rsvps/reminders
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.eventId                           | event                  | -    | ok   | 404  | 404
`);
