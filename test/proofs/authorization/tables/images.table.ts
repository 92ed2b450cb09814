import { grid, gridBut } from '../grid.js';
import type { Operation } from '../matrix.table.js';
import { SCHOOL } from '../school.grid.js';

/** Whoever may upload sends no form here: 400. */
const UPLOADER = gridBut(
  SCHOOL,
  `
  parent of this family, parent of another family                           | 403         | 403            | 403      | 403
  editor, editor of another organization                                    | 400         | 403            | 403      | 403
  editor not started, editor expired, editor revoked                        | 403         | 403            | 403      | 403
  junior admin, senior admin                                                | 400         | 403            | 403      | 403
  parent of another school                                                  | 403         | 403            | 403      | 403
  admin of another school                                                   | 403         | 400            | 403      | 403
  member of two schools                                                     | 403         | 403            | 403      | 403`,
);

/** An image is there for whoever sees an item that embeds it, before that for its uploader: the parent of this family. */
const IMAGE = grid(`
                                                                            | image of an organization | image of an archived one | image that nothing embeds | image of another school | image that is elsewhere | invented image | malformed image
  anonymous, garbage token, forged token, expired token, signed out         | 401                      | 401                      | 401                       | 401                     | 401                     | 401            | 401
  second step missing                                                       | mfa                      | mfa                      | mfa                       | mfa                     | mfa                     | mfa            | mfa
  no school, deactivated parent, former parent                              | 403                      | 403                      | 403                       | 403                     | 403                     | 403            | 403
  parent of this family                                                     | ok                       | 404                      | ok                        | 403                     | 404                     | 404            | 404
  parent of another family, every editor                                    | ok                       | 404                      | 404                       | 403                     | 404                     | 404            | 404
  junior admin, senior admin                                                | ok                       | ok                       | 404                       | 403                     | 404                     | 404            | 404
  parent of another school, admin of another school                         | 403                      | 403                      | 403                       | ok                      | 403                     | 403            | 403
  member of two schools                                                     | ok                       | 404                      | 404                       | ok                      | 404                     | 404            | 404
`);

export const IMAGE_OPERATIONS: Record<string, Operation> = {
  'POST /schools/:schoolId/images': { access: UPLOADER, ok: 201 },
  'GET /schools/:schoolId/images/:imageId/download-url': { access: IMAGE, ok: 200 },
};
