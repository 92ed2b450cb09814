import type { ImportedGuardian } from '../../src/features/directory/guardians/guardian.columns.js';
import type { ImportedStudent } from '../../src/features/directory/students/student.columns.js';

/** A student of a feed; the digest is of what is given. */
export const ada = (given: Partial<ImportedStudent> = {}): ImportedStudent => ({
  sourceId: 's1',
  digest: JSON.stringify(given),
  firstName: 'Ada',
  middleName: null,
  lastName: 'Park',
  preferredName: null,
  preferredLastName: null,
  graduationYear: 2030,
  grade: null,
  email: null,
  phone: null,
  ...given,
});

/** Their mother. */
export const eve = (given: Partial<ImportedGuardian> = {}): ImportedGuardian => ({
  studentSourceId: 's1',
  sourceId: 'p1',
  digest: JSON.stringify(given),
  firstName: 'Eve',
  lastName: 'Park',
  email: null,
  phone: null,
  relation: 'mother',
  isPrimary: true,
  ...given,
});
