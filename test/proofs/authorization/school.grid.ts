import { grid } from './grid.js';

/** A school that is none of the caller's and one that does not exist are refused alike. */
export const SCHOOL = grid(`
                                                                            | this school | another school | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401         | 401            | 401      | 401
  second step missing                                                       | mfa         | mfa            | mfa      | mfa
  no school, deactivated parent, former parent                              | 403         | 403            | 403      | 403
  parent of this family, parent of another family, junior admin             | ok          | 403            | 403      | 403
  every editor                                                              | ok          | 403            | 403      | 403
  senior admin                                                              | ok          | 403            | 403      | 403
  parent of another school, admin of another school                         | 403         | ok             | 403      | 403
  member of two schools                                                     | ok          | ok             | 403      | 403
`);

/** What the office does: its admins alone. */
export const ADMINS = grid(`
                                                                            | this school | another school | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401         | 401            | 401      | 401
  second step missing                                                       | mfa         | mfa            | mfa      | mfa
  no school, deactivated parent, former parent                              | 403         | 403            | 403      | 403
  parent of this family, parent of another family                           | role        | 403            | 403      | 403
  every editor                                                              | role        | 403            | 403      | 403
  junior admin, senior admin                                                | ok          | 403            | 403      | 403
  parent of another school                                                  | 403         | role           | 403      | 403
  admin of another school                                                   | 403         | ok             | 403      | 403
  member of two schools                                                     | role        | role           | 403      | 403
`);

/** What nobody below a senior admin may see or do: who did what, and the categories. */
export const SENIOR_ADMINS = grid(`
                                                                            | this school | another school | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401         | 401            | 401      | 401
  second step missing                                                       | mfa         | mfa            | mfa      | mfa
  no school, deactivated parent, former parent                              | 403         | 403            | 403      | 403
  parent of this family, parent of another family, junior admin             | 403         | 403            | 403      | 403
  every editor                                                              | 403         | 403            | 403      | 403
  senior admin                                                              | ok          | 403            | 403      | 403
  parent of another school                                                  | 403         | 403            | 403      | 403
  admin of another school                                                   | 403         | ok             | 403      | 403
  member of two schools                                                     | 403         | 403            | 403      | 403
`);

export const SIGNED_IN = grid(`
                                                                                       | itself
  anonymous, garbage token, forged token, expired token, signed out                    | 401
  second step missing                                                                  | mfa
  no school, deactivated parent, former parent                                         | ok
  parent of this family, parent of another family, junior admin, senior admin          | ok
  every editor                                                                         | ok
  parent of another school, admin of another school, member of two schools             | ok
`);
