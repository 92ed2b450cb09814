import { ApiProperty } from '@nestjs/swagger';
import { MEMBER_ROLES, type MemberRole } from '../../platform/auth/caller.js';
import { PROFILE_VISIBILITIES, type ProfileVisibility } from '../../policy/privacy-mask.js';

const MEMBERSHIP_STATUSES = ['active', 'deactivated'] as const;

export class MeUser {
  @ApiProperty({ format: 'uuid' })
  id: string;

  email: string;

  @ApiProperty({ type: String, nullable: true })
  first_name: string | null;

  @ApiProperty({ type: String, nullable: true })
  last_name: string | null;

  two_step_enabled: boolean;
}

export class MembershipStudent {
  @ApiProperty({ format: 'uuid' })
  id: string;

  first_name: string;

  last_name: string;

  @ApiProperty({ type: 'integer', nullable: true })
  graduation_year: number | null;

  /** The school keeps the caller and this student apart: the student's name and year are all that the caller gets of them. */
  restricted: boolean;

  /** The school keeps another guardian and this student apart; it does not say who. */
  has_restricted_guardian: boolean;
}

/** A live right to edit an organization. */
export class MembershipEditorGrant {
  @ApiProperty({ format: 'uuid' })
  organization_id: string;

  organization_name: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expires_at: string | null;
}

export class MembershipBody {
  @ApiProperty({ format: 'uuid' })
  membership_id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  school_name: string;

  school_short_name: string;

  /** IANA name. */
  time_zone: string;

  @ApiProperty({ enum: MEMBER_ROLES })
  role: MemberRole;

  /** A deactivated membership counts as none everywhere else. */
  @ApiProperty({ enum: MEMBERSHIP_STATUSES })
  status: (typeof MEMBERSHIP_STATUSES)[number];

  is_admin: boolean;

  @ApiProperty({ enum: PROFILE_VISIBILITIES })
  profile_visibility: ProfileVisibility;

  /** Null without linked students, or when they differ; a restricted one does not count. */
  @ApiProperty({ type: Boolean, nullable: true })
  address_visible: boolean | null;

  /** The caller's linked students in this school, and those from whom the school keeps them apart. */
  @ApiProperty({ type: [MembershipStudent] })
  students: MembershipStudent[];

  /** Live ones, by the name of the organization. */
  @ApiProperty({ type: [MembershipEditorGrant] })
  editor_grants: MembershipEditorGrant[];

  @ApiProperty({ format: 'date-time' })
  joined_at: string;
}

export class MeResponse {
  user: MeUser;

  /** One a school, by school name. */
  @ApiProperty({ type: [MembershipBody] })
  memberships: MembershipBody[];

  /** True when there are memberships and every one is deactivated. */
  is_fully_deactivated: boolean;
}
