import { Inject, Injectable } from '@nestjs/common';
import type { Member } from '../access/caller.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import type { ReadyJson } from '../http/ready-json.js';
import type { SeenAlong } from './revision.js';
import { Snapshot } from './snapshot.js';
import type { SnapshotKind } from './snapshot-kind.js';
import { SnapshotsRepository } from './snapshots.repository.js';

interface Kept {
  revision: number;
  snapshot: Promise<Snapshot>;
  /** Null until it is there. */
  written: Snapshot | null;
}

/**
 * Lists of a school that all its members read alike, written once for each of their states. Nobody is told that one
 * has changed: each reader comes with the revision that the database had after the request came in, and gets what was
 * read for that revision, after it was seen. What was read for another one is never sent.
 */
@Injectable()
export class SnapshotsService {
  /** By kind and school; the one used last is the last one. */
  private readonly kept = new Map<string, Kept>();
  private readonly mostBytes: number;

  constructor(
    private readonly repository: SnapshotsRepository,
    @Inject(SETTINGS) { snapshotCacheMb }: Pick<Settings, 'snapshotCacheMb'>,
  ) {
    this.mostBytes = snapshotCacheMb * 1024 * 1024;
  }

  /** As the member gets it, in the state that they saw or a later one. */
  async read<Row>(
    kind: SnapshotKind<Row>,
    { schoolId, membershipId }: Pick<Member, 'schoolId' | 'membershipId'>,
    { revision, own = {} }: SeenAlong,
  ): Promise<ReadyJson> {
    const key = `${kind.name} ${schoolId}`;
    const known = this.kept.get(key);
    const kept = known?.revision === revision ? known : this.begin(key, kind, schoolId, revision);
    this.kept.delete(key);
    this.kept.set(key, kept);
    return (await kept.snapshot).seenBy(membershipId, own);
  }

  /** Those who come meanwhile wait for the same one; when it fails, it fails for them and is forgotten. */
  private begin<Row>(key: string, kind: SnapshotKind<Row>, schoolId: string, revision: number): Kept {
    const snapshot = this.repository
      .rows(kind, schoolId)
      .then((rows) => Snapshot.of(kind.list, kind.write(rows)));
    const kept: Kept = { revision, snapshot, written: null };
    snapshot.then(
      (written) => {
        kept.written = written;
        this.makeRoom();
      },
      () => this.kept.get(key) === kept && this.kept.delete(key),
    );
    return kept;
  }

  private makeRoom(): void {
    const sizes = [...this.kept].map(([key, { written }]) => [key, written?.size ?? 0] as const);
    let bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
    for (const [key, size] of sizes) {
      if (bytes <= this.mostBytes) return;
      this.kept.delete(key);
      bytes -= size;
    }
  }
}
