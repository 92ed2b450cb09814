import { PROTECTED_RESOURCES, RESOURCE_METADATA } from '../../../src/platform/http/protected-resources.js';
import { CONFIRMATION } from './privacy-canary.confirmation.js';
import { BOOKS } from './privacy-canary.books.js';
import { OFFICE } from './privacy-canary.office.js';
import { PAGES } from './privacy-canary.pages.js';
import { randomUUID } from 'node:crypto';

/*
 * How every operation is called by the canary test, and where a family's contact and address may be seen at all. A new
 * operation gets a line in CALLS, usually an empty one: `:studentId` and the like stand for the family, `:listId` for a
 * list of the caller that has all of them on it (privacy-canary-family.ts says which ids there are).
 */

/**
 * What there is to see of the family; `private` is for its owner alone, admins included, and the student's `legal name`, as the
 * school's records have it, for admins and the student's own guardians.
 */
export const GROUPS = [
  'contact',
  'student contact',
  'address',
  'coordinates',
  'private',
  'legal name',
] as const;
export type Group = (typeof GROUPS)[number];

export interface Call {
  /** Each is tried; without any, one call without a query. */
  queries?: string[];
  /** A body that is right, and that shows nothing which is hidden; a text `:studentId` in it is replaced, too. */
  body?: unknown;
  /** What an unrelated parent sees while the family hides nothing. */
  shows?: Group[];
  /** What an admin sees whatever the family hides; as `shows` unless it is said here. */
  showsAdmins?: Group[];
  /** What a document shows admins: read from it where poppler is installed. */
  printsAdmins?: Group[];
  /** It leads to a photo of one of the family, which they are told of as of a contact. */
  portrays?: true;
  /** The body of an address book program. */
  xml?: string;
  /** Name in the disclosures, of an operation that is not in the OpenAPI document. */
  operationId?: string;
  /** Why it is not called: it ends what the test stands on. */
  notCalled?: string;
}

const WHOLE_SCHOOL = [
  '',
  'full=true',
  'q=:email',
  'q=:phone',
  'q=:street',
  'q=:legalName',
  'graduationYear=2030',
];

const FACES = { students: [':studentId'], parents: [':parentId'] };
const EVENT = { title: 'Picnic', start_date: '2026-12-05', end_date: '2026-12-05', all_day: true };
const SERIES = {
  title: 'Practice',
  local_start: '2026-12-07T15:30',
  duration_minutes: 60,
  rrule: 'FREQ=WEEKLY;COUNT=3',
};

const withoutMore = (...names: string[]): Record<string, Call> =>
  Object.fromEntries(names.map((name) => [name, {}]));

