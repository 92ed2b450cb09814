import type { ContentHash, ImportedRow, RowColumns } from '../../../platform/database/row-columns.js';
import type { Guardian } from './guardian.entity.js';

/** A record that has the email of the person who is erased and is linked to somebody else: it stays, without the email. */
const RECORD = { exported: true, erased: "another person's record" } as const;
const SAID = { ...RECORD, type: 'text', imported: 'always', hashedSince: 1 } as const;

export const GUARDIAN_COLUMNS = {
  id: { ...RECORD, type: 'uuid' },
  schoolId: { ...RECORD, type: 'uuid' },
  studentId: { ...RECORD, type: 'uuid' },
  membershipId: { ...RECORD, type: 'uuid', exported: 'the memberships are a list of their own' },
  sharedMembershipId: { ...RECORD, type: 'uuid', exported: 'the memberships are a list of their own' },
  disowned: { ...RECORD, type: 'boolean', exported: 'says of a record whose it is not' },
  source: { ...RECORD, type: 'text' },
  sourceId: { ...RECORD, type: 'text', exported: 'the key of the source, which may be the email' },
  sourceDigest: { ...RECORD, type: 'text', exported: 'a hash of the other columns' },
  firstName: SAID,
  lastName: SAID,
  email: { ...SAID, erased: true },
  phone: SAID,
  relation: SAID,
  // Not hashed: exports do not say it.
  isPrimary: { ...RECORD, type: 'boolean', imported: 'always' },
  profileVisibility: { ...RECORD, type: 'text', imported: 'given' },
  hiddenByDefault: { ...RECORD, type: 'boolean' },
  mailToken: { ...RECORD, type: 'text', exported: 'a credential' },
  mailsEndedAt: { ...RECORD, type: 'timestamptz' },
  restrictedAt: { ...RECORD, type: 'timestamptz' },
  restrictedUntil: { ...RECORD, type: 'date' },
  restrictionReason: { ...RECORD, type: 'text', exported: "the operator's note, which may speak of others" },
  createdAt: { ...RECORD, type: 'timestamptz' },
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
