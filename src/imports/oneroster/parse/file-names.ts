import type { IssueLog } from '../issue-log.js';

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
export interface RosterSource {
  has(file: SetFile): boolean;
  /** Bytes of a file, as far as they are known beforehand. */
  sizeOf(file: SetFile): number;
  bytes(file: SetFile): AsyncIterable<Buffer>;
  close(): void;
}

interface Candidate<T> {
  name: string;
  depth: number;
  item: T;
}

const BY_NAME = new Map<string, SetFile>(SET_FILES.map((file) => [`${file.toLowerCase()}.csv`, file]));

/** The known file that a path means by its last part; whatever stands before it is never used as a path. */
export function setFileOf(path: string): SetFile | null {
  const parts = path.split(/[\\/]/);
  if (parts.includes('__MACOSX')) return null;
  const name = (parts.at(-1) ?? '').toLowerCase().replace(/[ _-]/g, '');
  return BY_NAME.get(name) ?? null;
}

/** One file a name: the one nearest to the top, the others reported. */
export function chooseFiles<T>(candidates: Candidate<T>[], log: IssueLog): Map<SetFile, T> {
  const chosen = new Map<SetFile, T>();
  for (const { name, item } of candidates.toSorted((a, b) => a.depth - b.depth)) {
    const file = setFileOf(name);
    if (!file) continue;
    if (!chosen.has(file)) chosen.set(file, item);
    else {
      const location = { file: `${file}.csv`, line: 0 };
      log.warn(
        location,
        'duplicate_file',
        name,
        'The export has this file twice; the one nearest to the top was read.',
      );
    }
  }
  return chosen;
}
