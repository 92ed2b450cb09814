/** True for a row of `students` on the roster: an archived one has left the directory, as if they did not exist. */
export const isOnRoster = (student: string): string => `${student}.archived_at is null`;

/** True for a row of `memberships` that was not deactivated. */
export const isActiveMember = (membership: string): string => `${membership}.deactivated_at is null`;
