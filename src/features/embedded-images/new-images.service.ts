import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { randomUUID } from 'node:crypto';
import { auditItem, outsideOperation } from '../../platform/audit/operation.js';
import type { Member } from '../../platform/auth/caller.js';
import type { ImageType } from '../../platform/images/image-type.js';
import type { PreparedImage } from '../../platform/images/prepare-image.js';
import { imageKey, UNUSED_RETENTION_MS } from './image-key.js';
import { Clock } from '../../platform/clock/clock.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { ObjectStore } from '../../platform/storage/object-store.js';
import { assertRoomForUpload } from '../../platform/storage/unsaved-uploads.repository.js';
import type { EmbeddedImage } from './embedded-image.entity.js';
import { EmbeddedImagesRepository } from './embedded-images.repository.js';
import { Transactions } from '../../platform/transaction/transactions.service.js';

@Injectable()
export class NewImagesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly images: EmbeddedImagesRepository,
    private readonly store: ObjectStore,
    private readonly removals: ObjectRemovals,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores an image that no text embeds yet. The removal of its object is scheduled before it is written, and its row comes last:
   * an outage leaves an object that goes in a day, and never a row without one.
   * @param assertAllowed called first in the transaction that writes the row; throws where the member may not upload any more
   * @throws LimitReachedError with it, the person has too much that no item was saved with
   * @throws UnavailableError when the store cannot take it
   */
  async add(
    { schoolId, membershipId }: Member,
    { type, bytes, width, height }: PreparedImage & { type: ImageType },
    assertAllowed: (manager: EntityManager) => Promise<void>,
  ): Promise<EmbeddedImage> {
    const [id, now] = [randomUUID(), this.clock.now()];
    const image: EmbeddedImage = {
      id,
      schoolId,
      key: imageKey(schoolId, id, type),
      contentType: type,
      width,
      height,
      sizeBytes: bytes.length,
      uploadedByMembershipId: membershipId,
      uploadedAt: now,
      unusedSince: now,
    };
    const uploader = { schoolId, membershipId };
    const upload = { bytes: image.sizeBytes, now };
    const makeRoom = (): Promise<void> =>
      this.transactions.run(async (manager) => {
        await this.images.deleteExpired(manager, schoolId, now);
        await assertRoomForUpload(manager, uploader, upload);
        await this.removals.schedule(manager, [image.key], new Date(now.getTime() + UNUSED_RETENTION_MS));
      });
    await outsideOperation(makeRoom);
    await this.store.write(image.key, { bytes, contentType: type });
    await this.transactions.run(async (manager) => {
      await assertAllowed(manager);
      // Another upload of the person may have been stored meanwhile.
      await assertRoomForUpload(manager, uploader, upload);
      await this.images.insertImage(manager, image);
      auditItem('image', id);
    });
    return image;
  }
}
