import { extensionOf, IMAGE_TYPES, type ImageType } from '../../platform/images/image-type.js';
import type { PreparedImage } from '../../platform/images/prepare-image.js';

/** A place for one photo: a student's, a member's at one school, or one of an organization's. */
export interface PhotoSlot {
  /** The student's id, the membership's, or for one of an organization's the photo's own. */
  ownerId: string;
  /** Key of its photo without the extension. */
  path: string;
  /** Of the photo that is there. */
  present: ImageType | null;
}

/** A member's: a person has one at each of their schools. */
export interface ParentSlot extends PhotoSlot {
  schoolId: string;
}

/** A photo as it is kept: the row beside the object. */
export interface PhotoRecord {
  contentType: ImageType;
  /** Pixels. */
  width: number;
  height: number;
  sizeBytes: number;
  updatedAt: Date;
}

export const toPhotoRecord = (
  { type, width, height, bytes }: PreparedImage & { type: ImageType },
  updatedAt: Date,
): PhotoRecord => ({ contentType: type, width, height, sizeBytes: bytes.length, updatedAt });

/** Deterministic (specification section 4, photo rule 1). */
export const studentSlot = (studentId: string, present: ImageType | null = null): PhotoSlot => ({
  ownerId: studentId,
  path: `student-photos/${studentId}`,
  present,
});

/** Contract section 12b. */
export const parentSlot = (
  schoolId: string,
  membershipId: string,
  present: ImageType | null = null,
): ParentSlot => ({
  schoolId,
  ownerId: membershipId,
  path: `parent-photos/${membershipId}`,
  present,
});

/** In small letters, as keys are: a path may write ids in capitals. Contract section 6, rule 8. */
export const organizationSlot = (
  organizationId: string,
  photoId: string,
  present: ImageType | null = null,
): PhotoSlot => ({
  ownerId: photoId.toLowerCase(),
  path: `organization-photos/${organizationId}/${photoId}`.toLowerCase(),
  present,
});

export const keyOf = (path: string, type: ImageType): string => `${path}.${extensionOf(type)}`;

/** The type that this key of one of these slots stands for; null when it is no key of theirs. */
export const typeOfKey = (slots: PhotoSlot[], key: string): ImageType | null =>
  IMAGE_TYPES.find((type) => slots.some(({ path }) => keyOf(path, type) === key)) ?? null;
