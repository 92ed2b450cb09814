import { randomUUID } from 'node:crypto';
import type { SchoolFeature } from '../../../src/policy/school-feature.js';
import { ATTACHMENT_OPERATIONS } from './tables/attachments.table.js';
import { CALENDAR_OPERATIONS } from './tables/calendar.table.js';
import { CONFIRMATION_OPERATIONS } from './tables/confirmation.table.js';
import { CATEGORY_OPERATIONS } from './tables/categories.table.js';
import { grid, gridBut, type Grid } from './grid.js';
import { LIST_OPERATIONS } from './tables/lists.table.js';
import { MAIL_OPERATIONS } from './tables/mail.table.js';
import { IMAGE_OPERATIONS } from './tables/images.table.js';
import { MENU_OPERATIONS } from './tables/menus.table.js';
import { NOTIFICATION_OPERATIONS } from './tables/notifications.table.js';
import { ORGANIZATION_OPERATIONS } from './tables/organizations.table.js';
import { PHOTO_OPERATIONS } from './tables/photos.table.js';
import { PUBLISHING_OPERATIONS } from './tables/publishing.table.js';
import { POLL_OPERATIONS } from './tables/polls.table.js';
import { SIGNUP_OPERATIONS } from './tables/signups.table.js';
import { SLIP_OPERATIONS } from './tables/slips.table.js';
import { SCHOOL, SENIOR_ADMINS, SIGNED_IN } from './school.grid.js';
import { WEBHOOK_OPERATIONS } from './tables/webhooks.table.js';
import type { World } from './world.js';

/*
 * Who may call what, kept apart from the code: specification section 1, contract section 0 rules 2, 7 and 8.
 *
 * A new operation gets a line in OPERATIONS, usually with one of the grids that are there. A new kind of caller
 * is named in authorization-grid.ts, made in authorization-world.ts, and every grid then has to say what becomes of
 * them. "This" school and family are the ones that most callers belong to.
 */

export interface Operation {
  access: Grid;
  /** Status of success. */
  ok: number;
  /** 404 for everyone whom the grid lets in, while the school has it turned off. */
  feature?: SchoolFeature;
  /** A body that is right, perhaps one that names something of the world. */
  body?: object | ((ids: World['ids'], target: string) => object);
  /** A query that is right; `:studentId` in it is an id as in a path. */
  query?: string;
  /** It ends a session or a membership, or what it was asked for is gone: it is tried in a world of its own. */
  spendsItsCaller?: true;
  /** A person opens it: a refusal is a page as well. */
  isPage?: true;
}

const EVERYONE = grid(`
                                                                                       | itself
  anonymous, garbage token, forged token, expired token, signed out                    | ok
  second step missing, no school, deactivated parent, former parent                    | ok
  parent of this family, parent of another family, junior admin, senior admin          | ok
  every editor                                                                         | ok
  parent of another school, admin of another school, member of two schools             | ok
`);

/** The credentials of an application are asked for, and no user's token replaces them. */
const APPLICATIONS = grid(`
                                                                                       | itself
  anonymous, garbage token, forged token, expired token, signed out                    | 401
  second step missing, no school, deactivated parent, former parent                    | 401
  parent of this family, parent of another family, junior admin, senior admin          | 401
  every editor                                                                         | 401
  parent of another school, admin of another school, member of two schools             | 401
`);

/** Open to whoever has a signed address, and to nobody without. */
const SIGNED_ADDRESS = grid(`
                                                                                       | itself
  anonymous, garbage token, forged token, expired token, signed out                    | 403
  second step missing, no school, deactivated parent, former parent                    | 403
  parent of this family, parent of another family, junior admin, senior admin          | 403
  every editor                                                                         | 403
  parent of another school, admin of another school, member of two schools             | 403
`);

/** Whoever has proven the first step. */
const FIRST_STEP = gridBut(SIGNED_IN, 'second step missing | ok');

/** No invitation, and no membership either: deactivated ones count here. */
const REGISTRATION = gridBut(SIGNED_IN, 'no school, former parent | 404');

/** Only a session that waits for its second step has one to complete. */
const SECOND_STEP = gridBut(
  FIRST_STEP,
  `
  no school, deactivated parent, former parent                                         | 400
  parent of this family, parent of another family, junior admin, senior admin          | 400
  every editor                                                                         | 400
  parent of another school, admin of another school, member of two schools             | 400`,
);

