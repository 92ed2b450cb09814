import { grid, gridBut } from '../grid.js';
import type { Operation } from '../matrix.table.js';
import { PUBLISHERS } from '../publishers.grid.js';
import { ofTheSchool } from './publishing.table.js';
import { SCHOOL } from '../school.grid.js';

const ASKED = { claim_per: 'person', claimant_visibility: 'names', items: [{ title: 'Cake' }] };

/** The early sign-up has not opened yet; the organization's hidden one is addressed to admins. Who manages them reads them elsewhere. */
const READERS = grid(`
                                                                            | everyone's sign-up | the organization's hidden sign-up | the organization's early sign-up | the admins' sign-up | another school's sign-up | invented sign-up | malformed sign-up
  anonymous, garbage token, forged token, expired token, signed out         | 401                | 401                               | 401                              | 401                 | 401                      | 401              | 401
  second step missing                                                       | mfa                | mfa                               | mfa                              | mfa                 | mfa                      | mfa              | mfa
  no school, deactivated parent, former parent                              | 404                | 404                               | 404                              | 404                 | 404                      | 404              | 404
  parent of this family, parent of another family                           | ok                 | 404                               | 404                              | 404                 | 404                      | 404              | 404
  editor                                                                    | ok                 | 404                               | 404                              | 404                 | 404                      | 404              | 404
  editor not started, editor expired, editor revoked                        | ok                 | 404                               | 404                              | 404                 | 404                      | 404              | 404
  editor of another organization                                            | ok                 | 404                               | 404                              | 404                 | 404                      | 404              | 404
  junior admin, senior admin                                                | ok                 | ok                                | 404                              | ok                  | 404                      | 404              | 404
  parent of another school, admin of another school                         | 404                | 404                               | 404                              | 404                 | ok                       | 404              | 404
  member of two schools                                                     | ok                 | 404                               | 404                              | 404                 | ok                       | 404              | 404
`);

/** A member outside of the audience is told so; before it opens nobody can claim. */
const CLAIMANTS = gridBut(
  READERS,
  `
  parent of this family, parent of another family                           | ok                 | no                                | 404                              | no                  | 404                      | 404              | 404
  every editor                                                              | ok                 | no                                | 404                              | no                  | 404                      | 404              | 404
  junior admin, senior admin                                                | ok                 | ok                                | 404                              | ok                  | 404                      | 404              | 404
  member of two schools                                                     | ok                 | no                                | 404                              | no                  | ok                       | 404              | 404`,
);

/** The claims are this parent's, and another school's parent's there; to everyone else there are none. */
const AUTHORS = gridBut(
  CLAIMANTS,
  `
  parent of another family                                                  | 404                | no                                | 404                              | no                  | 404                      | 404              | 404
  every editor                                                              | 404                | no                                | 404                              | no                  | 404                      | 404              | 404
  junior admin, senior admin                                                | 404                | 404                               | 404                              | 404                 | 404                      | 404              | 404
  admin of another school                                                   | 404                | 404                               | 404                              | 404                 | 404                      | 404              | 404
  member of two schools                                                     | 404                | no                                | 404                              | no                  | 404                      | 404              | 404`,
);

/**
 * Their author, to whomever it is addressed by now, and managers at any time. Whoever comes first takes it away; for those who
 * come later it is not there.
 */
const WITHDRAWERS = gridBut(
  AUTHORS,
  `
  parent of this family                                                     | ok                 | ok                                | 404                              | ok                  | 404                      | 404              | 404
  editor                                                                    | 404                | 404                               | ok                               | no                  | 404                      | 404              | 404
  junior admin                                                              | 404                | 404                               | 404                              | 404                 | 404                      | 404              | 404
  senior admin                                                              | 404                | 404                               | 404                              | 404                 | 404                      | 404              | 404`,
);

