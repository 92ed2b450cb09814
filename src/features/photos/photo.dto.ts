import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
} from 'class-validator';
import { NotFoundError } from '../../platform/errors/app-error.js';
import { NormalizedText, QueryInteger } from '../../platform/http/field-decorators.js';
import { IMAGE_TYPES, type ImageType, MAX_IMAGE_BYTES } from '../../platform/images/image-type.js';
import type { SignedAddress } from '../../platform/storage/object-store.js';
import { type PhotoRecord, SMALL_SIDES, type SmallSide } from './photo-slot.js';

export class PhotoUploadRequest {
  /** What the upload address will take. Any other type is 400 with reason `unsupported_type`. */
  @ApiProperty({ enum: IMAGE_TYPES })
  @NormalizedText()
  @IsString()
  @IsNotEmpty()
  content_type: string;
}

export class PhotoUploadHeaders {
  @ApiProperty({ enum: IMAGE_TYPES })
  'Content-Type': ImageType;
}

export class PhotoUploadUrl {
  /** Takes the bytes without a token, once or again, until it expires. */
  @ApiProperty({ format: 'uri' })
  upload_url: string;

  @ApiProperty({ enum: ['PUT'] })
  method: 'PUT';

  /** To be sent with the bytes, exactly so. */
  @ApiProperty({ type: PhotoUploadHeaders })
  headers: PhotoUploadHeaders;

  /** To be sent to the confirm operation, which makes the upload the photo. */
  photo_key: string;

  @ApiProperty({ type: 'integer', example: MAX_IMAGE_BYTES })
  max_bytes: number;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

export class PhotoDownloadUrl {
  /** Works without a token until it expires: neither to be kept nor to be shared. */
  @ApiProperty({ format: 'uri' })
  url: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

export class PhotoSizeQuery {
  /**
   * The longer side in pixels, at most: a WebP, without movement. Left out: the photo as it is, which also stands in for a
   * small picture that is not made yet.
   */
  @IsOptional()
  @QueryInteger(SMALL_SIDES[0], SMALL_SIDES[1])
  @IsIn(SMALL_SIDES)
  @ApiPropertyOptional({ type: 'integer', enum: SMALL_SIDES })
  size?: SmallSide;
}

/** People whose photos are shown together, of a class for example. */
export const MAX_PHOTO_URLS = 200;

export class PhotoUrlsRequest {
  /** Ids of students; with the parents at most 200. */
  @IsArray()
  @ArrayMaxSize(MAX_PHOTO_URLS)
  @IsUUID('loose', { each: true })
  @ApiProperty({ type: [String], format: 'uuid', maxItems: MAX_PHOTO_URLS })
  students: string[];

  /** Ids of memberships: parents, and staff with a `membership_id`. */
  @IsArray()
  @ArrayMaxSize(MAX_PHOTO_URLS)
  @IsUUID('loose', { each: true })
  @ApiProperty({ type: [String], format: 'uuid', maxItems: MAX_PHOTO_URLS })
  parents: string[];

  /** As in the operations for one. */
  @IsOptional()
  @IsIn(SMALL_SIDES)
  @ApiPropertyOptional({ type: 'integer', enum: SMALL_SIDES })
  size?: SmallSide;
}

export class PhotoUrl extends PhotoDownloadUrl {
  /** Of the student or the membership. */
  @ApiProperty({ format: 'uuid' })
  id: string;
}

export class PhotoUrls {
  @ApiProperty({ type: [PhotoUrl] })
  students: PhotoUrl[];

  @ApiProperty({ type: [PhotoUrl] })
  parents: PhotoUrl[];
}

export class PhotoConfirmation {
  /** As the upload address came with it. */
  @NormalizedText()
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  photo_key: string;
}

/** The photo as it is shown from now on. */
export class ConfirmedPhoto {
  photo_key: string;

  @ApiProperty({ enum: IMAGE_TYPES })
  content_type: ImageType;

  /** Pixels. */
  @ApiProperty({ type: 'integer' })
  width: number;

  @ApiProperty({ type: 'integer' })
  height: number;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export const toConfirmedPhoto = (photoKey: string, photo: PhotoRecord): ConfirmedPhoto => ({
  photo_key: photoKey,
  content_type: photo.contentType,
  width: photo.width,
  height: photo.height,
  updated_at: photo.updatedAt.toISOString(),
});

/** @throws NotFoundError it is deleted by now */
export function confirmedPhoto(photoKey: string, photo: PhotoRecord | null): ConfirmedPhoto {
  if (!photo) throw new NotFoundError();
  return toConfirmedPhoto(photoKey, photo);
}

export const toPhotoDownloadUrl = ({ url, expiresAt }: SignedAddress): PhotoDownloadUrl => ({
  url,
  expires_at: expiresAt.toISOString(),
});

export const toPhotoUploadUrl = (
  { url, expiresAt }: SignedAddress,
  type: ImageType,
  photoKey: string,
): PhotoUploadUrl => ({
  upload_url: url,
  method: 'PUT',
  headers: { 'Content-Type': type },
  photo_key: photoKey,
  max_bytes: MAX_IMAGE_BYTES,
  expires_at: expiresAt.toISOString(),
});
