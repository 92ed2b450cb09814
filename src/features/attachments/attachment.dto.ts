import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsInt, IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { ATTACHMENT_TYPES, type AttachmentType } from './attachment-type.js';
import { ATTACHED_TO, type AttachedTo } from './attachment.entity.js';
import { NestedBody } from '../../platform/http/declared-members.js';
import { NormalizedText } from '../../platform/http/field-decorators.js';

export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;

/** A form: it documents the request, which is read while it comes. */
export class AttachmentUpload {
  /**
   * PDF, Word (doc, docx), Excel (xls, xlsx), JPEG or PNG, at most 10 MB (10,485,760 bytes). Extension, type and content
   * have to agree; `application/octet-stream` agrees with every one of them.
   */
  @ApiProperty({ type: 'string', format: 'binary' })
  file: unknown;

  /** What the file is for; it may come before the file or after it. */
  @ApiProperty({ enum: ATTACHED_TO })
  entity_type: AttachedTo;
}

/** A file of a document, a notice or a permission slip. */
export class DocumentAttachment {
  /** Null until an item has been saved with it. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  id: string | null;

  /** What the item is saved with; no address. */
  key: string;

  file_name: string;

  @ApiProperty({ enum: ATTACHMENT_TYPES })
  content_type: AttachmentType;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAX_ATTACHMENT_BYTES })
  size_bytes: number;

  @ApiProperty({ format: 'date-time' })
  uploaded_at: string;
}

/** An upload that is not attached to an item yet. */
export interface AcceptedFile {
  key: string;
  fileName: string;
  contentType: AttachmentType;
  sizeBytes: number;
  uploadedAt: Date;
}

export const toDocumentAttachment = (upload: AcceptedFile): DocumentAttachment => ({
  id: null,
  key: upload.key,
  file_name: upload.fileName,
  content_type: upload.contentType,
  size_bytes: upload.sizeBytes,
  uploaded_at: upload.uploadedAt.toISOString(),
});

/** Attachments of one item (contract section 1, DocumentInput). */
const MAX_ATTACHMENTS = 20;

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
    ArrayMaxSize(MAX_ATTACHMENTS),
    NestedBody(() => AttachmentInput, { each: true }),
    ApiPropertyOptional({ type: [AttachmentInput], maxItems: MAX_ATTACHMENTS, nullable: true }),
  );

export { PhotoDownloadUrl, toPhotoDownloadUrl } from '../photos/photo.dto.js';
