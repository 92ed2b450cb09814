import { DAY_MS, RETENTION } from '../../platform/database/retention.js';
import type { ImageType } from '../../platform/images/image-type.js';
import { keyOf, type PhotoSlot } from '../photos/photo-slot.js';

/** The slot in the object store of the image with this id. */
export const imageSlot = (schoolId: string, id: string, storedType: ImageType): PhotoSlot => ({
  ownerId: id,
  path: `images/${schoolId}/${id}`,
  storedType,
  hasSmall: null,
});

export const imageKey = (schoolId: string, id: string, type: ImageType): string =>
  keyOf(imageSlot(schoolId, id, type).path, type);

/** Milliseconds that an image is retained for while no item embeds it (contract section 0, rule 13). */
export const UNUSED_RETENTION_MS = RETENTION.embedded_images.days * DAY_MS;
