/*
 * A school that has moved to another installation is still read here, until its rows go; what the service does by itself is
 * done where the school is now. The database refuses whatever else would be written (migration 1796995000000).
 */

/** SQL: true for a row `school` of `schools` that has not moved away. */
export const isHere = (school: string): string => `${school}.moved_at is null`;

/** SQL: the same of the school with this id. */
export const isOfSchoolHere = (schoolId: string): string =>
  `exists (select from schools here where here.id = ${schoolId} and ${isHere('here')})`;
