import { DAY_MS, RETENTION } from '../../platform/database/retention.js';
import { ValidationFailedError } from '../../platform/errors/app-error.js';
import type { ImageType } from '../../platform/images/image-type.js';
import { keyOf, type PhotoSlot } from '../photos/photo-slot.js';

export class UnknownImageError extends ValidationFailedError {
  constructor(path: string) {
    super('The text embeds an image that is not there.', {
      fields: [{ path, message: `${path} embeds an unknown image` }],
    });
  }
}

export class NoImageError extends ValidationFailedError {
  constructor() {
    super('The form has no file.', { fields: [{ path: 'file', message: 'file must be an image' }] });
  }
}

/** Where the image of this id is kept. */
export const imageSlot = (schoolId: string, id: string, present: ImageType): PhotoSlot => ({
  ownerId: id,
  path: `images/${schoolId}/${id}`,
  present,
  hasSmall: null,
});

export const imageKey = (schoolId: string, id: string, type: ImageType): string =>
  keyOf(imageSlot(schoolId, id, type).path, type);

/** Milliseconds: an image that no item embeds is gone after them (contract section 0, rule 13). */
export const UNUSED_RETENTION_MS = RETENTION.embedded_images.days * DAY_MS;
