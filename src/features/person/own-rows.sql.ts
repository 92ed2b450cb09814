/** Joins the rows `row` to the person's own memberships. */
export const ofMember = (row: string, column = 'membership_id'): string =>
  `join member m on m.school_id = ${row}.school_id and m.id = ${row}.${column}`;
