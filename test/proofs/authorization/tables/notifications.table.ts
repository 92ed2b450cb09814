import { grid } from '../grid.js';
import type { Operation } from '../matrix.table.js';
import { SCHOOL } from '../school.grid.js';

/** For the one whom it was for: for everyone else, admins included, it does not exist. */
const OWN_NOTIFICATION = grid(`
                                                                            | this parent's | another parent's | another school's | the deactivated parent's | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401           | 401              | 401              | 401                      | 401      | 401
  second step missing                                                       | mfa           | mfa              | mfa              | mfa                      | mfa      | mfa
  no school, deactivated parent, former parent                              | 404           | 404              | 404              | 404                      | 404      | 404
  parent of this family                                                     | ok            | 404              | 404              | 404                      | 404      | 404
  parent of another family                                                  | 404           | ok               | 404              | 404                      | 404      | 404
  every editor                                                              | 404           | 404              | 404              | 404                      | 404      | 404
  junior admin, senior admin, admin of another school                       | 404           | 404              | 404              | 404                      | 404      | 404
  parent of another school                                                  | 404           | 404              | ok               | 404                      | 404      | 404
  member of two schools                                                     | 404           | 404              | 404              | 404                      | 404      | 404
`);

export const NOTIFICATION_OPERATIONS: Record<string, Operation> = {
  'GET /schools/:schoolId/notifications': { access: SCHOOL, ok: 200 },
  'POST /schools/:schoolId/notifications/read': { access: SCHOOL, ok: 204 },
  'GET /notifications/:notificationId/link': { access: OWN_NOTIFICATION, ok: 200 },
  'POST /notifications/:notificationId/read': { access: OWN_NOTIFICATION, ok: 204 },
};
