import type { GuardianRelation } from '../../../features/directory/guardian-relation.js';

export interface StoredSchool {
  id: string;
  name: string;
}

export interface StoredPlacement {
  schoolSourceId: string;
  sourceId: string;
  kind: 'student' | 'staff';
  /** Of staff. */
  title: string | null;
  department: string | null;
}

export interface StoredGuardian {
  schoolSourceId: string;
  studentSourceId: string;
  sourceId: string;
  digest: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  relation: GuardianRelation;
  isPrimary: boolean;
}

export interface StoredClass {
  schoolSourceId: string;
  archived: boolean;
}

/** What the schools of this source have of the people whom an export names without saying everything of them. */
export interface StoredRoster {
  /** By source id. */
  schools: Map<string, StoredSchool>;
  /** Not archived. */
  placements: StoredPlacement[];
  guardians: StoredGuardian[];
  /** By source id; only where an export need not say everything of its classes. */
  classes: Map<string, StoredClass>;
}
