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
import { PersonRecordsService } from '../directory/visibility/person-records.service.js';
import { StaffEntries } from '../staff/staff-entries.service.js';
import { PhotoStagingService, type StagingSlot } from './photo-staging.service.js';

/** The caller's own photo: one upload, a copy for each active membership. NotAuthorizedError without one. */
@Injectable()
export class MyPhotoService {
  constructor(
    private readonly photos: ParentPhotosRepository,
    private readonly staging: PhotoStagingService,
    private readonly changes: PhotoChangesService,
    private readonly records: PersonRecordsService,
    private readonly staff: StaffEntries,
  ) {}

  /** @throws UnsupportedImageTypeError */
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
        await this.record(manager, account, slots);
        return toConfirmedPhoto(photo_key, photo);
      },
    });
  }

  /** In every school, those where the person is deactivated included. Deleting a photo that is not there succeeds. */
  async delete(account: Account): Promise<void> {
    someOf(await this.photos.findOwn(account.userId));
    await this.changes.delete({
      lock: (manager) => this.photos.lockAll(manager, account.userId),
      remove: async (manager, slots) => {
        await this.photos.remove(manager, slots);
        await this.record(manager, account, slots);
      },
    });
  }

  /** One for all schools: it belongs to the person. */
  private async stagingSlotOf({ userId }: Account): Promise<StagingSlot & { slots: ParentSlot[] }> {
    return { path: `${userId}/parent-photo`, slots: someOf(await this.photos.findOwn(userId)) };
  }

  /** Students are shown with the photos of their guardians, and members of staff with their own. */
  private async record(manager: EntityManager, { userId }: Account, slots: ParentSlot[]): Promise<void> {
    const memberships = slots.map(({ schoolId, ownerId }) => ({ schoolId, membershipId: ownerId }));
    const schoolIds = memberships.map(({ schoolId }) => schoolId);
    await this.records.recordPersonChange(manager, userId, memberships, (id) => schoolIds.includes(id));
    await this.staff.recordChangeOf(manager, userId, schoolIds);
  }

  private async lock(manager: EntityManager, { userId }: Account): Promise<ParentSlot[]> {
    return someOf(await this.photos.lockOwn(manager, userId));
  }
}

function someOf(slots: ParentSlot[]): ParentSlot[] {
  if (slots.length === 0) throw new NotAuthorizedError();
  return slots;
}
