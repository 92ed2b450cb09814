/**
 * `sourceDigest` of an event or series: a hash of all that the source says of it, and behind a dot under which title and
 * when it says so, which an edit here does not change.
 */
export const digestWithSubject = (hash: string, subject: string): string => `${hash}.${subject}`;

/** Null where it was stored without one. */
export function subjectOf(digest: string | null): string | null {
  const at = digest?.indexOf('.') ?? -1;
  return at < 0 ? null : digest!.slice(at + 1);
}

/** An occurrence in the source that comes without its series. */
export interface SeparateVersion {
  sequence: number;
  /** `20261103T080000Z`, or empty. */
  modified: string;
  hash: string;
}

const SEPARATE = /^(separate|edited):(\d+):([^:]*):(.+)$/;

/** `sourceDigest` of an occurrence that the source has told without its series. */
export const separateDigest = ({ sequence, modified, hash }: SeparateVersion): string =>
  `separate:${sequence}:${modified.replaceAll(':', '')}:${hash}`;

/** Null where the occurrence came with its series. It is still known once somebody has edited the occurrence here. */
export function separateVersionOf(digest: string | null): SeparateVersion | null {
  const [, , sequence, modified, hash] = SEPARATE.exec(digest ?? '') ?? [];
  return sequence === undefined ? null : { sequence: Number(sequence), modified: modified!, hash: hash! };
}

/** Whether a series that comes again without the occurrence leaves it as it is. */
export const isSeparate = (digest: string | null): boolean => separateVersionOf(digest) !== null;

/** Once somebody has edited the occurrence here. */
export const editedDigest = (digest: string | null): string | null =>
  isSeparate(digest) ? digest!.replace(/^separate:/, 'edited:') : null;

/** True where the occurrence has not been edited here since. */
export const isUnedited = (digest: string | null): boolean => digest?.startsWith('separate:') ?? false;

/** Whether an event or series is as an import has left it: nobody has changed it here since. False where that is not known. */
export const isAsImported = ({ updatedAt, sourceUpdatedAt }: ImportedState): boolean =>
  sourceUpdatedAt?.getTime() === updatedAt.getTime();

interface ImportedState {
  updatedAt: Date;
  sourceUpdatedAt: Date | null;
}
