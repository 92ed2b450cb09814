import type { ImportedRow, RowColumns } from '../../platform/database/row-columns.js';
import type { Guardian } from './guardian.entity.js';

const SAID = { type: 'text', imported: 'always', hashedSince: 1, exported: true } as const;

export const GUARDIAN_COLUMNS = {
  id: { type: 'uuid', exported: true },
  schoolId: { type: 'uuid', exported: true },
  studentId: { type: 'uuid', exported: true },
  membershipId: { type: 'uuid', exported: 'the memberships are a list of their own' },
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
  createdAt: { type: 'timestamptz', exported: true },
} as const satisfies RowColumns<Guardian>;

/** Of a guardian, what sources say. Texts are normalised by whoever imports. */
export type ImportedGuardianColumns = ImportedRow<Guardian, typeof GUARDIAN_COLUMNS>;
