import { grid, gridBut } from '../grid.js';
import type { Operation } from '../matrix.table.js';
import { addressedBeyond, PUBLISHERS } from '../publishers.grid.js';

/** By way of this school; the organization's is addressed to everyone. */
const READERS = grid(`
                                                                            | everyone's event | the organization's event | the admins' event | another school's event | invented event | malformed event
  anonymous, garbage token, forged token, expired token, signed out         | 401              | 401                      | 401               | 401                    | 401            | 401
  second step missing                                                       | mfa              | mfa                      | mfa               | mfa                    | mfa            | mfa
  no school, deactivated parent, former parent                              | 403              | 403                      | 403               | 403                    | 403            | 403
  parent of this family, parent of another family, member of two schools    | ok               | ok                       | 404               | 404                    | 404            | 404
  every editor                                                              | ok               | ok                       | 404               | 404                    | 404            | 404
  junior admin, senior admin                                                | ok               | ok                       | ok                | 404                    | 404            | 404
  parent of another school, admin of another school                         | 403              | 403                      | 403               | 403                    | 403            | 403
`);

const MANAGERS = gridBut(
  READERS,
  `
  parent of this family, parent of another family, member of two schools    | no               | no                       | 404               | 404                    | 404            | 404
  editor not started, editor expired, editor revoked                        | no               | no                       | 404               | 404                    | 404            | 404
  editor of another organization                                            | no               | no                       | 404               | 404                    | 404            | 404
  editor                                                                    | no               | ok                       | 404               | 404                    | 404            | 404`,
);

/** Whoever comes first takes it away; for those who come later it is not there. */
const FIRST_MANAGERS = gridBut(
  MANAGERS,
  `
  editor not started, editor expired, editor revoked                        | no               | 404                      | 404               | 404                    | 404            | 404
  editor of another organization                                            | no               | 404                      | 404               | 404                    | 404            | 404
  junior admin                                                              | ok               | 404                      | ok                | 404                    | 404            | 404
  senior admin, member of two schools                                       | 404              | 404                      | 404               | 404                    | 404            | 404`,
);

/** The one who comes second finds that it was sent already. */
const REMINDERS = gridBut(
  MANAGERS,
  `
  junior admin                                                              | ok               | soon                     | ok                | 404                    | 404            | 404
  senior admin                                                              | soon             | soon                     | soon              | 404                    | 404            | 404`,
);

/** Open to whoever has the token of a feed, and to nobody without. */
export const FEED_ADDRESS = grid(`
                                                                            | itself
  anonymous, garbage token, forged token, expired token, signed out         | 404
  second step missing, no school, deactivated parent, former parent         | 404
  parent of this family, parent of another family, every editor             | 404
  junior admin, senior admin, parent of another school                      | 404
  admin of another school, member of two schools                            | 404
`);

/** By way of this school; admins have no more right to those of others than anyone. */
export const OWN_SUBSCRIPTION = grid(`
                                                                            | this parent's subscription | another parent's subscription | another school's subscription | invented event | malformed event
  anonymous, garbage token, forged token, expired token, signed out         | 401                        | 401                           | 401                           | 401            | 401
  second step missing                                                       | mfa                        | mfa                           | mfa                           | mfa            | mfa
  no school, deactivated parent, former parent                              | 403                        | 403                           | 403                           | 403            | 403
  parent of this family                                                     | ok                         | 404                           | 404                           | 404            | 404
  parent of another family                                                  | 404                        | ok                            | 404                           | 404            | 404
  every editor, junior admin, senior admin, member of two schools           | 404                        | 404                           | 404                           | 404            | 404
  parent of another school, admin of another school                         | 403                        | 403                           | 403                           | 403            | 403
`);

const ofTheSchool =
  (input: object): Operation['body'] =>
  ({ organizationId }, target) => ({
    ...input,
    organization_id: organizationId?.[target === 'another school' ? "another school's" : 'this organization'],
  });

const EVENT = { title: 'Picnic', start_date: '2026-09-12', end_date: '2026-09-12' };
const SERIES = { title: 'Drill', all_day: true, local_start: '2026-09-07', rrule: 'FREQ=WEEKLY;COUNT=2' };
const TITLE = { title: 'Feast' };

const feature = 'calendar';
const RSVPS = '/schools/:schoolId/calendar/events/:eventId/rsvps';
const reads: Operation = { access: READERS, ok: 200, feature };
const changes: Operation = { access: MANAGERS, ok: 200, feature, body: TITLE };
const removes: Operation = { access: FIRST_MANAGERS, ok: 204, feature, spendsItsCaller: true };
const creates = (input: object): Operation => ({
  access: PUBLISHERS,
  ok: 201,
  feature,
  body: ofTheSchool(input),
});

export const CALENDAR_OPERATIONS: Record<string, Operation> = {
  'GET /api/calendar/subscribe/:token/feed.ics': { access: FEED_ADDRESS, ok: 200 },
  'DELETE /schools/:schoolId/calendar/subscriptions/:subscriptionId': {
    access: OWN_SUBSCRIPTION,
    ok: 204,
    feature,
    spendsItsCaller: true,
  },
  'POST /schools/:schoolId/calendar/events': creates(EVENT),
  'GET /schools/:schoolId/calendar/events/:eventId': reads,
  'PATCH /schools/:schoolId/calendar/events/:eventId': changes,
  'DELETE /schools/:schoolId/calendar/events/:eventId': removes,
  [`PUT ${RSVPS.replace(/s$/, '')}`]: { ...reads, body: { answers: [{ answer: 'yes' }] } },
  [`GET ${RSVPS}`]: { ...reads, access: MANAGERS },
  [`GET ${RSVPS}.csv`]: { ...reads, access: MANAGERS },
  [`POST ${RSVPS}/reminders`]: { access: REMINDERS, ok: 202, feature, spendsItsCaller: true },
  'POST /schools/:schoolId/calendar/series': creates(SERIES),
  'GET /schools/:schoolId/calendar/series/:seriesId': reads,
  'PATCH /schools/:schoolId/calendar/series/:seriesId': changes,
  'DELETE /schools/:schoolId/calendar/series/:seriesId': removes,
  'GET /schools/:schoolId/calendar/series/:seriesId/occurrences': reads,
};

/** Beside the table of operations: what they may be told of whom an event is for. */
export const ADDRESSED_EVENTS: Record<string, Operation> = Object.fromEntries(
  ['events', 'series'].flatMap((items) => {
    const name = `POST /schools/:schoolId/calendar/${items}`;
    return Object.entries(addressedBeyond(name, CALENDAR_OPERATIONS[name]!));
  }),
);
