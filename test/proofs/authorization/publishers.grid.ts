import { grid } from './grid.js';

/** Who publishes for an organization of the school: admins, and editors with a live grant on it. */
export const PUBLISHERS = grid(`
                                                                            | this school | another school | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401         | 401            | 401      | 401
  second step missing                                                       | mfa         | mfa            | mfa      | mfa
  no school, deactivated parent, former parent                              | 403         | 403            | 403      | 403
  parent of this family, parent of another family                           | no          | 403            | 403      | 403
  editor not started, editor expired, editor revoked                        | no          | 403            | 403      | 403
  editor of another organization                                            | no          | 403            | 403      | 403
  editor, junior admin, senior admin                                        | ok          | 403            | 403      | 403
  parent of another school                                                  | 403         | no             | 403      | 403
  admin of another school                                                   | 403         | ok             | 403      | 403
  member of two schools                                                     | no          | no             | 403      | 403
`);
