import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsInt, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { NestedBody } from '../../http/nested-body.js';
import { NormalizedText } from '../../http/field-decorators.js';

/** Of one item (contract section 1, DocumentInput). */
const MOST_ATTACHMENTS = 20;

/** A file as its upload, or the item, showed it. The key says which one it is; the rest is known already. */
export class AttachmentInput {
  @NormalizedText()
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  key: string;

  @IsOptional()
  @IsString()
  @ApiPropertyOptional({ type: String, nullable: true })
  id?: string | null;

  @IsOptional()
  @IsString()
  @ApiPropertyOptional({ type: String, nullable: true })
  file_name?: string | null;

  @IsOptional()
  @IsString()
  @ApiPropertyOptional({ type: String, nullable: true })
  content_type?: string | null;

  @IsOptional()
  @IsInt()
  @ApiPropertyOptional({ type: 'integer', nullable: true })
  size_bytes?: number | null;

  @IsOptional()
  @IsString()
  @ApiPropertyOptional({ type: String, nullable: true })
  uploaded_at?: string | null;
}

/** All files of an item, in their order. */
export const Attachments = () =>
  applyDecorators(
    IsOptional(),
    IsArray(),
    ArrayMaxSize(MOST_ATTACHMENTS),
    NestedBody(() => AttachmentInput, { each: true }),
    ApiPropertyOptional({ type: [AttachmentInput], maxItems: MOST_ATTACHMENTS, nullable: true }),
  );

export { PhotoDownloadUrl, toPhotoDownloadUrl } from '../photos/photo.dto.js';
export { DocumentAttachment } from './attachment.dto.js';
