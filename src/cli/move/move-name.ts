/** With it begin the names of whatever a move of a school makes in the two databases. */
export const MOVE_PREFIX = 'school_move_';

/** Name of the publication, the replication slot, the subscription and the database in which a school is received. */
export const moveName = (schoolId: string): string => `${MOVE_PREFIX}${schoolId.replaceAll('-', '')}`;
