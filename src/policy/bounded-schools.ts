/** SQL: whether `bounded`, a session or an application, is for every school, or the person is a member of no other than its own. */
export const isWithinItsSchools = (bounded: string, person: string): string =>
  `(${bounded}.only_schools is null or not exists (select from memberships elsewhere
    where elsewhere.user_id = ${person} and elsewhere.school_id <> all (${bounded}.only_schools)))`;
