import { ApiProperty } from '@nestjs/swagger';
import { MEMBER_ROLES, type MemberRole } from '../../access/caller.js';
import { IMAGE_TYPES, type ImageType } from '../../images/image-type.js';
import { GUARDIAN_RELATIONS, type GuardianRelation } from '../directory/guardian-relation.js';

/** Ids say what a record is about: what the person may see of it stands where it is shown. */
class OfAStudent {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ format: 'uuid' })
  student_id: string;
}

export class ExportedStar extends OfAStudent {}

export class ExportedNote extends OfAStudent {
  body: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class ExportedListStudent {
  @ApiProperty({ format: 'uuid' })
  student_id: string;

  @ApiProperty({ format: 'date-time' })
  added_at: string;
}

export class ExportedListGuardian {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  guardian_membership_id: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  linked_student_id: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class ExportedList {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  name: string;

  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  @ApiProperty({ type: [ExportedListStudent] })
  students: ExportedListStudent[];

  @ApiProperty({ type: [ExportedListGuardian] })
  guardians: ExportedListGuardian[];
}

/** A photo of the person or of a linked student; the photo itself is had by its own operation. */
export class ExportedPhoto {
  key: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ enum: IMAGE_TYPES })
  content_type: ImageType;

  /** Pixels. */
  @ApiProperty({ type: 'integer' })
  width: number;

  @ApiProperty({ type: 'integer' })
  height: number;

  @ApiProperty({ type: 'integer' })
  size_bytes: number;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class ExportedInvitationStudent {
  @ApiProperty({ format: 'uuid' })
  student_id: string;

  @ApiProperty({ enum: GUARDIAN_RELATIONS })
  relation: GuardianRelation;
}

export class ExportedInvitation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ enum: MEMBER_ROLES })
  role: MemberRole;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  consumed_at: string | null;

  @ApiProperty({ type: [ExportedInvitationStudent] })
  students: ExportedInvitationStudent[];
}

/** A feed of the calendar; its address is in the list of the subscriptions. */
export class ExportedCalendarSubscription {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  name: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  organization_id: string | null;

  @ApiProperty({ type: [String] })
  categories: string[];

  @ApiProperty({ type: [String] })
  tags: string[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}
