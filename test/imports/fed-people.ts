import type { FedGuardian, FedStudent } from '../../src/features/directory/roster-feed.js';

/** A student of a feed; the digest is of what is given. */
export const ada = (given: Partial<FedStudent> = {}): FedStudent => ({
  sourceId: 's1',
  digest: JSON.stringify(given),
  firstName: 'Ada',
  middleName: null,
  lastName: 'Park',
  preferredName: null,
  graduationYear: 2030,
  grade: null,
  email: null,
  phone: null,
  ...given,
});

/** Their mother. */
export const eve = (given: Partial<FedGuardian> = {}): FedGuardian => ({
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
