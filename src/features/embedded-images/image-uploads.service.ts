import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { EntityManager } from 'typeorm';
import type { Member } from '../../platform/auth/caller.js';
import { currentCaller } from '../../platform/auth/current-caller.js';
import { FairQueue } from '../../platform/concurrency/fair-queue.js';
import { type ReceivedFile, withReceivedForm } from '../../platform/storage/received-form.js';
import {
  IMAGE_TYPES,
  ImageRefusedError,
  type ImageType,
  MAX_IMAGE_BYTES,
} from '../../platform/images/image-type.js';
import { type PreparedImage, prepareImage } from '../../platform/images/prepare-image.js';
import { OrganizationAccessService } from '../../platform/auth/organization-access.service.js';
import { photoRefused, UnsupportedImageTypeError } from '../photos/photos.errors.js';
import { type EmbeddedImageBody, toEmbeddedImage } from './embedded-image.dto.js';
import { NoImageError } from './embedded-images.errors.js';
import { UploadScanner } from '../../platform/storage/upload-scanner.js';
import { NewImagesService } from './new-images.service.js';

/** So many uploads are in memory at once. */
const MAX_AT_ONCE = 4;

@Injectable()
export class ImageUploadsService {
  private readonly queue = new FairQueue(MAX_AT_ONCE);

  constructor(
    private readonly access: OrganizationAccessService,
    private readonly newImages: NewImagesService,
    private readonly scanner: UploadScanner,
  ) {}

  /**
   * The image of a form, looked over and re-encoded.
   * @throws NotAuthorizedError no admin and no live grant any more, after all of it was read
   * @throws PayloadTooLargeError
   * @throws ValidationFailedError when there is no image in the form, not one alone, or the scanner refuses it
   * @throws UnavailableError when the scanner says nothing of it
   */
  upload(member: Member, request: Request): Promise<EmbeddedImageBody> {
    return withReceivedForm(request, MAX_IMAGE_BYTES, async ({ file }) => {
      if (!file) throw new NoImageError();
      const type = typeOf(file);
      return this.queue.run(currentCaller(), async () => this.add(member, await readFile(file.path), type));
    });
  }

  /**
   * An image that is here already, looked over and re-encoded.
   * @throws NotAuthorizedError no admin and no live grant
   * @throws ValidationFailedError it is none, or the scanner refuses it
   * @throws UnavailableError when the scanner says nothing of it
   */
  async add(member: Member, bytes: Buffer, type: ImageType): Promise<EmbeddedImageBody> {
    await this.scanner.assertClean(bytes);
    const image = { ...(await prepare(bytes, type)), type };
    // The right may have been lost while the picture came in and was looked over.
    const assertAllowed = (manager: EntityManager) => this.access.assertMayStillUpload(manager, member);
    return toEmbeddedImage(await this.newImages.add(member, image, assertAllowed));
  }
}

function typeOf({ contentType }: ReceivedFile): ImageType {
  const type = IMAGE_TYPES.find((known) => known === contentType.toLowerCase());
  if (!type) throw new UnsupportedImageTypeError('An image is a JPEG, PNG, WebP or GIF.');
  return type;
}

async function prepare(bytes: Buffer, type: ImageType): Promise<PreparedImage> {
  try {
    return await prepareImage(bytes, type);
  } catch (error) {
    throw error instanceof ImageRefusedError ? photoRefused(error) : error;
  }
}
