import { grid, gridBut } from '../grid.js';
import type { Operation } from '../matrix.table.js';

/** To see a photo: hidden and unknown people are 403 (contract decision b). */
const STUDENT_PHOTO = grid(`
                                                                            | this family's | another family's | another school's | archived | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401           | 401              | 401              | 401      | 401      | 401
  second step missing                                                       | mfa           | mfa              | mfa              | mfa      | mfa      | mfa
  no school, deactivated parent, former parent                              | 403           | 403              | 403              | 403      | 403      | 403
  parent of this family, parent of another family, junior admin             | ok            | ok               | 403              | 403      | 403      | 403
  senior admin                                                              | ok            | ok               | 403              | 403      | 403      | 403
  every editor                                                              | ok            | ok               | 403              | 403      | 403      | 403
  parent of another school, admin of another school                         | 403           | 403              | ok               | 403      | 403      | 403
  member of two schools                                                     | ok            | ok               | ok               | 403      | 403      | 403
`);

/** A photo is the family's and the admins' to change. */
const STUDENT_PHOTO_WRITING = gridBut(
  STUDENT_PHOTO,
  `
  parent of this family                                                     | ok            | no               | 403              | 403      | 403      | 403
  parent of another family                                                  | no            | ok               | 403              | 403      | 403      | 403
  every editor                                                              | no            | no               | 403              | 403      | 403      | 403
  member of two schools                                                     | no            | no               | no               | 403      | 403      | 403`,
);

/** Whoever may write has uploaded nothing: 400. */
const STUDENT_PHOTO_CONFIRMING = gridBut(
  STUDENT_PHOTO_WRITING,
  `
  parent of this family                                                     | 400           | no               | 403              | 403      | 403      | 403
  parent of another family                                                  | no            | 400              | 403              | 403      | 403      | 403
  junior admin, senior admin                                                | 400           | 400              | 403              | 403      | 403      | 403
  parent of another school, admin of another school                         | 403           | 403              | 400              | 403      | 403      | 403`,
);

const PARENT_PHOTO = grid(`
                                                                            | this family's | another family's | another school's | deactivated | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401           | 401              | 401              | 401         | 401      | 401
  second step missing                                                       | mfa           | mfa              | mfa              | mfa         | mfa      | mfa
  no school, deactivated parent, former parent                              | 403           | 403              | 403              | 403         | 403      | 403
  parent of this family, parent of another family, junior admin             | ok            | ok               | 403              | 403         | 403      | 403
  senior admin                                                              | ok            | ok               | 403              | 403         | 403      | 403
  every editor                                                              | ok            | ok               | 403              | 403         | 403      | 403
  parent of another school, admin of another school                         | 403           | 403              | ok               | 403         | 403      | 403
  member of two schools                                                     | ok            | ok               | ok               | 403         | 403      | 403
`);

/** Of many at once: who may not be seen is left out. */
const PHOTOS_OF_SCHOOL = grid(`
                                                                            | this school | another school | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401         | 401            | 401      | 401
  second step missing                                                       | mfa         | mfa            | mfa      | mfa
  no school, deactivated parent, former parent                              | 403         | 403            | 403      | 403
  parent of this family, parent of another family, junior admin             | ok          | 403            | 403      | 403
  senior admin                                                              | ok          | 403            | 403      | 403
  every editor                                                              | ok          | 403            | 403      | 403
  parent of another school, admin of another school                         | 403         | ok             | 403      | 403
  member of two schools                                                     | ok          | ok             | 403      | 403
`);

const OWN_PHOTO = grid(`
                                                                                       | itself
  anonymous, garbage token, forged token, expired token, signed out                    | 401
  second step missing                                                                  | mfa
  no school, deactivated parent, former parent                                         | 403
  parent of this family, parent of another family, junior admin, senior admin          | ok
  every editor                                                                         | ok
  parent of another school, admin of another school, member of two schools             | ok
`);

/** Whoever may have a photo has uploaded nothing: 400. */
const OWN_PHOTO_CONFIRMING = gridBut(
  OWN_PHOTO,
  `
  parent of this family, parent of another family, junior admin, senior admin          | 400
  every editor                                                                         | 400
  parent of another school, admin of another school, member of two schools             | 400`,
);

export const PHOTO_OPERATIONS: Record<string, Operation> = {
  'POST /schools/:schoolId/photo-urls': {
    access: PHOTOS_OF_SCHOOL,
    ok: 200,
    body: { students: [], parents: [] },
  },
  'GET /students/:studentId/photo/download-url': { access: STUDENT_PHOTO, ok: 200 },
  'POST /students/:studentId/photo/upload-url': {
    access: STUDENT_PHOTO_WRITING,
    ok: 200,
    body: { content_type: 'image/jpeg' },
  },
  'POST /students/:studentId/photo': {
    access: STUDENT_PHOTO_CONFIRMING,
    ok: 200,
    body: { photo_key: 'student-photos/x.jpg' },
  },
  'DELETE /students/:studentId/photo': { access: STUDENT_PHOTO_WRITING, ok: 204 },
  'GET /parents/:parentId/photo/download-url': { access: PARENT_PHOTO, ok: 200 },
  'POST /me/photo/upload-url': { access: OWN_PHOTO, ok: 200, body: { content_type: 'image/jpeg' } },
  'POST /me/photo': { access: OWN_PHOTO_CONFIRMING, ok: 200, body: { photo_key: 'parent-photos/x.jpg' } },
  'DELETE /me/photo': { access: OWN_PHOTO, ok: 204 },
};
