import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { invalidField, NotAuthorizedError } from '../../platform/errors/app-error.js';
import { ParentPhotosRepository } from './parent-photos.repository.js';
import { PhotoObjectsService } from './photo-objects.service.js';
import {
  MAX_PHOTO_URLS,
  type PhotoDownloadUrl,
  type PhotoUrl,
  type PhotoUrls,
  type PhotoUrlsRequest,
} from './photo.dto.js';
import type { PhotoSlot, SmallSide } from './photo-slot.js';
import { StudentPhotosRepository } from './student-photos.repository.js';
import { PhotoBatchRepository } from './photo-batch.repository.js';

/** Addresses to show a photo from: an unknown or hidden person is 403, one without a photo 404 (decision b). */
@Injectable()
export class PhotoDownloadsService {
  constructor(
    private readonly students: StudentPhotosRepository,
    private readonly parents: ParentPhotosRepository,
    private readonly batches: PhotoBatchRepository,
    private readonly objects: PhotoObjectsService,
  ) {}

  /**
   * @throws NotAuthorizedError when the student is not visible
   * @throws NotFoundError when there is no photo
   */
  async ofStudent(member: Member, studentId: string, size?: SmallSide): Promise<PhotoDownloadUrl> {
    return this.addressOf(await this.students.findVisible(member, studentId), size);
  }

  /**
   * @param parentId of a membership
   * @throws NotAuthorizedError when the school has no such active member
   * @throws NotFoundError when there is no photo
   */
  async ofParent(member: Member, parentId: string, size?: SmallSide): Promise<PhotoDownloadUrl> {
    return this.addressOf(await this.parents.findVisible(member, parentId), size);
  }

  /**
   * Addresses of many photos at once: people without a photo, or not visible to the caller, are left out.
   * @throws ValidationFailedError they are too many together
   */
  async ofMany(member: Member, { students, parents, size }: PhotoUrlsRequest): Promise<PhotoUrls> {
    if (students.length + parents.length > MAX_PHOTO_URLS)
      throw invalidField(
        'parents',
        `students and parents must have no more than ${MAX_PHOTO_URLS} elements together`,
      );
    const found = await this.batches.findVisibleBatch(member, { students, parents });
    return {
      students: await this.addressesOf(found.students, size),
      parents: await this.addressesOf(found.parents, size),
    };
  }

  private addressesOf(slots: PhotoSlot[], size?: SmallSide): Promise<PhotoUrl[]> {
    return Promise.all(
      slots.map(async (slot) => ({ id: slot.ownerId, ...(await this.objects.downloadUrl(slot, size)) })),
    );
  }

  private async addressOf(slot: PhotoSlot | null, size?: SmallSide): Promise<PhotoDownloadUrl> {
    if (!slot) throw new NotAuthorizedError();
    return this.objects.downloadUrl(slot, size);
  }
}
