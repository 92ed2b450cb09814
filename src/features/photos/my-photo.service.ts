import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../platform/auth/caller.js';
import { NotAuthorizedError } from '../../platform/errors/app-error.js';
import type { Replay } from '../idempotency/replay.js';
import { ParentPhotosRepository } from './parent-photos.repository.js';
import {
  confirmedPhoto,
  type ConfirmedPhoto,
  type PhotoConfirmation,
  type PhotoUploadRequest,
  type PhotoUploadUrl,
  toConfirmedPhoto,
} from './photo.dto.js';
import { PhotoChangesService } from './photo-changes.service.js';
import type { ParentSlot } from './photo-slot.js';
import { PhotoStagingService, type StagingSlot } from './photo-staging.service.js';

/** The caller's own photo: one upload, a copy for each active membership. NotAuthorizedError without one. */
@Injectable()
export class MyPhotoService {
  constructor(
    private readonly photos: ParentPhotosRepository,
    private readonly staging: PhotoStagingService,
    private readonly changes: PhotoChangesService,
  ) {}

  /** @throws UnsupportedPhotoTypeError */
  async openUpload(account: Account, { content_type }: PhotoUploadRequest): Promise<PhotoUploadUrl> {
    return this.staging.open(await this.stagingSlotOf(account), content_type);
  }

  /**
   * Makes the upload the photo in every school; the key of any of the caller's active memberships will do.
   * @throws ValidationFailedError as PhotoStagingService.accept
   */
  async confirm(
    account: Account,
    { photo_key }: PhotoConfirmation,
    replay?: Replay,
  ): Promise<ConfirmedPhoto> {
    const stagingSlot = await this.stagingSlotOf(account);
    if (replay) return confirmedPhoto(photo_key, await this.photos.find(stagingSlot.slots));
    return this.changes.confirm(stagingSlot, photo_key, {
      lock: (manager) => this.lock(manager, account),
      put: async (manager, slots, photo) => {
        await this.photos.put(manager, slots, photo);
        return toConfirmedPhoto(photo_key, photo);
      },
    });
  }

  /** In every school, those where the person is deactivated included. Deleting a photo that is not there succeeds. */
  async delete(account: Account): Promise<void> {
    someOf(await this.photos.findOwn(account.userId));
    await this.changes.delete({
      lock: (manager) => this.photos.lockAll(manager, account.userId),
      remove: (manager, slots) => this.photos.remove(manager, slots),
    });
  }

  /** One for all schools: it belongs to the person. */
  private async stagingSlotOf({ userId }: Account): Promise<StagingSlot & { slots: ParentSlot[] }> {
    return { path: `${userId}/parent-photo`, slots: someOf(await this.photos.findOwn(userId)) };
  }

  private async lock(manager: EntityManager, { userId }: Account): Promise<ParentSlot[]> {
    return someOf(await this.photos.lockOwn(manager, userId));
  }
}

function someOf(slots: ParentSlot[]): ParentSlot[] {
  if (slots.length === 0) throw new NotAuthorizedError();
  return slots;
}
