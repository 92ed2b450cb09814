import { Injectable } from '@nestjs/common';
import type { Member } from '../../platform/auth/caller.js';
import type { PhotoDownloadUrl } from './embedded-image.dto.js';
import { imageSlot } from './image-key.js';
import { Clock } from '../../platform/clock/clock.js';
import { EmbeddedImagesRepository } from './embedded-images.repository.js';
import { isUuid } from '../../platform/text/uuid.js';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { PhotoObjectsService } from '../photos/photo-objects.service.js';

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
