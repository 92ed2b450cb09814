import { type Change, record, type Recording } from './recorded-changes.js';

/** Of more people and organizations than this a write says `roster.changed`: to read everything anew is cheaper then. */
export const MAX_TOLD_SINGLY = 200;

/** Says of each what has happened to it, or of very many at once that everyone's list is another one. */
export function recordRosterChanges(
  recording: Recording & { schoolId: string },
  changes: Omit<Change, 'schoolId'>[],
): void {
  const told =
    changes.length > MAX_TOLD_SINGLY
      ? [{ kind: 'roster.changed' as const, id: recording.schoolId }]
      : changes;
  for (const change of told) record(recording, change);
}
