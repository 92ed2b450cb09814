import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What has been received of a file, on disk and not in memory; readable by its owner alone. */
export class SpooledFile {
  private constructor(
    /** In the operating system's temporary folder. */
    readonly path: string,
    private readonly handle: FileHandle,
    private size = 0,
  ) {}

  static async create(): Promise<SpooledFile> {
    const path = join(tmpdir(), `school-directory-upload-${process.pid}-${randomUUID()}`);
    return new SpooledFile(path, await open(path, 'wx', 0o600));
  }

  get sizeBytes(): number {
    return this.size;
  }

  async fill(source: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of source) {
      await this.handle.appendFile(chunk);
      this.size += chunk.byteLength;
    }
  }

  async discard(): Promise<void> {
    await this.handle.close().finally(() => rm(this.path, { force: true }));
  }
}
