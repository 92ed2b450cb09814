import { randomUUID } from 'node:crypto';
import { grid, gridBut } from '../grid.js';
import type { Operation } from '../matrix.table.js';
import { ADMINS, SCHOOL } from '../school.grid.js';

/** An archived one is there for admins of its school alone. */
const ORGANIZATION = grid(`
                                                                            | this organization | another organization | another school's | archived organization | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401               | 401                  | 401              | 401                   | 401      | 401
  second step missing                                                       | mfa               | mfa                  | mfa              | mfa                   | mfa      | mfa
  no school, deactivated parent, former parent                              | 404               | 404                  | 404              | 404                   | 404      | 404
  parent of this family, parent of another family                           | ok                | ok                   | 404              | 404                   | 404      | 404
  every editor                                                              | ok                | ok                   | 404              | 404                   | 404      | 404
  junior admin, senior admin                                                | ok                | ok                   | 404              | ok                    | 404      | 404
  parent of another school, admin of another school                         | 404               | 404                  | ok               | 404                   | 404      | 404
  member of two schools                                                     | ok                | ok                   | ok               | 404                   | 404      | 404
`);

/** Only managers: admins, and editors with a live grant on this very organization. */
const MANAGED_ORGANIZATION = grid(`
                                                                            | this organization | another organization | another school's | archived organization | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401               | 401                  | 401              | 401                   | 401      | 401
  second step missing                                                       | mfa               | mfa                  | mfa              | mfa                   | mfa      | mfa
  no school, deactivated parent, former parent                              | 404               | 404                  | 404              | 404                   | 404      | 404
  parent of this family, parent of another family                           | no                | no                   | 404              | 404                   | 404      | 404
  editor                                                                    | ok                | no                   | 404              | 404                   | 404      | 404
  editor not started, editor expired, editor revoked                        | no                | no                   | 404              | 404                   | 404      | 404
  editor of another organization                                            | no                | ok                   | 404              | 404                   | 404      | 404
  junior admin, senior admin                                                | ok                | ok                   | 404              | ok                    | 404      | 404
  parent of another school                                                  | 404               | 404                  | no               | 404                   | 404      | 404
  admin of another school                                                   | 404               | 404                  | ok               | 404                   | 404      | 404
  member of two schools                                                     | no                | no                   | no               | 404                   | 404      | 404
`);

/** Whoever may has uploaded nothing: 400. */
const UPLOADED_NOTHING = gridBut(
  MANAGED_ORGANIZATION,
  `
  editor                                                                    | 400               | no                   | 404              | 404                   | 404      | 404
  editor of another organization                                            | no                | 400                  | 404              | 404                   | 404      | 404
  junior admin, senior admin                                                | 400               | 400                  | 404              | 400                   | 404      | 404
  admin of another school                                                   | 404               | 404                  | 400              | 404                   | 404      | 404`,
);

/** Whoever comes first takes it away; for managers who come later it is not there. */
const FIRST_MANAGER = gridBut(
  MANAGED_ORGANIZATION,
  `
  junior admin                                                              | 404               | 404                  | 404              | ok                    | 404      | 404
  senior admin                                                              | 404               | 404                  | 404              | 404                   | 404      | 404`,
);

/** Seen from a student of this family, or of the family at another school: their own parents only. */
const NEAR_OWN_STUDENT = grid(`
                                                                            | this organization | another organization | another school's | archived organization | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401               | 401                  | 401              | 401                   | 401      | 401
  second step missing                                                       | mfa               | mfa                  | mfa              | mfa                   | mfa      | mfa
  no school, deactivated parent, former parent                              | 404               | 404                  | 404              | 404                   | 404      | 404
  parent of this family                                                     | ok                | ok                   | 404              | 404                   | 404      | 404
  parent of another family, every editor, junior admin, senior admin        | 404               | 404                  | 404              | 404                   | 404      | 404
  parent of another school                                                  | 404               | 404                  | ok               | 404                   | 404      | 404
  admin of another school, member of two schools                            | 404               | 404                  | 404              | 404                   | 404      | 404
`);

