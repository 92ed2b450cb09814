import type { ContentHash, ImportedRow, RowColumns } from '../../../platform/database/row-columns.js';
import type { Guardian } from './guardian.entity.js';

const SAID = { type: 'text', imported: 'always', hashedSince: 1, exported: true } as const;

export const GUARDIAN_COLUMNS = {
  id: { type: 'uuid', exported: true },
  schoolId: { type: 'uuid', exported: true },
  studentId: { type: 'uuid', exported: true },
  membershipId: { type: 'uuid', exported: 'the memberships are a list of their own' },
  sharedMembershipId: { type: 'uuid', exported: 'the memberships are a list of their own' },
  disowned: { type: 'boolean', exported: 'says of a record whose it is not' },
  source: { type: 'text', exported: true },
  sourceId: { type: 'text', exported: 'the key of the source, which may be the email' },
  sourceDigest: { type: 'text', exported: 'a hash of the other columns' },
  firstName: SAID,
  lastName: SAID,
  email: SAID,
  phone: SAID,
  relation: SAID,
  // Not hashed: exports do not say it.
  isPrimary: { type: 'boolean', imported: 'always', exported: true },
  profileVisibility: { type: 'text', imported: 'given', exported: true },
  hiddenByDefault: { type: 'boolean', exported: true },
  createdAt: { type: 'timestamptz', exported: true },
} as const satisfies RowColumns<Guardian>;

/** An adult of a student, as a source has them: one for each student and adult. The hash does not depend on the student. */
export interface ImportedGuardian extends ImportedRow<Guardian, typeof GUARDIAN_COLUMNS>, ContentHash {
  studentSourceId: string;
  /** The adult's id; unique within one student's guardians. */
  sourceId: string;
  /**
   * Not said by the source, but read from what is stored before the school's lock was had: that this adult is the
   * student's (`link`), or who the adult is (`adult`). Nobody is made of what is gone meanwhile.
   */
  readFromStored?: 'link' | 'adult';
}
