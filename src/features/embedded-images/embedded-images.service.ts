import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource, type EntityManager } from 'typeorm';
import { randomUUID } from 'node:crypto';
import { auditItem } from '../../platform/audit/operation.js';
import type { Member } from '../../platform/auth/caller.js';
import { currentCaller } from '../../platform/auth/current-caller.js';
import { FairQueue } from '../../platform/concurrency/fair-queue.js';
import { type ReceivedFile, withReceivedForm } from '../../platform/http/received-form.js';
import {
  IMAGE_TYPES,
  ImageRefusedError,
  type ImageType,
  MAX_IMAGE_BYTES,
} from '../../platform/images/image-type.js';
import { type PreparedImage, prepareImage } from '../../platform/images/prepare-image.js';
import { OrganizationAccessService } from '../../platform/auth/organization-access.service.js';
import { photoRefused, UnsupportedPhotoTypeError } from '../photos/photos.errors.js';
import { type EmbeddedImageBody, toEmbeddedImage, type PhotoDownloadUrl } from './embedded-image.dto.js';
import { imageKey, KEPT_UNUSED_FOR, NoImageError, imageSlot } from './embedded-images.errors.js';
import { Clock } from '../../platform/clock/clock.js';
import { ObjectRemovals } from '../../platform/storage/object-removals.service.js';
import { ObjectStore } from '../../platform/storage/object-store.js';
import { UploadScanner } from '../../platform/storage/upload-scanner.js';
import { assertRoomForUpload } from '../../platform/storage/unsaved-uploads.repository.js';
import type { EmbeddedImage } from './embedded-image.entity.js';
import { EmbeddedImagesRepository } from './embedded-images.repository.js';
import { isUuid } from '../../platform/auth/uuid.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { PhotoObjectsService } from '../photos/photo-objects.service.js';

@Injectable()
export class NewImagesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly images: EmbeddedImagesRepository,
    private readonly store: ObjectStore,
    private readonly removals: ObjectRemovals,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps it, embedded by nothing; those of the school that nothing has embedded for too long make room.
   * @param assertAllowed first in the transaction
   * @throws LimitReachedError with it, the person has too much that no item was saved with
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
    // Before there is an object: whatever fails after this, it goes.
    await this.dataSource.transaction(async (manager) => {
      await assertAllowed(manager);
      await this.images.removeUnused(manager, schoolId, now);
      await assertRoomForUpload(manager, { schoolId, membershipId }, { bytes: image.sizeBytes, now });
      await this.images.insert(manager, image);
      auditItem('image', id);
      await this.removals.schedule(manager, [image.key], new Date(now.getTime() + KEPT_UNUSED_FOR));
    });
    await this.store.write(image.key, { bytes, contentType: type });
    return image;
  }
}

/** So many uploads are in memory at once. */
const MAX_AT_ONCE = 4;

@Injectable()
export class ImageUploadsService {
  private readonly queue = new FairQueue(MAX_AT_ONCE);

  constructor(
    private readonly access: OrganizationAccessService,
    private readonly newImages: NewImagesService,
    private readonly scanner: UploadScanner,
  ) {}

  /**
   * The image of a form, looked over and re-encoded.
   * @throws NotAuthorizedError no admin and no live grant any more, after all of it was read
   * @throws PayloadTooLargeError
   * @throws ValidationFailedError when there is no image in the form, not one alone, or the scanner refuses it
   * @throws UnavailableError when the scanner says nothing of it
   */
  upload(member: Member, request: Request): Promise<EmbeddedImageBody> {
    return withReceivedForm(request, MAX_IMAGE_BYTES, async ({ file }) => {
      if (!file) throw new NoImageError();
      const type = typeOf(file);
      return this.queue.run(currentCaller(), async () => {
        const bytes = await readFile(file.path);
        await this.scanner.assertClean(bytes);
        const image = { ...(await prepare(bytes, type)), type };
        // The right may have been lost while the picture came in and was looked over.
        const assertAllowed = (manager: EntityManager) => this.access.assertMayStillUpload(manager, member);
        return toEmbeddedImage(await this.newImages.add(member, image, assertAllowed));
      });
    });
  }
}

function typeOf({ contentType }: ReceivedFile): ImageType {
  const type = IMAGE_TYPES.find((known) => known === contentType.toLowerCase());
  if (!type) throw new UnsupportedPhotoTypeError('An image is a JPEG, PNG, WebP or GIF.');
  return type;
}

async function prepare(bytes: Buffer, type: ImageType): Promise<PreparedImage> {
  try {
    return await prepareImage(bytes, type);
  } catch (error) {
    throw error instanceof ImageRefusedError ? photoRefused(error) : error;
  }
}

@Injectable()
export class ImageDownloadsService {
  constructor(
    private readonly images: EmbeddedImagesRepository,
    private readonly objects: PhotoObjectsService,
    private readonly clock: Clock,
  ) {}

  /**
   * An address to show an image from.
   * @throws NotFoundError no item that embeds it is visible to the caller; for one that nothing embeds yet, to anyone
   * but its uploader, and a day after that
   */
  async downloadUrl(member: Member, imageId: string): Promise<PhotoDownloadUrl> {
    const image = isUuid(imageId)
      ? await this.images.findVisible(member, imageId.toLowerCase(), this.clock.now())
      : null;
    if (!image) throw new NotFoundError();
    return this.objects.downloadUrl(imageSlot(member.schoolId, image.id, image.contentType));
  }
}