/** Everyone's code is wrong here. */
const SECOND_STEP_CODE = gridBut(SECOND_STEP, 'second step missing | 400');

const OWN_SESSION = grid(`
                                                                            | this parent's | another parent's | another school's | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401           | 401              | 401              | 401      | 401
  second step missing                                                       | mfa           | mfa              | mfa              | mfa      | mfa
  no school, deactivated parent, former parent                              | 404           | 404              | 404              | 404      | 404
  parent of this family                                                     | ok            | 404              | 404              | 404      | 404
  parent of another family                                                  | 404           | ok               | 404              | 404      | 404
  every editor                                                              | 404           | 404              | 404              | 404      | 404
  junior admin, senior admin                                                | 404           | 404              | 404              | 404      | 404
  parent of another school                                                  | 404           | 404              | ok               | 404      | 404
  admin of another school, member of two schools                            | 404           | 404              | 404              | 404      | 404
`);

/** One of the caller's own, be it deactivated; the world's only senior admin has to stay. */
const OWN_MEMBERSHIP = grid(`
                                                                            | this parent's | another parent's | the senior admin's | the deactivated parent's | the former parent's | another school's | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401           | 401              | 401                | 401                      | 401                 | 401              | 401      | 401
  second step missing                                                       | mfa           | mfa              | mfa                | mfa                      | mfa                 | mfa              | mfa      | mfa
  no school, former parent                                                  | 404           | 404              | 404                | 404                      | 404                 | 404              | 404      | 404
  deactivated parent                                                        | 404           | 404              | 404                | ok                       | 404                 | 404              | 404      | 404
  parent of this family                                                     | ok            | 404              | 404                | 404                      | 404                 | 404              | 404      | 404
  every editor                                                              | 404           | 404              | 404                | 404                      | 404                 | 404              | 404      | 404
  parent of another family                                                  | 404           | ok               | 404                | 404                      | 404                 | 404              | 404      | 404
  senior admin                                                              | 404           | 404              | 409                | 404                      | 404                 | 404              | 404      | 404
  junior admin                                                              | 404           | 404              | 404                | 404                      | 404                 | 404              | 404      | 404
  parent of another school                                                  | 404           | 404              | 404                | 404                      | 404                 | ok               | 404      | 404
  admin of another school, member of two schools                            | 404           | 404              | 404                | 404                      | 404                 | 404              | 404      | 404
`);

/** A student of a school that is none of the caller's is as if it did not exist, archived ones are for everyone. */
const STUDENT = grid(`
                                                                            | this family's | another family's | another school's | archived | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401           | 401              | 401              | 401      | 401      | 401
  second step missing                                                       | mfa           | mfa              | mfa              | mfa      | mfa      | mfa
  no school, deactivated parent, former parent                              | 404           | 404              | 404              | 404      | 404      | 404
  parent of this family, parent of another family, junior admin             | ok            | ok               | 404              | 404      | 404      | 404
  every editor                                                              | ok            | ok               | 404              | 404      | 404      | 404
  senior admin                                                              | ok            | ok               | 404              | 404      | 404      | 404
  parent of another school, admin of another school                         | 404           | 404              | ok               | 404      | 404      | 404
  member of two schools                                                     | ok            | ok               | ok               | 404      | 404      | 404
`);

