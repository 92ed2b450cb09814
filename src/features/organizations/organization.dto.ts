import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, IsUrl, MaxLength } from 'class-validator';
import { BlankIsNull } from '../../platform/http/field-decorators.js';
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

/** Left out, it stays as it is; null or blank clears it. */
export class OrganizationChanges {
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
