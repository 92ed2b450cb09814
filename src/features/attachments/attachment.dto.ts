import { ApiProperty } from '@nestjs/swagger';
import { ATTACHMENT_TYPES, type AttachmentType } from './attachment-type.js';

/** Metadata of an uploaded file; the file itself is had by a download address. */
export class DocumentAttachment {
  /** Null until an item is saved with it. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  id: string | null;

  /** `{entity_type}s/{schoolId}/{uuid}.{ext}`; no address to download from. */
  key: string;

  file_name: string;

  @ApiProperty({ enum: ATTACHMENT_TYPES })
  content_type: AttachmentType;

  @ApiProperty({ type: 'integer' })
  size_bytes: number;

  @ApiProperty({ format: 'date-time' })
  uploaded_at: string;
}
