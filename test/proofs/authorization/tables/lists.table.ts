import { OWN_SUBSCRIPTION } from './calendar.table.js';
import { grid } from '../grid.js';
import type { Operation } from '../matrix.table.js';
import { SCHOOL } from '../school.grid.js';
import type { World } from '../world.js';

/** A list is its owner's alone: for everyone else, admins included, it does not exist. */
const OWN_LIST = grid(`
                                                                            | this parent's | another parent's | another school's | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401           | 401              | 401              | 401      | 401
  second step missing                                                       | mfa           | mfa              | mfa              | mfa      | mfa
  no school, deactivated parent, former parent                              | 404           | 404              | 404              | 404      | 404
  parent of this family                                                     | ok            | 404              | 404              | 404      | 404
  parent of another family                                                  | 404           | ok               | 404              | 404      | 404
  every editor                                                              | 404           | 404              | 404              | 404      | 404
  junior admin, senior admin, admin of another school                       | 404           | 404              | 404              | 404      | 404
  parent of another school                                                  | 404           | 404              | ok               | 404      | 404
  member of two schools                                                     | 404           | 404              | 404              | 404      | 404
`);

const studentOfTheTarget = ({ studentId }: World['ids'], target: string) => ({
  student_id: studentId?.[target],
});
const parentOfTheTarget = ({ membershipId }: World['ids'], target: string) => ({
  guardian_membership_id: membershipId?.[target],
});
export const LIST_OPERATIONS: Record<string, Operation> = {
  'GET /schools/:schoolId/app-passwords': { access: SCHOOL, ok: 200 },
  'POST /schools/:schoolId/app-passwords': { access: SCHOOL, ok: 201, body: { name: 'Phone' } },
  'DELETE /schools/:schoolId/app-passwords/:appPasswordId': {
    access: OWN_SUBSCRIPTION,
    ok: 204,
    spendsItsCaller: true,
  },
  'GET /schools/:schoolId/lists': { access: SCHOOL, ok: 200 },
  'POST /schools/:schoolId/lists': { access: SCHOOL, ok: 201, body: { name: 'Carpool' } },
  'GET /lists/:listId': { access: OWN_LIST, ok: 200 },
  'PATCH /lists/:listId': { access: OWN_LIST, ok: 200, body: { name: 'Carpool' } },
  'DELETE /lists/:listId': { access: OWN_LIST, ok: 204, spendsItsCaller: true },
  'POST /lists/:listId/students': { access: OWN_LIST, ok: 204, body: studentOfTheTarget },
  'DELETE /lists/:listId/students/:studentId': { access: OWN_LIST, ok: 204 },
  'GET /lists/:listId/guardians': { access: OWN_LIST, ok: 200 },
  'POST /lists/:listId/guardians': { access: OWN_LIST, ok: 201, body: parentOfTheTarget },
  'DELETE /lists/:listId/guardians/:guardianId': { access: OWN_LIST, ok: 204, spendsItsCaller: true },
  'GET /lists/:listId/message-recipients': { access: OWN_LIST, ok: 200 },
  'GET /lists/:listId/export.vcf': { access: OWN_LIST, ok: 200 },
  'GET /lists/:listId/candidates': { access: OWN_LIST, ok: 200 },
};
