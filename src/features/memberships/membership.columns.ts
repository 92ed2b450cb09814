import type { RowColumns } from '../../platform/database/row-columns.js';
import type { Membership } from './membership.entity.js';

const RECORD = { exported: true, erased: 'the membership is deleted as a whole' } as const;

/** No statement of an import is made of these: a member is admitted, one by one (`MemberAdmissionService`). */
export const MEMBERSHIP_COLUMNS = {
  id: { ...RECORD, type: 'uuid', exported: 'under the name membership_id' },
  schoolId: { ...RECORD, type: 'uuid' },
  userId: { ...RECORD, type: 'uuid', exported: 'the account is at the head of the document' },
  role: { ...RECORD, type: 'text' },
  firstName: { ...RECORD, type: 'text' },
  lastName: { ...RECORD, type: 'text' },
  phone: { ...RECORD, type: 'text' },
  profileVisibility: { ...RECORD, type: 'text' },
  hiddenByDefault: { ...RECORD, type: 'boolean' },
  deactivatedAt: { ...RECORD, type: 'timestamptz' },
  joinedAt: { ...RECORD, type: 'timestamptz' },
  studentsGoneAt: { ...RECORD, type: 'timestamptz' },
  endedWithoutStudents: {
    ...RECORD,
    type: 'boolean',
    exported: 'the status says that it ended, and the date above why',
  },
  sourceDigest: { ...RECORD, type: 'text', exported: 'a hash of the other columns' },
} as const satisfies RowColumns<Membership>;
