import { ApiProperty } from '@nestjs/swagger';
import { MEMBER_ROLES, type MemberRole } from '../../platform/auth/caller.js';
import { IMAGE_TYPES, type ImageType } from '../../platform/images/image-type.js';
import { GUARDIAN_RELATIONS, type GuardianRelation } from '../directory/guardians/guardian-relation.js';
import { ATTACHMENT_TYPES, type AttachmentType } from '../attachments/attachment-type.js';

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

/**
 * A photo of the person or of a linked student, or one of an organization that the person uploaded; the photo itself is
 * had by its own operation.
 */
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

  /** Only photos of organizations have one. */
  @ApiProperty({ type: String, nullable: true })
  caption: string | null;

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

/** The person in the staff directory of a school. */
export class ExportedStaffRecord {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  first_name: string;

  last_name: string;

  @ApiProperty({ type: String, nullable: true })
  title: string | null;

  @ApiProperty({ type: String, nullable: true })
  department: string | null;

  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  @ApiProperty({ type: String, nullable: true })
  phone: string | null;

  @ApiProperty({ type: String, nullable: true })
  room: string | null;

  /** Where the record came from: `content`, or the name of a OneRoster source. */
  source: string;

  /** Since when it is not shown any more. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  archived_at: string | null;
}
