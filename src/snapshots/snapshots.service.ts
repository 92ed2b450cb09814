import { Inject, Injectable } from '@nestjs/common';
import type { Member } from '../access/caller.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { BoundedMap } from '../http/bounded-map.js';
import type { ReadyJson } from '../http/ready-json.js';
import type { SeenAlong } from './revision.js';
import { snapshotReads, type SnapshotRead } from './snapshot-reads.js';
import { Snapshot } from './snapshot.js';
import type { SnapshotKind } from './snapshot-kind.js';
import { SnapshotsRepository } from './snapshots.repository.js';

interface Kept {
  revision: number;
  snapshot: Promise<Snapshot>;
  /** Until it is there, it waits for the database. */
  isThere: boolean;
}

/**
 * Lists of a school that all its members read alike, written once for each of their states. Nobody is told that one
 * has changed: each reader comes with the revision that the database had after the request came in, and gets what was
 * read for that revision, after it was seen. What was read for another one is never sent.
 */
@Injectable()
export class SnapshotsService {
  /** By kind, school and parameters. */
  private readonly kept: BoundedMap<Kept>;

  constructor(
    private readonly repository: SnapshotsRepository,
    @Inject(SETTINGS) { snapshotCacheMb }: Pick<Settings, 'snapshotCacheMb'>,
  ) {
    this.kept = new BoundedMap(snapshotCacheMb * 1024 * 1024);
  }

  /** Of memory, roughly. */
  get keptBytes(): number {
    return this.kept.bytes;
  }

  /** As the member gets it, in the state that they saw or a later one. */
  async read<Row>(
    kind: SnapshotKind<Row>,
    { schoolId, membershipId }: Pick<Member, 'schoolId' | 'membershipId'>,
    { revision, ...seen }: SeenAlong,
  ): Promise<ReadyJson> {
    const key = [kind.name, schoolId, ...(kind.parameters ?? [])].join();
    const known = this.kept.find(key);
    const kept = known?.revision === revision ? known : this.begin(key, kind, schoolId, revision);
    if (snapshotReads.hasSubscribers)
      snapshotReads.publish({ kind: kind.name, result: resultOf(kept, known) } satisfies SnapshotRead);
    return (await kept.snapshot).seenBy(membershipId, seen);
  }

  /** Those who come meanwhile wait for the same one; when it fails, it fails for them and is forgotten. */
  private begin<Row>(key: string, kind: SnapshotKind<Row>, schoolId: string, revision: number): Kept {
    const snapshot = this.repository
      .rows(kind, schoolId, revision)
      .then((rows) => Snapshot.of(kind.list, kind.write(rows), kind));
    const kept: Kept = { revision, snapshot, isThere: false };
    this.kept.keep(key, kept, 0);
    const isLatest = (): boolean => this.kept.find(key) === kept;
    snapshot.then(
      ({ size }) => {
        kept.isThere = true;
        if (isLatest()) this.kept.keep(key, kept, size);
      },
      () => isLatest() && this.kept.drop(key),
    );
    return kept;
  }
}

function resultOf(kept: Kept, known: Kept | undefined): SnapshotRead['result'] {
  if (kept !== known) return 'read';
  return kept.isThere ? 'kept' : 'waited';
}
