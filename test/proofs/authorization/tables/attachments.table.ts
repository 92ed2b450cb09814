import { gridBut } from '../grid.js';
import type { Operation } from '../matrix.table.js';
import { aForm } from '../../../support/upload.factory.js';
import { aPdf } from '../../../support/files/attachment-files.js';
import { SCHOOL } from '../school.grid.js';

/** Admins, and whoever has a live grant on any organization of the school. */
const UPLOADING = gridBut(
  SCHOOL,
  `
  parent of this family, parent of another family                           | 403         | 403            | 403      | 403
  editor not started, editor expired, editor revoked                        | 403         | 403            | 403      | 403
  parent of another school, member of two schools                           | 403         | 403            | 403      | 403`,
);

export const ATTACHMENT_OPERATIONS: Record<string, Operation> = {
  'POST /schools/:schoolId/attachments': {
    access: UPLOADING,
    ok: 201,
    body: () => aForm({ bytes: aPdf(), name: 'Letter.pdf', type: 'application/pdf', entityType: 'notice' }),
  },
};
