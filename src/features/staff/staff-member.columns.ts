import type { ContentHash, ImportedRow, RowColumns } from '../../platform/database/row-columns.js';
import type { StaffMember } from './staff-member.entity.js';

const RECORD = { exported: true, erased: 'the record is deleted as a whole' } as const;
const SAID = { ...RECORD, type: 'text', imported: 'always', hashedSince: 1 } as const;

export const STAFF_COLUMNS = {
  id: { ...RECORD, type: 'uuid' },
  schoolId: { ...RECORD, type: 'uuid' },
  source: { ...RECORD, type: 'text' },
  sourceId: { ...RECORD, type: 'text', exported: 'the key of the source: the email or the name' },
  sourceDigest: { ...RECORD, type: 'text', exported: 'a hash of the other columns' },
  firstName: SAID,
  lastName: SAID,
  title: SAID,
  department: SAID,
  email: SAID,
  phone: SAID,
  // Not hashed: exports do not say it.
  room: { ...RECORD, type: 'text', imported: 'always' },
  archivedAt: { ...RECORD, type: 'timestamptz' },
} as const satisfies RowColumns<StaffMember>;

/** A member of staff as a source has them. Texts are normalised (`normalizeText`, `normalizeEmail`) by the importer. */
export interface ImportedStaff extends ImportedRow<StaffMember, typeof STAFF_COLUMNS>, ContentHash {
  /** Unique within one import. */
  sourceId: string;
}
