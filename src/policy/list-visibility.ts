/** True where this is the id of a list of the member's: a list is its owner's alone. */
export const isOwnList = (
  list: string,
  { school, membership }: { school: string; membership: string },
): string =>
  `exists (select from lists where id = ${list} and owner_membership_id = ${membership} and school_id = ${school})`;

/** SQL of the students on a list: student_id. Whose list it is, is asked by {@link isOwnList}. */
export const studentsOnList = (list: string, school: string): string =>
  `(select student_id from list_students where school_id = ${school} and list_id = ${list})`;
