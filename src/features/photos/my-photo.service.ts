import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Account } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { NotAuthorizedError } from '../../errors/app-error.js';
import { ParentPhotosRepository } from './parent-photos.repository.js';
import {
  toConfirmedPhoto,
  type ConfirmedPhoto,
  type PhotoConfirmation,
  type PhotoUploadRequest,
  type PhotoUploadUrl,
} from './photo.dto.js';
import { PhotoObjectsService } from './photo-objects.service.js';
import { toPhotoRecord, type PhotoSlot } from './photo-slot.js';
import { PhotoStagingService, type StagingPlace } from './photo-staging.service.js';

/** The caller's own photo: one upload, a copy for each active membership. NotAuthorizedError without one. */
@Injectable()
export class MyPhotoService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly photos: ParentPhotosRepository,
    private readonly staging: PhotoStagingService,
    private readonly objects: PhotoObjectsService,
    private readonly clock: Clock,
  ) {}

  /** @throws UnsupportedPhotoTypeError */
  async openUpload(account: Account, { content_type }: PhotoUploadRequest): Promise<PhotoUploadUrl> {
    return this.staging.open(await this.placeOf(account), content_type);
  }

  /**
   * Makes the upload the photo in every school; the key of any of the caller's active memberships will do.
   * @throws ValidationFailedError as PhotoStagingService.accept
   */
  async confirm(account: Account, { photo_key }: PhotoConfirmation): Promise<ConfirmedPhoto> {
    const place = await this.placeOf(account);
    const upload = await this.staging.accept(place, photo_key);
    const photo = toPhotoRecord(upload, this.clock.now());
    await this.dataSource.transaction(async (manager) =>
      this.objects.announce(manager, await this.lock(manager, account), upload.type),
    );
    const superfluous = await this.dataSource.transaction(async (manager) => {
      const slots = await this.lock(manager, account);
      await this.photos.put(manager, slots, photo);
      return this.objects.replace(manager, slots, upload);
    });
    await this.staging.discard(place, [upload.type]);
    await this.objects.removeNow(superfluous);
    return toConfirmedPhoto(photo_key, photo);
  }

  /** Deleting a photo that is not there succeeds. */
  async delete(account: Account): Promise<void> {
    const superfluous = await this.dataSource.transaction(async (manager) => {
      const slots = await this.lock(manager, account);
      await this.photos.remove(manager, slots);
      return this.objects.remove(manager, slots);
    });
    await this.objects.removeNow(superfluous);
  }

  /** One for all schools: it belongs to the person. */
  private async placeOf({ userId }: Account): Promise<StagingPlace> {
    return { path: `${userId}/parent-photo`, slots: someOf(await this.photos.findOwn(userId)) };
  }

  private async lock(manager: EntityManager, { userId }: Account): Promise<PhotoSlot[]> {
    return someOf(await this.photos.lockOwn(manager, userId));
  }
}

function someOf(slots: PhotoSlot[]): PhotoSlot[] {
  if (slots.length === 0) throw new NotAuthorizedError();
  return slots;
}
