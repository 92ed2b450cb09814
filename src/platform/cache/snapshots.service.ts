import { Inject, Injectable } from '@nestjs/common';
import type { Member } from '../auth/caller.js';
import { SETTINGS } from '../config/settings.constants.js';
import type { Settings } from '../config/settings.js';
import { LruCache } from './lru-cache.js';
import type { PreparedJson } from '../http/prepared-json.js';
import { type SnapshotRead, snapshotReads } from '../observability/snapshot-reads.js';
import type { RequestContext, SnapshotKind } from './snapshot-kind.js';
import { Snapshot } from './snapshot.js';
import { SnapshotsRepository } from './snapshots.repository.js';

/**
 * A list that is being read counts as one byte, so this many reads are shared even where nothing may be kept. No list
 * that is there is as small.
 */
const MIN_BYTES = 1_000;

interface CachedSnapshot {
  revision: number;
  snapshot: Promise<Snapshot>;
  /** Until it is there, it waits for the database. */
  isThere: boolean;
}

/**
 * Lists of a school that all its members read alike, written once for each of their states. Nobody is told that one
 * has changed: each reader comes with the revision that the database had after the request came in, and gets what was
 * read for that revision or a later one, after it was seen. What was read for an earlier one is never sent.
 */
@Injectable()
export class SnapshotsService {
  /** By kind, school and parameters. */
  private readonly cached: LruCache<CachedSnapshot>;

  constructor(
    private readonly repository: SnapshotsRepository,
    @Inject(SETTINGS) { snapshotCacheMb }: Pick<Settings, 'snapshotCacheMb'>,
  ) {
    this.cached = new LruCache(Math.max(MIN_BYTES, snapshotCacheMb * 1024 * 1024));
  }

  /** Bytes of memory, roughly. */
  get cachedBytes(): number {
    return this.cached.bytes;
  }

  /** The list for the member, at the revision that their request saw or a later one. */
  async read<Row>(
    kind: SnapshotKind<Row>,
    { schoolId, membershipId }: Pick<Member, 'schoolId' | 'membershipId'>,
    { revision, ...context }: RequestContext,
  ): Promise<PreparedJson> {
    const key = [kind.name, schoolId, ...(kind.parameters ?? [])].join();
    const known = this.cached.get(key);
    const cached = known?.revision === revision ? known : this.begin(key, kind, schoolId, revision);
    if (snapshotReads.hasSubscribers)
      snapshotReads.publish({ kind: kind.name, result: resultOf(cached, known) } satisfies SnapshotRead);
    return (await cached.snapshot).forMember(membershipId, context);
  }

  /** Those who come meanwhile wait for the same one; when it fails, it fails for them and is forgotten. */
  private begin<Row>(
    key: string,
    kind: SnapshotKind<Row>,
    schoolId: string,
    revision: number,
  ): CachedSnapshot {
    const snapshot = this.repository
      .rows(kind, schoolId, revision)
      .then((rows) => Snapshot.of(kind.list, kind.write(rows), kind));
    const cached: CachedSnapshot = { revision, snapshot, isThere: false };
    this.cached.set(key, cached, 1);
    const isLatest = (): boolean => this.cached.get(key) === cached;
    snapshot.then(
      ({ size }) => {
        cached.isThere = true;
        if (isLatest()) this.cached.set(key, cached, size);
      },
      () => isLatest() && this.cached.delete(key),
    );
    return cached;
  }
}

function resultOf(cached: CachedSnapshot, known: CachedSnapshot | undefined): SnapshotRead['result'] {
  if (cached !== known) return 'read';
  return cached.isThere ? 'kept' : 'waited';
}
