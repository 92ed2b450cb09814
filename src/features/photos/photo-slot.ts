import { extensionOf, IMAGE_TYPES, type ImageType } from '../../platform/images/image-type.js';
import type { PreparedImage } from '../../platform/images/prepare-image.js';

/** A place for one photo: a student's, a member's at one school, or one of an organization's. */
export interface PhotoSlot {
  /** The student's id, the membership's, or for one of an organization's the photo's own. */
  ownerId: string;
  /** Key of its photo without the extension. */
  path: string;
  /** Type of the stored photo; null without one. */
  storedType: ImageType | null;
  /** Whether small pictures lie beside it; null where none ever do. */
  hasSmall: boolean | null;
}

/** Pixels of the longer side. */
export const SMALL_SIDES = [96, 320] as const;
export type SmallSide = (typeof SMALL_SIDES)[number];

/** Readable everywhere, and half of what a JPEG has. */
export const SMALL_TYPE: ImageType = 'image/webp';

/** A photo as it is in the database. */
export interface StoredPhoto {
  content_type: ImageType | null;
  has_small: boolean | null;
}

/**
 * SQL for the columns of `StoredPhoto`, read from the alias `photo`. Small pictures that were made of an earlier photo do
 * not count.
 */
export const STORED_PHOTO = `photo.content_type, photo.has_small and photo.small_of = photo.updated_at as has_small`;

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
  /** Whether small pictures are there with it. */
  hasSmall: boolean;
}

export const toPhotoRecord = (
  { type, width, height, bytes, small }: PreparedImage & { type: ImageType; small: unknown[] },
  updatedAt: Date,
): PhotoRecord => ({
  contentType: type,
  width,
  height,
  sizeBytes: bytes.length,
  updatedAt,
  hasSmall: small.length > 0,
});

/** Deterministic (specification section 4, photo rule 1). */
export const studentSlot = (studentId: string, photo: StoredPhoto): PhotoSlot => ({
  ownerId: studentId,
  path: `student-photos/${studentId}`,
  storedType: photo.content_type,
  hasSmall: photo.has_small === true,
});

/** Contract section 12b. */
export const parentSlot = (schoolId: string, membershipId: string, photo: StoredPhoto): ParentSlot => ({
  schoolId,
  ownerId: membershipId,
  path: `parent-photos/${membershipId}`,
  storedType: photo.content_type,
  hasSmall: photo.has_small === true,
});

/** In small letters, as keys are: a path may write ids in capitals. Contract section 6, rule 8. */
export const organizationSlot = (
  organizationId: string,
  photoId: string,
  storedType: ImageType | null = null,
): PhotoSlot => ({
  ownerId: photoId.toLowerCase(),
  path: `organization-photos/${organizationId}/${photoId}`.toLowerCase(),
  storedType,
  hasSmall: null,
});

export const smallKeyOf = (path: string, side: SmallSide): string => keyOf(`${path}-${side}`, SMALL_TYPE);

/** Keys of the small pictures that may be stored beside the photo of the slot. */
export const smallKeysOf = ({ path, hasSmall }: PhotoSlot): string[] =>
  hasSmall === null ? [] : SMALL_SIDES.map((side) => smallKeyOf(path, side));

export const keyOf = (path: string, type: ImageType): string => `${path}.${extensionOf(type)}`;

/** The type that this key of one of these slots stands for; null when it is no key of theirs. */
export const typeOfKey = (slots: PhotoSlot[], key: string): ImageType | null =>
  IMAGE_TYPES.find((type) => slots.some(({ path }) => keyOf(path, type) === key)) ?? null;
