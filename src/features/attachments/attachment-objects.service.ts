import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { type FileToStore, ObjectStore } from '../../platform/storage/object-store.js';
import { UploadScanner } from '../../platform/storage/upload-scanner.js';

/** The objects of attachments. */
@Injectable()
export class AttachmentObjectsService {
  constructor(
    private readonly store: ObjectStore,
    private readonly removals: ObjectRemovals,
    private readonly scanner: UploadScanner,
  ) {}

  /** Before it is written: whatever becomes of the upload, the object goes then, unless an item keeps it. */
  announce(manager: EntityManager, key: string, goesAt: Date): Promise<void> {
    return this.removals.schedule(manager, [key], goesAt);
  }

  /**
   * @throws HarmfulUploadError
   * @throws UnavailableError
   */
  async write(key: string, file: FileToStore): Promise<void> {
    await this.scanner.assertClean(file.path);
    await this.store.writeFile(key, file);
  }
}
