import type { ImportProgress } from '../../import-progress.js';
import type { RosterSet, SetFile } from './set-files.js';

/** The same files; whoever waits sees how much of each has been read. */
export function watchedSet(set: RosterSet, progress: ImportProgress): RosterSet {
  async function* bytes(file: SetFile): AsyncIterable<Buffer> {
    let done = 0;
    for await (const chunk of set.bytes(file)) {
      progress.step(`Reading ${file}.csv`, done, set.sizeOf(file));
      yield chunk;
      done += chunk.length;
    }
  }
  return { ...set, bytes };
}
