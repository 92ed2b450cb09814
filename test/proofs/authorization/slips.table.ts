import { grid, gridBut } from './grid.js';
import type { Operation } from './matrix.table.js';
import { SCHOOL } from './school.grid.js';

/** One that is addressed to everyone is for every member, one to admins alone for them and whoever manages it. */
const READERS = grid(`
                                                                         | everyone's slip | the admins' slip | another school's slip | invented slip | malformed slip
  anonymous, garbage token, forged token, expired token, signed out      | 401             | 401              | 401                   | 401           | 401
  second step missing                                                    | mfa             | mfa              | mfa                   | mfa           | mfa
  no school, deactivated parent, former parent                           | 404             | 404              | 404                   | 404           | 404
  parent of this family, parent of another family                        | ok              | 404              | 404                   | 404           | 404
  every editor                                                           | ok              | 404              | 404                   | 404           | 404
  junior admin, senior admin                                             | ok              | ok               | 404                   | 404           | 404
  parent of another school, admin of another school                      | 404             | 404              | ok                    | 404           | 404
  member of two schools                                                  | ok              | 404              | ok                    | 404           | 404
`);

/** Guardians alone; a member outside the audience is told that it is not for them (contract decision c). */
const GUARDIANS = gridBut(
  READERS,
  `
  parent of this family                                                  | ok              | no               | 404                   | 404           | 404
  parent of another family, every editor                                 | no              | no               | 404                   | 404           | 404
  junior admin, senior admin                                             | no              | no               | 404                   | 404           | 404
  parent of another school, admin of another school                      | 404             | 404              | 404                   | 404           | 404
  member of two schools                                                  | no              | no               | 404                   | 404           | 404
`,
);

/** Of two families of this school to one slip, and of a family of another school to one there. */
const SIGNER = grid(`
                                                                         | the answered slip | another family's response | another school's response | invented slip | malformed slip
  anonymous, garbage token, forged token, expired token, signed out      | 401               | 401                       | 401                       | 401           | 401
  second step missing                                                    | mfa               | mfa                       | mfa                       | mfa           | mfa
  no school, deactivated parent, former parent                           | 404               | 404                       | 404                       | 404           | 404
  parent of this family                                                  | ok                | 404                       | 404                       | 404           | 404
  parent of another family                                               | 404               | ok                        | 404                       | 404           | 404
  every editor                                                           | 404               | 404                       | 404                       | 404           | 404
  junior admin, senior admin                                             | 404               | 404                       | 404                       | 404           | 404
  parent of another school                                               | 404               | 404                       | ok                        | 404           | 404
  admin of another school                                                | 404               | 404                       | 404                       | 404           | 404
  member of two schools                                                  | 404               | 404                       | 404                       | 404           | 404
`);

const SIGNER_AND_MANAGERS = gridBut(
  SIGNER,
  `
  junior admin, senior admin                                             | ok                | ok                        | 404                       | 404           | 404
  admin of another school                                                | 404               | 404                       | ok                        | 404           | 404`,
);

const feature = 'signups';
const SLIP = '/permission-slips/:slipId';
const granted: Operation['body'] = ({ studentId }) => ({
  decision: 'granted',
  student_id: studentId?.["this family's"],
});

export const SLIP_OPERATIONS: Record<string, Operation> = {
  'GET /schools/:schoolId/permission-slips': { access: SCHOOL, ok: 200, feature },
  [`GET ${SLIP}`]: { access: READERS, ok: 200, feature },
  [`GET ${SLIP}/pdf`]: { access: READERS, ok: 200, feature },
  [`POST ${SLIP}/responses`]: {
    access: GUARDIANS,
    ok: 201,
    feature,
    // Only the guardian of this family names a student of their own: anyone else asks for somebody else's.
    body: granted,
    spendsItsCaller: true,
  },
  [`PATCH ${SLIP}/responses/:responseId`]: { access: SIGNER, ok: 200, feature, body: granted },
  [`DELETE ${SLIP}/responses/:responseId`]: { access: SIGNER, ok: 204, feature, spendsItsCaller: true },
  [`GET ${SLIP}/responses/:responseId/pdf`]: { access: SIGNER_AND_MANAGERS, ok: 200, feature },
};
