import type { RosterStudent } from '../../../features/directory/roster/roster.importer.js';
import type { ImportedGuardian } from '../../../features/directory/guardians/guardian.columns.js';

export interface StoredSchool {
  id: string;
  name: string;
}

export interface StoredPlacement {
  schoolSourceId: string;
  sourceId: string;
  kind: 'student' | 'staff';
  /** Title of a member of staff. */
  title: string | null;
  department: string | null;
}

export interface StoredGuardian extends Omit<ImportedGuardian, 'earlierDigests' | 'readFromStored'> {
  schoolSourceId: string;
}

export interface StoredClass {
  schoolSourceId: string;
  archived: boolean;
}

/** On the roster of a school of this source. */
export interface StoredStudent extends RosterStudent {
  /** School of the student. */
  schoolId: string;
  schoolSourceId: string;
}

/** Stored records of the schools of this source, about people whom an export names incompletely. */
export interface StoredRoster {
  /** By source id. */
  schools: Map<string, StoredSchool>;
  /** Not archived. */
  placements: StoredPlacement[];
  guardians: StoredGuardian[];
  /** By source id; only where an export need not say everything of its classes. */
  classes: Map<string, StoredClass>;
}
