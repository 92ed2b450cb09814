import type { ContentHash, ImportedRow, RowColumns } from '../../platform/database/row-columns.js';
import type { StaffMember } from './staff-member.entity.js';

const SAID = { type: 'text', imported: 'always', hashedSince: 1, exported: true } as const;

export const STAFF_COLUMNS = {
  id: { type: 'uuid', exported: true },
  schoolId: { type: 'uuid', exported: true },
  source: { type: 'text', exported: true },
  sourceId: { type: 'text', exported: 'the key of the source: the email or the name' },
  sourceDigest: { type: 'text', exported: 'a hash of the other columns' },
  firstName: SAID,
  lastName: SAID,
  title: SAID,
  department: SAID,
  email: SAID,
  phone: SAID,
  // Not hashed: exports do not say it.
  room: { type: 'text', imported: 'always', exported: true },
  archivedAt: { type: 'timestamptz', exported: true },
} as const satisfies RowColumns<StaffMember>;

/** A member of staff as a source has them. Texts are normalised (`normalizeText`, `normalizeEmail`) by the importer. */
export interface ImportedStaff extends ImportedRow<StaffMember, typeof STAFF_COLUMNS>, ContentHash {
  /** Unique within one import. */
  sourceId: string;
}
