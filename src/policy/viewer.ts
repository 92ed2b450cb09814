/** Who looks at rows of a school, as SQL: the masks ask it. */
export interface Viewer {
  /** The school whose rows are looked at: a placeholder, or a column. */
  school: string;
  /** The caller's membership id: a placeholder, for instance `$2`, or a column. */
  membership: string;
  /** Whether the caller is an admin of the school: a placeholder, or a constant. */
  admin: string;
  /** SQL, an array: the students from whom the caller is kept apart, where it is known already; else it is found. */
  restrictedStudents?: string;
}
