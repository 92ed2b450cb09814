import { SCHOOL_WRITES_LOCK } from './advisory-locks.js';

/*
 * A school that has moved to another installation is still read here, until its rows go; what the service does by itself is
 * done where the school is now. The database refuses whatever else would be written (migration 1796995000000).
 */

/** SQL: true for a row `school` of `schools` that has not moved away. */
export const isHere = (school: string): string => `${school}.moved_at is null`;

/** SQL: the same of the school with this id. */
export const isOfSchoolHere = (schoolId: string): string =>
  `exists (select from schools here where here.id = ${schoolId} and ${isHere('here')})`;

/**
 * SQL: the school with this id takes writes, to the end of the transaction. It shares the lock that a move holds, as each write does
 * (migration 1796995000000): a statement over all schools leaves one that is moving out, and does not fail for the others.
 */
export const takesWrites = (schoolId: string): string =>
  `(${isOfSchoolHere(schoolId)}
    and pg_try_advisory_xact_lock_shared(${SCHOOL_WRITES_LOCK}, hashtext(${schoolId}::text) & 1023))`;
