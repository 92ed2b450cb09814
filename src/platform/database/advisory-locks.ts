/** Held by whoever changes tables. Any number that nothing else in this database locks on; so are the others. */
export const MIGRATION_LOCK = 7_205_759_403;

/** Held by a backup, and shared by whoever removes objects: what a backup has seen named stays until it is done. */
export const OBJECTS_STAY_LOCK = 7_205_759_404;

/** Shared by every import of a school, and held by whoever wants none to run anywhere. */
export const IMPORTS_LOCK = 7_205_759_405;

/** Held by whoever makes or drops partitions. */
export const PARTITIONS_LOCK = 7_205_759_406;

/** Held by whoever adds to a location of backups and removes old ones there. */
export const BACKUPS_LOCK = 7_205_759_407;

/**
 * Shared by whoever writes a row of a school, and held by a move that lets nobody write any more: the first of two numbers, the
 * second is one of 1,024 for the school. Migration 1796995000000 has it in its triggers.
 */
export const SCHOOL_WRITES_LOCK = 1_720_575_940;

/** Held by the one command that moves a school: the first of two numbers, the second is for the school. */
export const MOVE_LOCK = 1_720_575_941;