/** Of this organization's events, and of others by way of this organization. */
const MANAGED_RESULT = grid(`
                                                                            | this organization | another organization | another school's | archived organization | another's event | everyone's event | another school's event | an invented event | a malformed event | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401               | 401                  | 401              | 401                   | 401             | 401              | 401                    | 401               | 401               | 401      | 401
  second step missing                                                       | mfa               | mfa                  | mfa              | mfa                   | mfa             | mfa              | mfa                    | mfa               | mfa               | mfa      | mfa
  no school, deactivated parent, former parent                              | 404               | 404                  | 404              | 404                   | 404             | 404              | 404                    | 404               | 404               | 404      | 404
  parent of this family, parent of another family                           | no                | no                   | 404              | 404                   | no              | no               | no                     | no                | no                | 404      | 404
  editor                                                                    | ok                | no                   | 404              | 404                   | 404             | 404              | 404                    | 404               | 404               | 404      | 404
  editor not started, editor expired, editor revoked                        | no                | no                   | 404              | 404                   | no              | no               | no                     | no                | no                | 404      | 404
  editor of another organization                                            | no                | ok                   | 404              | 404                   | no              | no               | no                     | no                | no                | 404      | 404
  junior admin, senior admin                                                | ok                | ok                   | 404              | ok                    | 404             | 404              | 404                    | 404               | 404               | 404      | 404
  parent of another school                                                  | 404               | 404                  | no               | 404                   | 404             | 404              | 404                    | 404               | 404               | 404      | 404
  admin of another school                                                   | 404               | 404                  | ok               | 404                   | 404             | 404              | 404                    | 404               | 404               | 404      | 404
  member of two schools                                                     | no                | no                   | no               | 404                   | no              | no               | no                     | no                | no                | 404      | 404
`);

export const ORGANIZATION_OPERATIONS: Record<string, Operation> = {
  'GET /schools/:schoolId/organizations': { access: SCHOOL, ok: 200 },
  'POST /schools/:schoolId/organizations': {
    access: ADMINS,
    ok: 201,
    body: () => ({ kind: 'club', name: 'Chess', short_name: randomUUID() }),
  },
  'GET /organizations/:organizationId': { access: ORGANIZATION, ok: 200 },
  'GET /organizations/:organizationId/roster': { access: ORGANIZATION, ok: 200 },
  'GET /organizations/:organizationId/roster.csv': { access: MANAGED_ORGANIZATION, ok: 200 },
  'GET /organizations/:organizationId/roster.pdf': { access: MANAGED_ORGANIZATION, ok: 200 },
  'GET /organizations/:organizationId/nearby': {
    access: NEAR_OWN_STUDENT,
    ok: 200,
    query: 'studentId=:studentId',
  },
  'PATCH /organizations/:organizationId': {
    access: MANAGED_ORGANIZATION,
    ok: 200,
    body: { meeting_info: 'Mondays' },
  },
  'PUT /organizations/:organizationId/leadership': {
    access: MANAGED_ORGANIZATION,
    ok: 200,
    body: ({ studentId }, target) => ({
      leaders: [{ type: 'student', person_id: studentId?.[target], title: 'Captain' }],
    }),
  },
  'GET /organizations/:organizationId/candidates': { access: MANAGED_ORGANIZATION, ok: 200 },
  'POST /organizations/:organizationId/parents': {
    access: MANAGED_ORGANIZATION,
    ok: 201,
    body: ({ membershipId }, target) => ({ membership_id: membershipId?.[target] }),
  },
  'DELETE /organizations/:organizationId/parents/:membershipId': { access: MANAGED_ORGANIZATION, ok: 204 },
  'POST /organizations/:organizationId/students': {
    access: MANAGED_ORGANIZATION,
    ok: 204,
    body: ({ studentId }, target) => ({ student_id: studentId?.[target] }),
  },
  'DELETE /organizations/:organizationId/students/:studentId': { access: MANAGED_ORGANIZATION, ok: 204 },
  'GET /organizations/:organizationId/schedule': { access: ORGANIZATION, ok: 200, feature: 'calendar' },
  'GET /organizations/:organizationId/results': { access: ORGANIZATION, ok: 200, feature: 'calendar' },
  'PUT /organizations/:organizationId/results/:eventId': {
    access: MANAGED_RESULT,
    ok: 200,
    feature: 'calendar',
    body: { outcome: 'win', score_for: 2, score_against: 1 },
  },
  'DELETE /organizations/:organizationId/results/:eventId': {
    access: MANAGED_RESULT,
    ok: 204,
    feature: 'calendar',
  },
  'GET /organizations/:organizationId/photos': { access: ORGANIZATION, ok: 200 },
  'GET /organizations/:organizationId/photos/:photoId/download-url': { access: ORGANIZATION, ok: 200 },
  'POST /organizations/:organizationId/photos/upload-url': {
    access: MANAGED_ORGANIZATION,
    ok: 200,
    body: { content_type: 'image/jpeg' },
  },
  'POST /organizations/:organizationId/photos': {
    access: UPLOADED_NOTHING,
    ok: 201,
    body: { photo_key: 'organization-photos/x.jpg' },
  },
  'DELETE /organizations/:organizationId/photos/:photoId': {
    access: FIRST_MANAGER,
    ok: 204,
    spendsItsCaller: true,
  },
};
