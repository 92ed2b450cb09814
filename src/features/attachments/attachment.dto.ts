import { ApiProperty } from '@nestjs/swagger';
import { ATTACHMENT_TYPES, type AttachmentType } from './attachment-type.js';
import { ATTACHED_TO, type AttachedTo } from './attachment.entity.js';

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

/** A file of a document or a notice. */
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

/** What is kept of an upload that no item has been saved with yet. */
export interface KeptUpload {
  key: string;
  fileName: string;
  contentType: AttachmentType;
  sizeBytes: number;
  uploadedAt: Date;
}

export const toDocumentAttachment = (upload: KeptUpload): DocumentAttachment => ({
  id: null,
  key: upload.key,
  file_name: upload.fileName,
  content_type: upload.contentType,
  size_bytes: upload.sizeBytes,
  uploaded_at: upload.uploadedAt.toISOString(),
});
