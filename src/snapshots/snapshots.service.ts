import { Inject, Injectable } from '@nestjs/common';
import type { Member } from '../access/caller.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { leastUsed, type Used } from '../http/least-used.js';
import type { ReadyJson } from '../http/ready-json.js';
import type { SeenAlong } from './revision.js';
import { snapshotReads, type SnapshotRead } from './snapshot-reads.js';
import { Snapshot } from './snapshot.js';
import type { SnapshotKind } from './snapshot-kind.js';
import { SnapshotsRepository } from './snapshots.repository.js';

interface Kept extends Used {
  revision: number;
  snapshot: Promise<Snapshot>;
  /** Of memory; 0 until it is there. */
  bytes: number;
}

/**
 * Lists of a school that all its members read alike, written once for each of their states. Nobody is told that one
 * has changed: each reader comes with the revision that the database had after the request came in, and gets what was
 * read for that revision, after it was seen. What was read for another one is never sent.
 */
@Injectable()
export class SnapshotsService {
  /** By kind, school and parameters. */
  private readonly kept = new Map<string, Kept>();
  private readonly mostBytes: number;
  private bytes = 0;
  private uses = 0;

  constructor(
    private readonly repository: SnapshotsRepository,
    @Inject(SETTINGS) { snapshotCacheMb }: Pick<Settings, 'snapshotCacheMb'>,
  ) {
    this.mostBytes = snapshotCacheMb * 1024 * 1024;
  }

  /** Of memory, roughly. */
  get keptBytes(): number {
    return this.bytes;
  }

  /** As the member gets it, in the state that they saw or a later one. */
  async read<Row>(
    kind: SnapshotKind<Row>,
    { schoolId, membershipId }: Pick<Member, 'schoolId' | 'membershipId'>,
    { revision, own = {} }: SeenAlong,
  ): Promise<ReadyJson> {
    const key = [kind.name, schoolId, ...(kind.parameters ?? [])].join();
    const known = this.kept.get(key);
    const kept = known?.revision === revision ? known : this.begin(key, kind, schoolId, revision);
    if (snapshotReads.hasSubscribers)
      snapshotReads.publish({ kind: kind.name, result: resultOf(kept, known) } satisfies SnapshotRead);
    kept.usedAt = this.uses += 1;
    if (kept !== known) {
      this.drop(key);
      this.kept.set(key, kept);
    }
    return (await kept.snapshot).seenBy(membershipId, own);
  }

  /** Those who come meanwhile wait for the same one; when it fails, it fails for them and is forgotten. */
  private begin<Row>(key: string, kind: SnapshotKind<Row>, schoolId: string, revision: number): Kept {
    const snapshot = this.repository
      .rows(kind, schoolId, revision)
      .then((rows) => Snapshot.of(kind.list, kind.write(rows), kind.own));
    const kept: Kept = { revision, snapshot, bytes: 0, usedAt: 0 };
    snapshot.then(
      ({ size }) => this.kept.get(key) === kept && this.weigh(kept, size),
      () => this.kept.get(key) === kept && this.drop(key),
    );
    return kept;
  }

  private weigh(kept: Kept, size: number): void {
    kept.bytes = size;
    this.bytes += size;
    while (this.bytes > this.mostBytes) this.drop(leastUsed(this.kept));
  }

  private drop(key: string): void {
    this.bytes -= this.kept.get(key)?.bytes ?? 0;
    this.kept.delete(key);
  }
}

function resultOf(kept: Kept, known: Kept | undefined): SnapshotRead['result'] {
  if (kept !== known) return 'read';
  return kept.bytes > 0 ? 'kept' : 'waited';
}
