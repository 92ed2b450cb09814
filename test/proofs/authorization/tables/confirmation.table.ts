import { grid, gridBut } from '../grid.js';
import type { Operation } from '../matrix.table.js';
import { ADMINS, SCHOOL, SIGNED_IN } from '../school.grid.js';

/** Whoever has a family at the school confirms for themselves: a round asks nobody else. A closed one asks nobody. */
const ASKED = grid(`
                                                                            | this school | closed | another school | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401         | 401    | 401            | 401      | 401
  second step missing                                                       | mfa         | mfa    | mfa            | mfa      | mfa
  no school, deactivated parent, former parent                              | 404         | 404    | 404            | 404      | 404
  parent of this family, parent of another family                           | ok          | 409    | 404            | 404      | 404
  every editor                                                              | 404         | 404    | 404            | 404      | 404
  junior admin, senior admin                                                | 404         | 404    | 404            | 404      | 404
  parent of another school                                                  | 404         | 404    | ok             | 404      | 404
  admin of another school, member of two schools                            | 404         | 404    | 404            | 404      | 404
`);

/** Once in 24 hours, whoever comes first. */
const REMINDERS = gridBut(ADMINS, 'senior admin | soon | 403 | 403 | 403');

/** The student's own guardians alone propose what should be on file of them. */
const GUARDIANS = grid(`
                                                                            | this family's | another family's | another school's | archived | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401           | 401              | 401              | 401      | 401      | 401
  second step missing                                                       | mfa           | mfa              | mfa              | mfa      | mfa      | mfa
  no school, deactivated parent, former parent                              | 404           | 404              | 404              | 404      | 404      | 404
  parent of this family                                                     | ok            | no               | 404              | 404      | 404      | 404
  parent of another family                                                  | no            | ok               | 404              | 404      | 404      | 404
  every editor                                                              | no            | no               | 404              | 404      | 404      | 404
  junior admin, senior admin                                                | no            | no               | 404              | 404      | 404      | 404
  parent of another school                                                  | 404           | 404              | ok               | 404      | 404      | 404
  admin of another school                                                   | 404           | 404              | no               | 404      | 404      | 404
  member of two schools                                                     | no            | no               | no               | 404      | 404      | 404
`);

/** A correction is there for its author and for admins, and these settle it. */
const SETTLERS = grid(`
                                                                            | this parent's | another parent's | another school's | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401           | 401              | 401              | 401      | 401
  second step missing                                                       | mfa           | mfa              | mfa              | mfa      | mfa
  no school, deactivated parent, former parent                              | 404           | 404              | 404              | 404      | 404
  parent of this family                                                     | role          | 404              | 404              | 404      | 404
  parent of another family                                                  | 404           | role             | 404              | 404      | 404
  every editor                                                              | 404           | 404              | 404              | 404      | 404
  junior admin, senior admin                                                | ok            | ok               | 404              | 404      | 404
  parent of another school                                                  | 404           | 404              | role             | 404      | 404
  admin of another school                                                   | 404           | 404              | ok               | 404      | 404
  member of two schools                                                     | 404           | 404              | 404              | 404      | 404
`);

export const CONFIRMATION_OPERATIONS: Record<string, Operation> = {
  'GET /me/confirmation': { access: SCHOOL, ok: 200, query: 'schoolId=:schoolId' },
  'POST /me/confirmation/:roundId': { access: ASKED, ok: 204 },
  'GET /schools/:schoolId/confirmation': { access: ADMINS, ok: 200 },
  'GET /schools/:schoolId/confirmation.csv': { access: ADMINS, ok: 200 },
  'POST /schools/:schoolId/confirmation/reminders': { access: REMINDERS, ok: 202 },
  'GET /me/corrections': { access: SIGNED_IN, ok: 200 },
  'POST /students/:studentId/corrections': {
    access: GUARDIANS,
    ok: 201,
    body: { field: 'other', proposed: 'Rides the early bus.' },
  },
  'GET /schools/:schoolId/corrections': { access: ADMINS, ok: 200 },
  'GET /schools/:schoolId/corrections.csv': { access: ADMINS, ok: 200 },
  'PATCH /corrections/:correctionId': { access: SETTLERS, ok: 200, body: { state: 'done' } },
};
