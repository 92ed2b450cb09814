import type { ContentHash } from '../../platform/database/row-columns.js';
import type { ImportedGuardianColumns } from './guardian.columns.js';
import type { ImportedStudentColumns } from './student.columns.js';

export interface ImportedStudent extends ImportedStudentColumns, ContentHash {
  /** Unique within one import. */
  sourceId: string;
  /** True: stored, but not on the roster. Absent means false. */
  archived?: boolean;
}

/** An adult of a student: one a student and adult. The hash does not depend on the student. */
export interface ImportedGuardian extends ImportedGuardianColumns, ContentHash {
  studentSourceId: string;
  /** The adult's id; unique within one student's guardians. */
  sourceId: string;
  /**
   * Not said by the source, but read from what is stored before the school's lock was had: that this adult is the
   * student's (`link`), or who the adult is (`adult`). Nobody is made of what is gone meanwhile.
   */
  readFromStored?: 'link' | 'adult';
}

/** Whose records an import may touch. */
export interface ImportTarget {
  schoolId: string;
  /**
   * The system the records come from. Null: whichever source the school has the id from, and `content`
   * where the school does not have it.
   */
  source: string | null;
}

export interface GuardianLink {
  studentSourceId: string;
  sourceId: string;
}
