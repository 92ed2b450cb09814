import type { RowColumns } from '../../platform/database/row-columns.js';
import type { Membership } from './membership.entity.js';

/** No statement of an import is made of these: a member is admitted, one by one (`MemberAdmissionService`). */
export const MEMBERSHIP_COLUMNS = {
  id: { type: 'uuid', exported: 'under the name membership_id' },
  schoolId: { type: 'uuid', exported: true },
  userId: { type: 'uuid', exported: 'the account is at the head of the document' },
  role: { type: 'text', exported: true },
  firstName: { type: 'text', exported: true },
  lastName: { type: 'text', exported: true },
  phone: { type: 'text', exported: true },
  profileVisibility: { type: 'text', exported: true },
  hiddenByDefault: { type: 'boolean', exported: true },
  deactivatedAt: { type: 'timestamptz', exported: true },
  joinedAt: { type: 'timestamptz', exported: true },
  studentsGoneAt: { type: 'timestamptz', exported: true },
  endedWithoutStudents: {
    type: 'boolean',
    exported: 'the status says that it ended, and the date above why',
  },
  sourceDigest: { type: 'text', exported: 'a hash of the other columns' },
} as const satisfies RowColumns<Membership>;
