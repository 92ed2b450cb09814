import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import type { Request } from 'express';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../access/caller.js';
import { withReceivedForm, type ReceivedFile } from '../../http/received-form.js';
import { ImageRefusedError } from '../../images/image-refused.error.js';
import { IMAGE_TYPES, type ImageType } from '../../images/image-type.js';
import { MAX_IMAGE_BYTES, prepareImage, type PreparedImage } from '../../images/prepare-image.js';
import { OrganizationAccessService } from '../organizations/organization-access.service.js';
import { photoRefused, UnsupportedPhotoTypeError } from '../photos/photos.errors.js';
import { toEmbeddedImage, type EmbeddedImageBody } from './embedded-image.dto.js';
import { NoImageError } from './embedded-images.errors.js';
import { NewImagesService } from './new-images.service.js';

/** So many uploads are in memory at once. */
const MOST_AT_ONCE = 4;

@Injectable()
export class ImageUploadsService {
  private readonly turns = new Semaphore(MOST_AT_ONCE);

  constructor(
    private readonly access: OrganizationAccessService,
    private readonly newImages: NewImagesService,
  ) {}

  /**
   * The image of a form, looked over and encoded anew.
   * @throws NotAuthorizedError no admin and no live grant any more, after all of it was read
   * @throws PayloadTooLargeError
   * @throws ValidationFailedError when there is no image in the form, or not one alone
   */
  take(member: Member, request: Request): Promise<EmbeddedImageBody> {
    return withReceivedForm(request, MAX_IMAGE_BYTES, async ({ file }) => {
      if (!file) throw new NoImageError();
      const type = typeOf(file);
      return this.turns.runExclusive(async () => {
        const image = { ...(await prepare(file, type)), type };
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

async function prepare({ path }: ReceivedFile, type: ImageType): Promise<PreparedImage> {
  try {
    return await prepareImage(await readFile(path), type);
  } catch (error) {
    throw error instanceof ImageRefusedError ? photoRefused(error) : error;
  }
}
