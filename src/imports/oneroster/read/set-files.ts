/** The files of a set that are looked at at all; demographics, profiles and results never are. */
export const SET_FILES = [
  'manifest',
  'orgs',
  'academicSessions',
  'users',
  'roles',
  'relationships',
  'classes',
  'courses',
  'enrollments',
] as const;

export type SetFile = (typeof SET_FILES)[number];

/** A folder or a zip file with the CSV files of one export. */
export interface RosterSet {
  has(file: SetFile): boolean;
  /** Bytes of a file, as far as they are known beforehand. */
  sizeOf(file: SetFile): number;
  bytes(file: SetFile): AsyncIterable<Buffer>;
  close(): void;
}
