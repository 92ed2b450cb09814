import { ApiProperty } from '@nestjs/swagger';
import { MEMBER_ROLES, type Member, type MemberRole } from '../../platform/auth/caller.js';
import { isOn, type FeatureFlags } from '../../policy/school-feature.js';
import type { SchoolFeaturesRow } from './school-features.repository.js';
import { allFlags } from '../../policy/school-feature.js';

export class SchoolFeatureFlags implements FeatureFlags {
  lunch_menus: boolean;
  calendar: boolean;
  staff_directory: boolean;
  document_library: boolean;
  notices: boolean;
  polls: boolean;
  signups: boolean;
}

/** Counts of the items in the caller's lists; 0 for a feature that is off. */
export class SchoolCounts {
  @ApiProperty({ type: 'integer' })
  notices_unread: number;

  /** Created in the last 14 days and not opened by the caller; School Details never counts. */
  @ApiProperty({ type: 'integer' })
  documents_new: number;

  /** Not answered yet. */
  @ApiProperty({ type: 'integer' })
  polls_open: number;

  /** Visible, not closed, nothing claimed. */
  @ApiProperty({ type: 'integer' })
  signups_open: number;

  /** Answers that the caller still owes: `outstanding` of all slips of the list, taken together. */
  @ApiProperty({ type: 'integer' })
  permission_slips_outstanding: number;

  /** Not gated: also of items whose feature is off. */
  @ApiProperty({ type: 'integer' })
  notifications_unread: number;

  /** The caller's own: those whose `is_member` is true. */
  @ApiProperty({ type: 'integer' })
  organizations: number;
}

export class SchoolFeatures {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  school_name: string;

  /** IANA name: show every timestamp in it. */
  time_zone: string;

  /** BCP 47. */
  locale: string;

  features: SchoolFeatureFlags;

  counts: SchoolCounts;

  @ApiProperty({ enum: MEMBER_ROLES })
  role: MemberRole;

  @ApiProperty({ format: 'date-time' })
  generated_at: string;
}

export const toSchoolFeatures = (school: SchoolFeaturesRow, member: Member, now: Date): SchoolFeatures => ({
  school_id: school.id,
  school_name: school.name,
  time_zone: school.time_zone,
  locale: school.locale,
  features: allFlags(school.features),
  counts: {
    notices_unread: isOn(school.features, 'notices') ? school.notices_unread : 0,
    documents_new: isOn(school.features, 'document_library') ? school.documents_new : 0,
    polls_open: isOn(school.features, 'polls') ? school.polls_open : 0,
    signups_open: isOn(school.features, 'signups') ? school.signups_open : 0,
    permission_slips_outstanding: school.permission_slips_outstanding,
    notifications_unread: school.notifications_unread,
    organizations: school.organizations,
  },
  role: member.role,
  generated_at: now.toISOString(),
});
