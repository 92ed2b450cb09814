import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString, IsUrl, Matches, MaxLength } from 'class-validator';
import { SHORT_NAME } from './short-name.js';
import { BlankIsNull, IsName, WhenGiven } from '../../platform/http/field-decorators.js';
import { OrganizationRecord } from '../calendar/results/result.dto.js';
import { ScheduleEvent } from '../calendar/events/calendar-event.dto.js';
import { OrganizationLeaderBody } from './leadership/organization-leader.dto.js';
import { ORGANIZATION_KINDS, type OrganizationKind } from '../../policy/organization-access.js';
import { PhotoConfirmation } from '../photos/photo.dto.js';

export class OrganizationsQuery {
  @IsOptional()
  @IsIn(ORGANIZATION_KINDS)
  @ApiPropertyOptional({ enum: ORGANIZATION_KINDS })
  kind?: OrganizationKind;
}

const Season = () =>
  applyDecorators(
    BlankIsNull(),
    IsOptional(),
    IsString(),
    MaxLength(200),
    ApiPropertyOptional({ type: String, nullable: true, maxLength: 200 }),
  );

/** Left out, it stays as it is; null or blank clears it. An admin alone may send `name`, `season` and `archived`. */
export class OrganizationChanges {
  /** It may not be cleared. */
  @applyDecorators(WhenGiven(), IsName(), ApiPropertyOptional({ type: String, maxLength: 200 }))
  name?: string;

  /** Such as "Fall 2026". */
  @Season()
  season?: string | null;

  /** Archived, it is there for admins alone, and nobody edits it; false takes that back. */
  @WhenGiven()
  @IsBoolean()
  @ApiPropertyOptional({ type: Boolean })
  archived?: boolean;

  /** Rich text. */
  @IsOptional()
  @IsString()
  @MaxLength(50_000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 50_000 })
  description?: string | null;

  /** An http or https address. */
  @BlankIsNull()
  @IsOptional()
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, disallow_auth: true })
  @MaxLength(200)
  @ApiPropertyOptional({ type: String, format: 'uri', nullable: true, maxLength: 200 })
  website?: string | null;

  /** Plain text. */
  @BlankIsNull('several lines')
  @IsOptional()
  @IsString()
  @MaxLength(5000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 5000 })
  meeting_info?: string | null;
}

export class OrganizationInput {
  @IsIn(ORGANIZATION_KINDS)
  @ApiProperty({ enum: ORGANIZATION_KINDS })
  kind: OrganizationKind;

  @applyDecorators(IsName(), ApiProperty({ maxLength: 200 }))
  name: string;

  /** Unique in the school, archived organizations included. It stays. */
  @IsString()
  @Matches(SHORT_NAME, {
    message: '$property must be lower-case letters, digits and hyphens, such as chess-club',
  })
  @ApiProperty({ pattern: SHORT_NAME.source, maxLength: 100 })
  short_name: string;

  /** Rich text. */
  @IsOptional()
  @IsString()
  @MaxLength(50_000)
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 50_000 })
  description?: string | null;

  /** Such as "Fall 2026". */
  @Season()
  season?: string | null;
}

export class OrganizationBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ enum: ORGANIZATION_KINDS })
  kind: OrganizationKind;

  name: string;

  /** Unique in the school: lower-case letters, digits and hyphens. */
  short_name: string;

  @ApiProperty({ type: String, nullable: true })
  category: string | null;

  @ApiProperty({ type: String, nullable: true })
  season: string | null;

  /**
   * The caller is on the roster as a parent, leads it, edits it, or has a linked student on the roster. Of an archived
   * one nobody is.
   */
  is_member: boolean;

  /** The caller is an admin, or holds a live grant. */
  can_edit: boolean;

  /** Archived organizations are there for admins only. */
  archived: boolean;

  /** On the roster; an archived student is not counted. */
  @ApiProperty({ type: 'integer' })
  student_count: number;

  /** There are photos of it. */
  has_photo: boolean;
}

export class Organizations {
  /** Teams, clubs, then classes; each by name. */
  @ApiProperty({ type: [OrganizationBody] })
  organizations: OrganizationBody[];
}

/** Counts of the organization's items in the caller's lists; 0 while the feature is off. */
export class OrganizationCounts {
  @ApiProperty({ type: 'integer' })
  photos: number;

  @ApiProperty({ type: 'integer' })
  documents: number;

  @ApiProperty({ type: 'integer' })
  notices: number;

  @ApiProperty({ type: 'integer' })
  polls: number;

  @ApiProperty({ type: 'integer' })
  signups: number;
}

export class OrganizationDetail extends OrganizationBody {
  /** Rich text. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ type: String, nullable: true })
  website: string | null;

  @ApiProperty({ type: String, nullable: true })
  meeting_info: string | null;

  /** In the order in which an editor arranged it. */
  @ApiProperty({ type: [OrganizationLeaderBody] })
  leadership: OrganizationLeaderBody[];

  /** What comes next, or is under way, and is not called off. Null when nothing is, or while the calendar is off. */
  @ApiProperty({ type: ScheduleEvent, nullable: true })
  next_event: ScheduleEvent | null;

  /** Null when there are no results, or while the calendar is off. */
  @ApiProperty({ type: OrganizationRecord, nullable: true })
  record: OrganizationRecord | null;

  counts: OrganizationCounts;
}

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
