import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { type AttachmentInput, Attachments, DocumentAttachment } from '../attachments/attachment.dto.js';
import { ItemCategory } from '../publishing/item-category.dto.js';
import { PublishedFields, Title, TitleChange } from '../publishing/published-fields.dto.js';

class DocumentFields extends PublishedFields {
  /** Rich text. */
  @IsOptional()
  @IsString()
  @MaxLength(50_000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 50_000 })
  description?: string | null;

  /** As their uploads returned them, or as the document shows them: all of them, in this order. */
  @Attachments()
  attachments?: AttachmentInput[] | null;
}

export class DocumentInput extends DocumentFields {
  @Title()
  title: string;
}

export class DocumentChanges extends DocumentFields {
  @TitleChange()
  title?: string;
}

export class DocumentBody {
  /** A uuid; of School Details `school-details`, with which nothing can be asked for. */
  id: string;

  title: string;

  /** Rich text. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ type: ItemCategory, nullable: true })
  category: ItemCategory | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  @ApiProperty({ type: String, nullable: true })
  organization_name: string | null;

  @ApiProperty({ type: [DocumentAttachment] })
  attachments: DocumentAttachment[];

  /** The entry of the school itself. */
  is_school_details: boolean;

  /** Null for what an import brought, and for someone who is no active member any more. */
  @ApiProperty({ type: String, nullable: true })
  created_by_name: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class Documents {
  /** School Details first, then by the position of the category, those without one last, and by title. */
  @ApiProperty({ type: [DocumentBody] })
  documents: DocumentBody[];
}

export { PhotoDownloadUrl } from '../attachments/attachment.dto.js';
export { CreatedItem } from '../publishing/published-fields.dto.js';