const MANAGERS = gridBut(
  READERS,
  `
  parent of this family, parent of another family                           | no                 | 404                               | 404                              | 404                 | 404                      | 404              | 404
  editor                                                                    | no                 | ok                                | ok                               | 404                 | 404                      | 404              | 404
  editor not started, editor expired, editor revoked                        | no                 | 404                               | 404                              | 404                 | 404                      | 404              | 404
  editor of another organization                                            | no                 | 404                               | 404                              | 404                 | 404                      | 404              | 404
  junior admin, senior admin                                                | ok                 | ok                                | ok                               | ok                  | 404                      | 404              | 404
  parent of another school                                                  | 404                | 404                               | 404                              | 404                 | no                       | 404              | 404
  admin of another school                                                   | 404                | 404                               | 404                              | 404                 | ok                       | 404              | 404
  member of two schools                                                     | no                 | 404                               | 404                              | 404                 | no                       | 404              | 404`,
);

/** For somebody whom it is addressed to; nobody claims anything in one that has not opened. */
const CLAIMS_FOR_OTHERS = gridBut(
  MANAGERS,
  `
  editor                                                                    | no                 | ok                                | 409                              | 404                 | 404                      | 404              | 404
  junior admin, senior admin                                                | ok                 | ok                                | 409                              | ok                  | 404                      | 404              | 404`,
);

/** Nobody is reminded of one that has not opened, nor twice in a day. */
const REMINDERS = gridBut(
  MANAGERS,
  `
  editor                                                                    | no                 | ok                                | 409                              | 404                 | 404                      | 404              | 404
  junior admin                                                              | ok                 | soon                              | 409                              | ok                  | 404                      | 404              | 404
  senior admin                                                              | soon               | soon                              | 409                              | soon                | 404                      | 404              | 404`,
);

/** Whoever comes first deletes it; for those who come later it is not there. */
const DELETIONS = gridBut(
  MANAGERS,
  `
  junior admin                                                              | ok                 | 404                               | 404                              | ok                  | 404                      | 404              | 404
  senior admin, member of two schools                                       | 404                | 404                               | 404                              | 404                 | 404                      | 404              | 404`,
);

/** Each reads their own. */
const ANY_PUBLISHER = gridBut(PUBLISHERS, 'editor of another organization | ok | 403 | 403 | 403');

const [MANAGED, FEATURE] = ['/signups/:signupId/management', 'signups'] as const;

export const SIGNUP_OPERATIONS: Record<string, Operation> = {
  'GET /schools/:schoolId/signups': { access: SCHOOL, ok: 200, feature: 'signups' },
  'GET /signups/:signupId': { access: READERS, ok: 200, feature: 'signups' },
  'POST /signups/:signupId/claims': {
    access: CLAIMANTS,
    ok: 201,
    feature: 'signups',
    body: ({ signupItemId }, target) => ({ item_id: signupItemId?.[target] }),
  },
  'PATCH /signups/:signupId/claims/:claimId': {
    access: AUTHORS,
    ok: 200,
    feature: 'signups',
    body: { comment: 'New' },
  },
  'DELETE /signups/:signupId/claims/:claimId': {
    access: WITHDRAWERS,
    ok: 204,
    feature: 'signups',
    spendsItsCaller: true,
  },
  'GET /schools/:schoolId/signups/managed': { access: ANY_PUBLISHER, ok: 200, feature: FEATURE },
  'POST /schools/:schoolId/signups': {
    access: PUBLISHERS,
    ok: 201,
    feature: FEATURE,
    body: ofTheSchool({ ...ASKED, title: 'Bake sale' }),
  },
  [`GET ${MANAGED}`]: { access: MANAGERS, ok: 200, feature: FEATURE },
  [`PATCH ${MANAGED}`]: { access: MANAGERS, ok: 200, feature: FEATURE, body: { title: 'New' } },
  [`DELETE ${MANAGED}`]: { access: DELETIONS, ok: 204, feature: FEATURE, spendsItsCaller: true },
  [`POST ${MANAGED}/claims`]: {
    access: CLAIMS_FOR_OTHERS,
    ok: 201,
    feature: FEATURE,
    body: ({ signupItemId, signupMemberId }, target) => ({
      item_id: signupItemId?.[target],
      membership_id: signupMemberId?.[target],
    }),
  },
  'POST /signups/:signupId/reminders': {
    access: REMINDERS,
    ok: 202,
    feature: FEATURE,
    spendsItsCaller: true,
  },
  'GET /signups/:signupId/claims.csv': { access: MANAGERS, ok: 200, feature: FEATURE },
};
