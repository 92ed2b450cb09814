import { createHash } from 'node:crypto';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import type { ObjectStore, StoredObject } from '../../platform/storage/object-store.js';
import type { Progress } from '../backup/backup.service.js';
import { MAX_OBJECT_BYTES } from '../backup/backup-format.js';
import type { NamedObject } from '../backup/snapshot.repository.js';

/** Objects that are read and written at the same time. */
const AT_ONCE = 8;

const TAKEN =
  'The object store of the other installation holds another object under a key of this school. Look whether S3_BUCKET or DATA_DIR is the one that belongs to that database. Nothing was changed.';

/** The objects of a school, from one store into another one that is in use. */
export class MovedObjects {
  /** Keys that the rows of the school named last. */
  keys: string[] = [];
  /** How many of them were not there. */
  missing = 0;
  /** Digest of each object as it is at the other side. */
  private readonly digests = new Map<string, string>();
  private readonly put = new Set<string>();

  /** @param note gets the keys of objects before they are written */
  constructor(
    private readonly from: ObjectStore,
    private readonly to: ObjectStore,
    private readonly note: (keys: string[]) => Promise<void>,
  ) {}

  /**
   * Copies what is not there yet, or was replaced since it was copied.
   * @throws CommandRefusedError when something else has one of the keys
   */
  async copy(named: NamedObject[], progress: Progress): Promise<void> {
    this.keys = named.map(({ key }) => key);
    this.missing = 0;
    for (let at = 0; at < named.length; at += AT_ONCE) {
      progress.step('objects', at, named.length);
      await Promise.all(named.slice(at, at + AT_ONCE).map((object) => this.copyOne(object)));
    }
  }

  /** How many are at the other side. */
  get count(): number {
    return this.keys.filter((key) => this.digests.has(key)).length;
  }

  private async copyOne({ key, required }: NamedObject): Promise<void> {
    const object = await this.from.read(key, MAX_OBJECT_BYTES);
    if (!object) {
      if (required) this.missing += 1;
      return;
    }
    const digest = digestOf(object);
    if (this.digests.get(key) === digest) return;
    if (this.put.has(key) || (await this.isFree(key, digest))) {
      this.put.add(key);
      await this.note([key]);
      await this.to.write(key, object);
    }
    this.digests.set(key, digest);
  }

  private async isFree(key: string, digest: string): Promise<boolean> {
    const present = await this.to.read(key, MAX_OBJECT_BYTES);
    if (present && digestOf(present) !== digest) throw new CommandRefusedError(TAKEN);
    return present === null;
  }
}

const digestOf = ({ bytes }: StoredObject): string => createHash('sha256').update(bytes).digest('hex');
