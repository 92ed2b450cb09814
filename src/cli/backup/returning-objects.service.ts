import { Injectable } from '@nestjs/common';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { contentTypeOf } from '../../platform/storage/object-key.js';
import { ObjectStore, ObjectTooLargeError } from '../../platform/storage/object-store.js';
import type { ArchiveReader } from './archive-reader.js';
import type { Progress } from './backup.service.js';
import { MAX_OBJECT_BYTES, objectEntry } from './backup-format.js';

/** The objects of a backup on their way into the store, which may be one that others still use. */
@Injectable()
export class ReturningObjects {
  constructor(private readonly store: ObjectStore) {}

  /**
   * What is there already and the same stays; what is there and another is never written over. After a failure those
   * that were put go again; should even that fail, the next attempt finds them the same.
   * @throws CommandRefusedError
   * @throws UnavailableError
   */
  async put(archive: ArchiveReader, progress: Progress): Promise<void> {
    const done: string[] = [];
    try {
      const keys = Object.keys(archive.manifest.objects);
      for (const [index, key] of keys.entries()) {
        progress.step('objects', index, keys.length);
        const bytes = await gathered(archive.content(objectEntry(key)));
        if (await this.isThere(key, bytes)) continue;
        done.push(key);
        await this.store.write(key, { bytes, contentType: contentTypeOf(key) });
      }
    } catch (error) {
      await Promise.allSettled(done.map((key) => this.store.remove(key)));
      throw error;
    }
  }

  private async isThere(key: string, bytes: Buffer): Promise<boolean> {
    const present = await this.store.read(key, MAX_OBJECT_BYTES).catch((error: unknown) => {
      if (error instanceof ObjectTooLargeError) return { bytes: Buffer.alloc(0) };
      throw error;
    });
    if (present && !present.bytes.equals(bytes)) {
      throw new CommandRefusedError(
        'The object store holds other objects under the same keys: it is in use by another installation. Name another bucket in S3_BUCKET, or another folder in DATA_DIR. Nothing was changed.',
      );
    }
    return present !== null;
  }
}

async function gathered(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
