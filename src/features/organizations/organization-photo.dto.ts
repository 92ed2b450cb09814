import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { BlankIsNull } from '../../http/field-decorators.js';
import { PhotoConfirmation } from '../photos/photo.dto.js';

export class OrganizationPhotoInput extends PhotoConfirmation {
  /** Plain text. */
  @BlankIsNull('several lines')
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 1000 })
  caption?: string | null;
}

export class OrganizationPhotoBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, nullable: true })
  caption: string | null;

  /** Pixels. */
  @ApiProperty({ type: 'integer' })
  width: number;

  @ApiProperty({ type: 'integer' })
  height: number;

  /** "A former member" for someone who is no active member any more. */
  uploaded_by_name: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class OrganizationPhotos {
  /** Newest first. */
  @ApiProperty({ type: [OrganizationPhotoBody] })
  photos: OrganizationPhotoBody[];
}

export { PhotoDownloadUrl, PhotoUploadRequest, PhotoUploadUrl } from '../photos/photo.dto.js';
