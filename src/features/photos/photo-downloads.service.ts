import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import { NotAuthorizedError } from '../../platform/errors/app-error.js';
import { ParentPhotosRepository } from './parent-photos.repository.js';
import type { PhotoDownloadUrl } from './photo.dto.js';
import { PhotoObjectsService } from './photo-objects.service.js';
import type { PhotoSlot } from './photo-slot.js';
import { StudentPhotosRepository } from './student-photos.repository.js';

/** Addresses to show a photo from: an unknown or hidden person is 403, one without a photo 404 (decision b). */
@Injectable()
export class PhotoDownloadsService {
  constructor(
    private readonly students: StudentPhotosRepository,
    private readonly parents: ParentPhotosRepository,
    private readonly objects: PhotoObjectsService,
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
    return this.objects.downloadUrl(slot);
  }
}
