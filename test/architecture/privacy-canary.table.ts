import { randomUUID } from 'node:crypto';

/*
 * How every operation is called by the canary test, and where a family's contact and address may be seen at all. A new
 * operation gets a line in CALLS, usually an empty one: `:studentId` and the like stand for the family, `:listId` for a
 * list of the caller that has all of them on it (privacy-canary-family.ts says which ids there are).
 */

/** What there is to see of the family; `private` is for its owner alone, admins included. */
export const GROUPS = ['contact', 'student contact', 'address', 'coordinates', 'private'] as const;
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
  /** Why it is not called: it ends what the test stands on. */
  notCalled?: string;
}

const WHOLE_SCHOOL = ['', 'full=true', 'q=:email', 'q=:phone', 'q=:street', 'graduationYear=2030'];

export const CALLS: Record<string, Call> = {
  'GET /healthz': {},
  'GET /readyz': {},
  'GET /.well-known/jwks.json': {},

  'POST /auth/token': { body: { grant_type: 'refresh_token', refresh_token: 'x' } },
  'POST /auth/two-step/challenge': { body: { method: 'email' } },
  'POST /auth/two-step/verify': { body: { challenge_id: randomUUID(), code: '000000' } },
  'POST /auth/revoke': { notCalled: 'ends the session' },

  'GET /me': {},
  'GET /me/sessions': {},
  'DELETE /me/sessions/:sessionId': {},
  'GET /me/as-seen-by-others': { queries: ['schoolId=:schoolId'] },
  'GET /me/disclosures': { queries: ['', 'schoolId=:schoolId'] },
  'GET /me/export': {},
  'POST /registration/confirm': {},

  'GET /schools/:schoolId/features': {},
  'GET /schools/:schoolId/students': { queries: WHOLE_SCHOOL, shows: ['contact', 'coordinates'] },
  'GET /schools/:schoolId/map-markers': {
    queries: ['', 'starred=yes', 'list=:listId', 'org=chess'],
    shows: ['coordinates'],
  },
  'GET /schools/:schoolId/categories': {},
  'GET /schools/:schoolId/staff': {},

  'GET /students/:studentId': { shows: ['contact', 'student contact', 'address', 'coordinates'] },
  'GET /students/:studentId/note': {},
  'PUT /students/:studentId/note': { body: { body: 'Rides the early bus.' } },
  'POST /students/:studentId/star': {},
  'DELETE /students/:studentId/star': {},
};
