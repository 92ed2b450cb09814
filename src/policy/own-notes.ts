/** The member who has written notes and set stars: nobody else sees them, no admin either (contract section 0.4). */
export interface NotesOwner {
  school: string;
  membership: string;
}

/** SQL of the member's own notes: student_id, body, created_at and updated_at. */
export const notesBy = ({ school, membership }: NotesOwner): string =>
  `(select student_id, body, created_at, updated_at from notes
    where school_id = ${school} and author_membership_id = ${membership})`;

/** SQL of the students with the member's own star: student_id. */
export const starsBy = ({ school, membership }: NotesOwner): string =>
  `(select student_id from stars where school_id = ${school} and membership_id = ${membership})`;
