import { ApiProperty } from '@nestjs/swagger';
import { ATTACHMENT_TYPES, type AttachmentType } from '../attachments/attachment-type.js';

/** A file that the person uploaded for a document or a notice, be it in one or not. */
export class ExportedAttachment {
  key: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  file_name: string;

  @ApiProperty({ enum: ATTACHMENT_TYPES })
  content_type: AttachmentType;

  @ApiProperty({ type: 'integer' })
  size_bytes: number;

  @ApiProperty({ format: 'date-time' })
  uploaded_at: string;
}