export const CALLS: Record<string, Call> = {
  ...BOOKS,
  ...CONFIRMATION,
  ...withoutMore('GET /', 'GET /schools/*path', 'GET /healthz', 'GET /readyz', 'GET /.well-known/jwks.json'),
  ...withoutMore('GET /api/menu-images/:name', 'GET /storage/*key', 'PUT /storage/*key'),
  ...withoutMore(...PAGES),
  ...withoutMore('GET /.well-known/openid-configuration', 'GET /.well-known/oauth-authorization-server'),
  ...withoutMore(...PROTECTED_RESOURCES.map((path) => `GET ${RESOURCE_METADATA}${path}`)),
  'POST /mcp': {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_me', arguments: {} } },
  },
  ...withoutMore('GET /mcp', 'DELETE /mcp', 'GET /cell/schools', 'POST /cell/people'),
  ...withoutMore('GET /cell/bearer', 'POST /cell/refresh-tokens'),
  'GET /oauth/authorize': {},
  'GET /oauth/authorize/:uid': {},
  'POST /oauth/token': {},
  'POST /oauth/revoke': {},
  'POST /oauth/par': {},
  'POST /oauth/device': {},
  'GET /oauth/sign-out': {},
  'POST /oauth/sign-out/confirm': {},
  'GET /oauth/sign-out/success': {},
  'GET /device': {},
  'GET /device/:uid': {},
  'POST /device': {},
  'GET /sign-in': {},
  'POST /sign-in/password': {},
  'POST /sign-in/by-mail': {},
  'POST /sign-in/by-mail/code': {},
  'POST /sign-in/code': {},
  'POST /sign-in/mail-code': {},
  'POST /sign-in/consent': {},
  'POST /sign-in/sign-out': {},
  'GET /sign-in/:uid': {},
  'POST /sign-in/:uid/password': {},
  'POST /sign-in/:uid/code': {},
  'POST /sign-in/:uid/by-mail': {},
  'POST /sign-in/:uid/by-mail/code': {},
  'POST /sign-in/:uid/mail-code': {},
  'POST /sign-in/:uid/consent': {},
  'POST /sign-in/:uid/sign-out': {},

  'POST /auth/token': { body: { grant_type: 'refresh_token', refresh_token: 'x' } },
  'POST /auth/two-step/challenge': { body: { method: 'email' } },
  'POST /auth/two-step/verify': { body: { challenge_id: randomUUID(), code: '000000' } },
  'POST /auth/revoke': { notCalled: 'ends the session' },

  'GET /me': {},
  'GET /me/sessions': {},
  'DELETE /me/sessions/:sessionId': {},
  'GET /me/as-seen-by-others': { queries: ['schoolId=:schoolId'] },
  'GET /me/disclosures': { queries: ['', 'schoolId=:schoolId'] },
  'GET /schools/:schoolId/audit': {},
  'GET /me/export': {},
  'POST /registration/confirm': {},
  'GET /me/contact': {},
  'PATCH /me/contact': { body: { first_name: 'Ben', last_name: 'Ray', phone: '+1 555 0199' } },
  'GET /me/mail': {},
  'PATCH /me/mail': { body: { quiet: null } },
  'GET /schools/:schoolId/mail-health': {},
  'PATCH /me/profile-visibility': { body: { profile_visibility: 'full' } },
  'PATCH /me/address-visibility': { notCalled: 'a co-guardian would show what the family hides' },
  'POST /me/leave-school/:membershipId': {},
  'POST /me/photo/upload-url': { body: { content_type: 'image/png' } },
  'POST /me/photo': { body: { photo_key: 'parent-photos/x.png' } },
  'DELETE /me/photo': {},

  ...withoutMore('GET /schools/:schoolId/features', 'GET /schools/:schoolId/changes'),
  'GET /schools/:schoolId/students': { queries: WHOLE_SCHOOL, shows: ['contact', 'coordinates'] },
  'GET /schools/:schoolId/map-markers': {
    queries: ['', 'starred=yes', 'list=:listId', 'org=chess'],
    shows: ['coordinates'],
  },
  ...OFFICE,
  'GET /schools/:schoolId/staff': {},

  'POST /schools/:schoolId/images': {},
  'GET /schools/:schoolId/images/:imageId/download-url': {},

  'POST /schools/:schoolId/menus/:menuId/image': {},
  'GET /api/menus/subscribe/:token/feed.ics': {},
  'GET /schools/:schoolId/app-passwords': {},
  'POST /schools/:schoolId/app-passwords': { body: { name: 'Phone' } },
  'DELETE /schools/:schoolId/app-passwords/:appPasswordId': {},
  'GET /schools/:schoolId/menus/subscriptions': {},
  'POST /schools/:schoolId/menus/subscriptions': {},
  'DELETE /schools/:schoolId/menus/subscriptions/:subscriptionId': {},
  'GET /schools/:schoolId/watch': {},

  'GET /schools/:schoolId/documents': {},
  'POST /schools/:schoolId/documents': { body: { title: 'Handbook' } },
  'GET /schools/:schoolId/documents/:documentId': {},
  'PATCH /schools/:schoolId/documents/:documentId': { body: { title: 'Handbook' } },
  'DELETE /schools/:schoolId/documents/:documentId': {},
  'GET /schools/:schoolId/documents/:documentId/attachments/:attachmentId/download-url': {},
  'GET /schools/:schoolId/notices': {},
  'POST /schools/:schoolId/notices': {
    body: { title: 'Snow', body: 'No school', expires_at: '2199-01-01T00:00:00Z' },
  },
  'GET /schools/:schoolId/notices/:noticeId': {},
  'PATCH /schools/:schoolId/notices/:noticeId': { body: { title: 'Snow' } },
  'DELETE /schools/:schoolId/notices/:noticeId': {},
  'GET /schools/:schoolId/notices/:noticeId/attachments/:attachmentId/download-url': {},

  'GET /me/outstanding': {},
  'GET /schools/:schoolId/polls': {},
  'GET /polls/:pollId': {},
  'POST /polls/:pollId/respond': { body: { answers: [] } },

  'GET /me/claims': {},
  'GET /schools/:schoolId/signups': {},
  'GET /signups/:signupId': {},
  'POST /signups/:signupId/claims': { body: { item_id: ':signupItemId' } },
  'PATCH /signups/:signupId/claims/:claimId': { body: { comment: 'New' } },
  'DELETE /signups/:signupId/claims/:claimId': {},
  'GET /schools/:schoolId/permission-slips': {},
  'GET /permission-slips/:slipId': {},
  'GET /permission-slips/:slipId/pdf': {
    queries: ['', 'studentId=:studentId'],
    printsAdmins: ['legal name'],
  },
  'POST /permission-slips/:slipId/responses': { body: { student_id: ':studentId', decision: 'granted' } },
  'PATCH /permission-slips/:slipId/responses/:responseId': { body: { decision: 'granted' } },
  'DELETE /permission-slips/:slipId/responses/:responseId': {},
  'GET /permission-slips/:slipId/responses/:responseId/pdf': { printsAdmins: ['contact', 'legal name'] },

  'GET /students/:studentId': {
    shows: ['contact', 'student contact', 'address', 'coordinates'],
    showsAdmins: ['contact', 'student contact', 'address', 'coordinates', 'legal name'],
  },
  'GET /students/:studentId/note': {},
  'PUT /students/:studentId/note': { body: { body: 'Rides the early bus.' } },
  'POST /students/:studentId/star': {},
  'DELETE /students/:studentId/star': {},
  'POST /schools/:schoolId/photo-urls': { body: FACES, portrays: true },
  'GET /students/:studentId/photo/download-url': { portrays: true },
  'POST /students/:studentId/photo/upload-url': { body: { content_type: 'image/png' } },
  'POST /students/:studentId/photo': { body: { photo_key: 'student-photos/x.png' } },
  'DELETE /students/:studentId/photo': {},
  'GET /parents/:parentId/photo/download-url': { portrays: true },

  'GET /schools/:schoolId/lists': {},
  'POST /schools/:schoolId/lists': { body: { name: 'Car pool' } },
  'GET /lists/:listId': {},
  'PATCH /lists/:listId': { body: { name: 'Car pool' } },
  'DELETE /lists/:listId': {},
  'POST /lists/:listId/students': { body: { student_id: ':studentId' } },
  'DELETE /lists/:listId/students/:studentId': {},
  'GET /lists/:listId/guardians': { shows: ['contact', 'address'] },
  'POST /lists/:listId/guardians': {
    body: { guardian_membership_id: ':membershipId', linked_student_id: ':studentId' },
    shows: ['contact', 'address'],
  },
  'DELETE /lists/:listId/guardians/:guardianId': {},
  'GET /lists/:listId/message-recipients': { shows: ['contact'], showsAdmins: [] },
  'GET /lists/:listId/export.vcf': { shows: ['contact'], showsAdmins: [] },
  'GET /lists/:listId/candidates': {},

  'GET /schools/:schoolId/organizations': {},
  'GET /organizations/:organizationId': {},
  'PATCH /organizations/:organizationId': { body: { meeting_info: 'Mondays' } },
  'GET /organizations/:organizationId/roster': { shows: ['contact'] },
  'GET /organizations/:organizationId/nearby': {
    queries: ['studentId=:ownStudentId'],
    shows: ['contact'],
    showsAdmins: [],
  },
  'GET /organizations/:organizationId/candidates': {},
  'POST /organizations/:organizationId/parents': {
    body: { membership_id: ':membershipId' },
    shows: [],
    showsAdmins: ['contact'],
  },
  'DELETE /organizations/:organizationId/parents/:membershipId': {},
  'POST /organizations/:organizationId/students': { body: { student_id: ':studentId' } },
  'DELETE /organizations/:organizationId/students/:studentId': {},
  'GET /organizations/:organizationId/photos': {},
  'GET /organizations/:organizationId/photos/:photoId/download-url': {},
  'POST /organizations/:organizationId/photos/upload-url': { body: { content_type: 'image/png' } },
  'POST /organizations/:organizationId/photos': { body: { photo_key: 'organization-photos/x.png' } },
  'DELETE /organizations/:organizationId/photos/:photoId': {},
  'PUT /organizations/:organizationId/leadership': {
    body: { leaders: [{ type: 'parent', person_id: ':membershipId', title: 'Coach' }] },
  },
  'GET /organizations/:organizationId/schedule': { queries: ['', 'from=2020-01-01&to=2020-01-01'] },
  'GET /organizations/:organizationId/results': { queries: ['', 'season=2020'] },
  'PUT /organizations/:organizationId/results/:eventId': { body: { outcome: 'win' } },
  'DELETE /organizations/:organizationId/results/:eventId': {},
  'POST /schools/:schoolId/attachments': { body: {} },
  'GET /schools/:schoolId/notifications': { queries: ['', 'unreadOnly=true'] },
  'POST /schools/:schoolId/notifications/read': {},
  'GET /notifications/:notificationId/link': {},
  'POST /notifications/:notificationId/read': {},
  'GET /api/calendar/subscribe/:token/feed.ics': {},
  ...withoutMore('GET /api/mail/unsubscribe/:token', 'POST /api/mail/unsubscribe/:token'),
  ...withoutMore('GET /api/mail/guardian/:token', 'POST /api/mail/guardian/:token'),
  'GET /schools/:schoolId/calendar': {},
  'GET /schools/:schoolId/calendar/subscriptions': {},
  'POST /schools/:schoolId/calendar/subscriptions': {},
  'DELETE /schools/:schoolId/calendar/subscriptions/:subscriptionId': {},
  'POST /schools/:schoolId/calendar/events': { body: EVENT },
  'GET /schools/:schoolId/calendar/events/:eventId': {},
  'PATCH /schools/:schoolId/calendar/events/:eventId': { body: { title: 'Picnic' } },
  'DELETE /schools/:schoolId/calendar/events/:eventId': {},
  'GET /schools/:schoolId/calendar/series': {},
  'POST /schools/:schoolId/calendar/series': { body: SERIES },
  'GET /schools/:schoolId/calendar/series/:seriesId': {},
  'PATCH /schools/:schoolId/calendar/series/:seriesId': { body: { title: 'Practice' } },
  'DELETE /schools/:schoolId/calendar/series/:seriesId': {},
  'GET /schools/:schoolId/calendar/series/:seriesId/occurrences': {},
};