export const OPERATIONS: Record<string, Operation> = {
  'GET /': { access: EVERYONE, ok: 200 },
  'GET /schools/*path': { access: EVERYONE, ok: 200 },
  'GET /healthz': { access: EVERYONE, ok: 200 },
  'GET /readyz': { access: EVERYONE, ok: 200 },
  'GET /.well-known/jwks.json': { access: EVERYONE, ok: 200 },

  // Without a message, and where there is neither a stream nor a session.
  'POST /mcp': { access: SIGNED_IN, ok: 415 },
  'GET /mcp': { access: SIGNED_IN, ok: 405 },
  'DELETE /mcp': { access: SIGNED_IN, ok: 405 },

  'GET /storage/*key': { access: SIGNED_ADDRESS, ok: 200 },
  'PUT /storage/*key': { access: SIGNED_ADDRESS, ok: 200 },

  'POST /auth/token': {
    access: APPLICATIONS,
    ok: 200,
    body: { grant_type: 'refresh_token', refresh_token: 'x' },
  },
  'POST /auth/two-step/challenge': { access: SECOND_STEP, ok: 200, body: { method: 'email' } },
  'POST /auth/two-step/verify': {
    access: SECOND_STEP_CODE,
    ok: 200,
    body: { challenge_id: randomUUID(), code: '000000' },
  },
  'POST /auth/revoke': { access: FIRST_STEP, ok: 204, body: {}, spendsItsCaller: true },

  'GET /me': { access: SIGNED_IN, ok: 200 },
  'GET /me/sessions': { access: SIGNED_IN, ok: 200 },
  'DELETE /me/sessions/:sessionId': { access: OWN_SESSION, ok: 204, spendsItsCaller: true },
  'GET /me/as-seen-by-others': { access: SCHOOL, ok: 200, query: 'schoolId=:schoolId' },
  'GET /me/disclosures': { access: SIGNED_IN, ok: 200 },
  'GET /schools/:schoolId/audit': { access: SENIOR_ADMINS, ok: 200 },
  'GET /me/export': { access: SIGNED_IN, ok: 200 },
  'POST /registration/confirm': { access: REGISTRATION, ok: 200 },

  'GET /me/contact': { access: SIGNED_IN, ok: 200 },
  'PATCH /me/contact': {
    access: SIGNED_IN,
    ok: 200,
    body: { first_name: 'Maria', last_name: 'Park', phone: '+1 555 0100' },
  },
  'PATCH /me/profile-visibility': {
    access: SIGNED_IN,
    ok: 204,
    body: { profile_visibility: 'name_only' },
  },
  'PATCH /me/address-visibility': { access: SIGNED_IN, ok: 204, body: { address_visible: false } },
  'POST /me/leave-school/:membershipId': { access: OWN_MEMBERSHIP, ok: 204, spendsItsCaller: true },

  'GET /schools/:schoolId/features': { access: SCHOOL, ok: 200 },
  'GET /schools/:schoolId/changes': { access: SCHOOL, ok: 200 },
  'GET /schools/:schoolId/watch': { access: SCHOOL, ok: 200 },
  'GET /schools/:schoolId/students': { access: SCHOOL, ok: 200 },
  'GET /schools/:schoolId/map-markers': { access: SCHOOL, ok: 200 },
  ...CATEGORY_OPERATIONS,
  ...CONFIRMATION_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  'GET /schools/:schoolId/staff': { access: SCHOOL, ok: 200, feature: 'staff_directory' },

  'GET /schools/:schoolId/calendar': { access: SCHOOL, ok: 200, feature: 'calendar' },
  'GET /schools/:schoolId/calendar/series': { access: SCHOOL, ok: 200, feature: 'calendar' },
  'GET /schools/:schoolId/calendar/subscriptions': { access: SCHOOL, ok: 200, feature: 'calendar' },
  'POST /schools/:schoolId/calendar/subscriptions': { access: SCHOOL, ok: 201, feature: 'calendar' },
  ...CALENDAR_OPERATIONS,
  ...PUBLISHING_OPERATIONS,
  ...POLL_OPERATIONS,
  ...SIGNUP_OPERATIONS,
  'GET /me/claims': { access: SIGNED_IN, ok: 200 },
  'GET /me/outstanding': { access: SIGNED_IN, ok: 200 },

  'GET /students/:studentId': { access: STUDENT, ok: 200 },
  'GET /students/:studentId/note': { access: STUDENT, ok: 200 },
  'PUT /students/:studentId/note': { access: STUDENT, ok: 200, body: { body: 'Rides the early bus.' } },
  'POST /students/:studentId/star': { access: STUDENT, ok: 204 },
  'DELETE /students/:studentId/star': { access: STUDENT, ok: 204 },
  ...LIST_OPERATIONS,
  ...ATTACHMENT_OPERATIONS,
  ...MAIL_OPERATIONS,
  ...IMAGE_OPERATIONS,
  ...MENU_OPERATIONS,
  ...NOTIFICATION_OPERATIONS,
  ...ORGANIZATION_OPERATIONS,
  ...PHOTO_OPERATIONS,
  ...SLIP_OPERATIONS,
};
