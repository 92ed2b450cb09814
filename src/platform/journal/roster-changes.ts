import { type Change, record, type Recording } from './recorded-changes.js';

/** Of more people and organizations than this a write says `roster.changed`: to read everything anew is cheaper then. */
export const MAX_SINGLE_CHANGES = 200;

/** Says of each what has happened to it, or of very many at once that everyone's list is another one. */
export function recordRosterChanges(
  recording: Recording & { schoolId: string },
  changes: Omit<Change, 'schoolId'>[],
): void {
  const recorded =
    changes.length > MAX_SINGLE_CHANGES
      ? [{ kind: 'roster.changed' as const, id: recording.schoolId }]
      : changes;
  for (const change of recorded) record(recording, change);
}
