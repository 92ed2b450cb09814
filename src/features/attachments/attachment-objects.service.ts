import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ObjectRemovals } from '../../storage/object-removals.service.js';
import { ObjectStore, type FileToStore } from '../../storage/object-store.js';

/** The objects of attachments. */
@Injectable()
export class AttachmentObjectsService {
  constructor(
    private readonly store: ObjectStore,
    private readonly removals: ObjectRemovals,
  ) {}

  /** Before it is written: whatever becomes of the upload, the object goes then, unless an item keeps it. */
  announce(manager: EntityManager, key: string, goesAt: Date): Promise<void> {
    return this.removals.schedule(manager, [key], goesAt);
  }

  /** @throws UnavailableError */
  write(key: string, file: FileToStore): Promise<void> {
    return this.store.writeFile(key, file);
  }
}
