import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { assertNotRestricted } from '../../platform/auth/restricted.error.js';
import { NotAuthorizedError } from '../../platform/errors/app-error.js';
import { record } from '../../platform/journal/recorded-changes.js';
import type { Replay } from '../idempotency/replay.js';
import {
  confirmedPhoto,
  type ConfirmedPhoto,
  type PhotoConfirmation,
  type PhotoUploadRequest,
  type PhotoUploadUrl,
  toConfirmedPhoto,
} from './photo.dto.js';
import { PhotoChangesService } from './photo-changes.service.js';
import type { PhotoSlot } from './photo-slot.js';
import { PhotoStagingService, type StagingSlot } from './photo-staging.service.js';
import { holdOffImports } from '../../platform/import-history/import-locks.repository.js';
import { StudentPhotosRepository } from './student-photos.repository.js';

/** Managers who ask for a student show them without a photo. */
const PHOTO = { parts: ['photo'] };

/** Writing a student's photo. NotAuthorizedError for everyone but a linked guardian and an admin of the school. */
@Injectable()
export class StudentPhotosService {
  constructor(
    private readonly photos: StudentPhotosRepository,
    private readonly staging: PhotoStagingService,
    private readonly changes: PhotoChangesService,
  ) {}

  /** @throws UnsupportedImageTypeError */
  async openUpload(
    member: Member,
    studentId: string,
    { content_type }: PhotoUploadRequest,
  ): Promise<PhotoUploadUrl> {
    return this.staging.open(await this.stagingSlotOf(member, studentId), content_type);
  }

  /**
   * Makes the upload the photo. Of two at once the later one wins whole.
   * @throws ValidationFailedError as PhotoStagingService.accept
   */
  async confirm(
    member: Member,
    studentId: string,
    { photo_key }: PhotoConfirmation,
    replay?: Replay,
  ): Promise<ConfirmedPhoto> {
    const stagingSlot = await this.stagingSlotOf(member, studentId);
    if (replay) return confirmedPhoto(photo_key, await this.photos.find(member, studentId));
    return this.changes.confirm(stagingSlot, photo_key, {
      lock: (manager) => this.lock(manager, member, studentId),
      put: async (manager, [slot], photo) => {
        await this.photos.put(manager, member, slot, photo);
        record({ manager, member }, { kind: 'student.changed', id: slot.ownerId, ids: PHOTO });
        return toConfirmedPhoto(photo_key, photo);
      },
    });
  }

  /** Deleting a photo that is not there succeeds. */
  async delete(member: Member, studentId: string): Promise<void> {
    assertNotRestricted(member, studentId);
    return this.changes.delete({
      lock: (manager) => this.lock(manager, member, studentId),
      remove: async (manager, [slot]) => {
        await this.photos.remove(manager, member, slot);
        record({ manager, member }, { kind: 'student.changed', id: slot.ownerId, ids: PHOTO });
      },
    });
  }

  private async stagingSlotOf(member: Member, studentId: string): Promise<StagingSlot> {
    assertNotRestricted(member, studentId);
    const slot = await this.photos.findWritable(member, studentId);
    if (!slot) throw new NotAuthorizedError();
    return { path: `${member.membershipId}/${slot.path}`, slots: [slot] };
  }

  private async lock(manager: EntityManager, member: Member, studentId: string): Promise<[PhotoSlot]> {
    await holdOffImports(manager, [member.schoolId]);
    const slot = await this.photos.lockWritable(manager, member, studentId);
    if (!slot) throw new NotAuthorizedError();
    return [slot];
  }
}
