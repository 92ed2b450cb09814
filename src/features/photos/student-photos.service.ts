import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { Clock } from '../../clock/clock.js';
import { NotAuthorizedError } from '../../errors/app-error.js';
import {
  toConfirmedPhoto,
  type ConfirmedPhoto,
  type PhotoConfirmation,
  type PhotoUploadRequest,
  type PhotoUploadUrl,
} from './photo.dto.js';
import { PhotoObjectsService } from './photo-objects.service.js';
import { toPhotoRecord, type PhotoSlot } from './photo-slot.js';
import { PhotoStagingService, type AcceptedUpload, type StagingPlace } from './photo-staging.service.js';
import { StudentPhotosRepository } from './student-photos.repository.js';

/** Writing a student's photo. NotAuthorizedError for everyone but a linked guardian and an admin of the school. */
@Injectable()
export class StudentPhotosService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly photos: StudentPhotosRepository,
    private readonly staging: PhotoStagingService,
    private readonly objects: PhotoObjectsService,
    private readonly clock: Clock,
  ) {}

  /** @throws UnsupportedPhotoTypeError */
  async openUpload(
    member: Member,
    studentId: string,
    { content_type }: PhotoUploadRequest,
  ): Promise<PhotoUploadUrl> {
    return this.staging.open(await this.placeOf(member, studentId), content_type);
  }

  /**
   * Makes the upload the photo. Of two at once the later one wins whole.
   * @throws ValidationFailedError as PhotoStagingService.accept
   */
  async confirm(
    member: Member,
    studentId: string,
    { photo_key }: PhotoConfirmation,
  ): Promise<ConfirmedPhoto> {
    const place = await this.placeOf(member, studentId);
    const upload = await this.staging.accept(place, photo_key);
    const photo = toPhotoRecord(upload, this.clock.now());
    await this.dataSource.transaction(async (manager) =>
      this.objects.announce(manager, [await this.lock(manager, member, studentId)], upload.type),
    );
    const superfluous = await this.dataSource.transaction(async (manager) => {
      const slot = await this.lock(manager, member, studentId);
      await this.photos.put(manager, member, slot, photo);
      return this.objects.replace(manager, [slot], upload);
    });
    await this.clearAway(place, upload, superfluous);
    return toConfirmedPhoto(photo_key, photo);
  }

  /** Deleting a photo that is not there succeeds. */
  async delete(member: Member, studentId: string): Promise<void> {
    const superfluous = await this.dataSource.transaction(async (manager) => {
      const slot = await this.lock(manager, member, studentId);
      await this.photos.remove(manager, slot);
      return this.objects.remove(manager, [slot]);
    });
    await this.objects.removeNow(superfluous);
  }

  private async placeOf(member: Member, studentId: string): Promise<StagingPlace> {
    const slot = await this.photos.findWritable(member, studentId);
    if (!slot) throw new NotAuthorizedError();
    return { path: `${member.membershipId}/${slot.path}`, slots: [slot] };
  }

  /** Asked again: the right may have been lost while the picture was looked over. */
  private async lock(manager: EntityManager, member: Member, studentId: string): Promise<PhotoSlot> {
    const slot = await this.photos.lockWritable(manager, member, studentId);
    if (!slot) throw new NotAuthorizedError();
    return slot;
  }

  private async clearAway(place: StagingPlace, { type }: AcceptedUpload, keys: string[]): Promise<void> {
    await this.staging.discard(place, [type]);
    await this.objects.removeNow(keys);
  }
}
