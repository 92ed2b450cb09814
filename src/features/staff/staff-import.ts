import type { ContentHash } from '../../platform/database/row-columns.js';
import type { ImportedStaffColumns } from './staff-member.columns.js';

export interface ImportedStaff extends ImportedStaffColumns, ContentHash {
  /** Unique within one import. */
  sourceId: string;
}

export interface StaffImportTarget {
  schoolId: string;
  source: string;
}
