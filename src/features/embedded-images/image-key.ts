import type { ImageType } from '../../images/image-type.js';
import { keyOf, type PhotoSlot } from '../photos/photo-slot.js';

/** Where the image of this id is kept. */
export const imageSlot = (schoolId: string, id: string, present: ImageType): PhotoSlot => ({
  ownerId: id,
  path: `images/${schoolId}/${id}`,
  present,
});

export const imageKey = (schoolId: string, id: string, type: ImageType): string =>
  keyOf(imageSlot(schoolId, id, type).path, type);
