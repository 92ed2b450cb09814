import { Injectable } from '@nestjs/common';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { contentTypeOf } from '../../platform/storage/object-key.js';
import { ObjectStore, ObjectTooLargeError } from '../../platform/storage/object-store.js';
import type { Progress } from './backup.service.js';
import { MAX_OBJECT_BYTES, objectEntry, type SchoolArchive } from './backup-format.js';

const OF_ANOTHER_INSTALLATION =
  'The object store holds other objects under the same keys: it is in use by another installation. Name another bucket in S3_BUCKET, or another folder in DATA_DIR. Nothing was changed.';
const TAKEN =
  'The object store holds another object under a key of this school. Look whether S3_BUCKET or DATA_DIR is the one that belongs to this database: a school’s keys hold ids that are nobody else’s. Nothing was changed.';

/** The objects of a backup on their way into the store, which may be one that others still use. */
@Injectable()
export class ReturningObjects {
  constructor(private readonly store: ObjectStore) {}

  /**
   * Puts objects back. An equal object that exists stays; a different one is never overwritten. After a failure those that
   * were put are removed; should even that fail, the next attempt finds them equal.
   * @param keys of those of the backup that are to come
   * @throws CommandRefusedError
   * @throws UnavailableError
   */
  put(archive: SchoolArchive, progress: Progress, keys: string[]): Promise<void> {
    return this.around(archive, progress, { keys, refusal: OF_ANOTHER_INSTALLATION }, () =>
      Promise.resolve(),
    );
  }

  /**
   * Puts objects into a store that is in use here, before work whose failure removes them.
   * @throws CommandRefusedError
   * @throws UnavailableError
   */
  putBefore<T>(archive: SchoolArchive, progress: Progress, work: () => Promise<T>): Promise<T> {
    const keys = Object.keys(archive.manifest.objects);
    return this.around(archive, progress, { keys, refusal: TAKEN }, work);
  }

  private async around<T>(
    archive: SchoolArchive,
    progress: Progress,
    { keys, refusal }: { keys: string[]; refusal: string },
    work: () => Promise<T>,
  ): Promise<T> {
    const done: string[] = [];
    try {
      for (const [index, key] of keys.entries()) {
        progress.step('objects', index, keys.length);
        const bytes = await gathered(archive.content(objectEntry(key)));
        if (await this.isThere(key, bytes, refusal)) continue;
        done.push(key);
        await this.store.write(key, { bytes, contentType: contentTypeOf(key) });
      }
      return await work();
    } catch (error) {
      await Promise.allSettled(done.map((key) => this.store.remove(key)));
      throw error;
    }
  }

  private async isThere(key: string, bytes: Buffer, refusal: string): Promise<boolean> {
    const present = await this.store.read(key, MAX_OBJECT_BYTES).catch((error: unknown) => {
      if (error instanceof ObjectTooLargeError) return { bytes: Buffer.alloc(0) };
      throw error;
    });
    if (present && !present.bytes.equals(bytes)) throw new CommandRefusedError(refusal);
    return present !== null;
  }
}

async function gathered(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
