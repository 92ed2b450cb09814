import { Injectable } from '@nestjs/common';
import type { Member } from '../../access/caller.js';
import { NotAuthorizedError, NotFoundError } from '../../errors/app-error.js';
import { ObjectStore } from '../../storage/object-store.js';
import { ParentPhotosRepository } from './parent-photos.repository.js';
import { toPhotoDownloadUrl, type PhotoDownloadUrl } from './photo.dto.js';
import { keyOf, type PhotoSlot } from './photo-slot.js';
import { StudentPhotosRepository } from './student-photos.repository.js';

/** Addresses to show a photo from: an unknown or hidden person is 403, one without a photo 404 (decision b). */
@Injectable()
export class PhotoDownloadsService {
  constructor(
    private readonly students: StudentPhotosRepository,
    private readonly parents: ParentPhotosRepository,
    private readonly store: ObjectStore,
  ) {}

  /**
   * @throws NotAuthorizedError when the student is not visible
   * @throws NotFoundError when there is no photo
   */
  async ofStudent(member: Member, studentId: string): Promise<PhotoDownloadUrl> {
    return this.addressOf(await this.students.findVisible(member, studentId));
  }

  /**
   * @param parentId of a membership
   * @throws NotAuthorizedError when the school has no such active member
   * @throws NotFoundError when there is no photo
   */
  async ofParent(member: Member, parentId: string): Promise<PhotoDownloadUrl> {
    return this.addressOf(await this.parents.findVisible(member, parentId));
  }

  private async addressOf(slot: PhotoSlot | null): Promise<PhotoDownloadUrl> {
    if (!slot) throw new NotAuthorizedError();
    if (!slot.present) throw new NotFoundError();
    return toPhotoDownloadUrl(await this.store.downloadAddress(keyOf(slot.path, slot.present)));
  }
}
