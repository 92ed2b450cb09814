import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString, MaxLength, ValidateIf } from 'class-validator';
import { IsTimestamp } from '../../platform/http/field-decorators.js';
import { type AttachmentInput, Attachments, DocumentAttachment } from '../attachments/attachment.dto.js';
import { ItemCategory } from '../publishing/item-category.dto.js';
import { PublishedFields, Title, TitleChange } from '../publishing/published-fields.dto.js';
import { NOTICE_REACHES, type NoticeReach } from './notice-reach.js';

const isBody = [IsString(), MaxLength(50_000)];
const mayBeLeftOut = (name: string) =>
  ValidateIf((input: Record<string, unknown>) => input[name] !== undefined);

const Body = () => applyDecorators(...isBody, ApiProperty({ maxLength: 50_000 }));
const BodyChange = () =>
  applyDecorators(mayBeLeftOut('body'), ...isBody, ApiPropertyOptional({ type: String, maxLength: 50_000 }));

class NoticeFields extends PublishedFields {
  /** From when on it is shown; it alerts its audience then. Null, or left out of a new one: now. */
  @IsOptional()
  @IsTimestamp()
  @ApiPropertyOptional({ type: String, format: 'date-time', nullable: true })
  starts_at?: string | null;

  /** Before all that are not. */
  @IsOptional()
  @IsBoolean()
  @ApiPropertyOptional({ type: Boolean, nullable: true, default: false })
  pinned?: boolean | null;

  /**
   * `guardians`: guardians on file who have no account yet get the mail, too, with their invitation, as a guardian of their child
   * sees the notice. Only an admin says so. Null, or left out of a new one: `members`.
   */
  @IsOptional()
  @IsIn(NOTICE_REACHES)
  @ApiPropertyOptional({ enum: [...NOTICE_REACHES, null], type: String, nullable: true, default: 'members' })
  reach?: NoticeReach | null;

  /** Its mail comes at once, whatever hours the reader keeps quiet. Only an admin says so. */
  @IsOptional()
  @IsBoolean()
  @ApiPropertyOptional({ type: Boolean, nullable: true, default: false })
  urgent?: boolean | null;

  /** Answers to its mail go to the author's address, which the mail shows. Of an organization's notice alone, and only its author says so. */
  @IsOptional()
  @IsBoolean()
  @ApiPropertyOptional({ type: Boolean, nullable: true, default: false })
  reply_to_author?: boolean | null;

  /** Whether everybody whom it is addressed to is asked to acknowledge it. Another title or body asks again. */
  @IsOptional()
  @IsBoolean()
  @ApiPropertyOptional({ type: Boolean, nullable: true, default: false })
  acknowledge?: boolean | null;

  /** As their uploads returned them, or as the notice shows them: all of them, in this order. */
  @Attachments()
  attachments?: AttachmentInput[] | null;
}

export class NoticeInput extends NoticeFields {
  @Title()
  title: string;

  /** Rich text that shows something. */
  @Body()
  body: string;

  /** From when on it is gone: later than now, and later than `starts_at`. */
  @IsTimestamp()
  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

export class NoticeChanges extends NoticeFields {
  @TitleChange()
  title?: string;

  /** Rich text that shows something. */
  @BodyChange()
  body?: string;

  /** In the past, it ends the notice at once. */
  @mayBeLeftOut('expires_at')
  @IsTimestamp()
  @ApiPropertyOptional({ type: String, format: 'date-time' })
  expires_at?: string;
}

export class NoticeBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  title: string;

  /** Rich text. */
  body: string;

  @ApiProperty({ type: ItemCategory, nullable: true })
  category: ItemCategory | null;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  @ApiProperty({ type: String, nullable: true })
  organization_name: string | null;

  @ApiProperty({ type: [DocumentAttachment] })
  attachments: DocumentAttachment[];

  @ApiProperty({ format: 'date-time' })
  starts_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  pinned: boolean;

  urgent: boolean;

  /** Whether answers to its mail go to its author. */
  reply_to_author: boolean;

  /** By the caller: they have asked for it by its id. */
  read: boolean;

  /** Whether it asks to be acknowledged. */
  acknowledge_required: boolean;

  /** When the caller acknowledged its present title and body; null while they have not. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  acknowledged_at: string | null;

  /** Null for what an import brought, and for someone who is no active member any more. */
  @ApiProperty({ type: String, nullable: true })
  created_by_name: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class Notices {
  /** Pinned ones first, then the one that started last. */
  @ApiProperty({ type: [NoticeBody] })
  notices: NoticeBody[];
}

export { PhotoDownloadUrl } from '../attachments/attachment.dto.js';
export { CreatedItem } from '../publishing/published-fields.dto.js';
