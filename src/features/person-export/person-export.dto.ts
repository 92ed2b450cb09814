import { ApiProperty } from '@nestjs/swagger';
import { MEMBER_ROLES, type MemberRole } from '../../access/caller.js';
import { GUARDIAN_RELATIONS, type GuardianRelation } from '../directory/guardian-relation.js';
import { StudentDetail } from '../directory/student-detail.dto.js';
import { DisclosureBody } from '../disclosures/disclosures.dto.js';
import { PROFILE_VISIBILITIES, type ProfileVisibility } from '../memberships/profile-visibility.js';
import { ExportedAttachment } from './exported-attachment.dto.js';
import { ExportedMailChoice, ExportedNotification } from './exported-alerts.dto.js';
import {
  ExportedDeparture,
  ExportedOrganizationTie,
  ExportedResult,
  ExportedMenuSubscription,
  ExportedSubscription,
} from './exported-organizations.dto.js';
import { ExportedSlipResponse } from './exported-slips.dto.js';
import { ExportedDocument, ExportedNotice, ExportedReading } from './exported-publications.dto.js';
import {
  ExportedInvitation,
  ExportedList,
  ExportedNote,
  ExportedPhoto,
  ExportedStar,
} from './exported-records.dto.js';
import { ExportedVisibilityChange } from './exported-visibility.dto.js';

const MEMBERSHIP_STATUSES = ['active', 'deactivated'] as const;

export class ExportedAccount {
  @ApiProperty({ format: 'uuid' })
  id: string;

  email: string;

  /** Null until the address is proven. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  email_verified_at: string | null;

  two_step_enabled: boolean;

  password_set: boolean;

  /** Whether the second step is asked of an authenticator app. */
  authenticator_set: boolean;

  @ApiProperty({ type: 'integer', minimum: 0 })
  recovery_codes_left: number;

  /** Null while nothing is kept of the person. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  created_at: string | null;
}

/** What stands for schools joined later; each membership and guardian record has its own. */
export class ExportedContact {
  @ApiProperty({ type: String, nullable: true })
  first_name: string | null;

  @ApiProperty({ type: String, nullable: true })
  last_name: string | null;

  @ApiProperty({ type: String, nullable: true })
  phone: string | null;
}

export class ExportedMembership extends ExportedContact {
  @ApiProperty({ format: 'uuid' })
  membership_id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  school_name: string;

  @ApiProperty({ enum: MEMBER_ROLES })
  role: MemberRole;

  @ApiProperty({ enum: MEMBERSHIP_STATUSES })
  status: (typeof MEMBERSHIP_STATUSES)[number];

  @ApiProperty({ enum: PROFILE_VISIBILITIES })
  profile_visibility: ProfileVisibility;

  @ApiProperty({ format: 'date-time' })
  joined_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  deactivated_at: string | null;
}

/** The person as a guardian of one student. */
export class ExportedGuardianRecord {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ format: 'uuid' })
  student_id: string;

  first_name: string;

  last_name: string;

  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  @ApiProperty({ type: String, nullable: true })
  phone: string | null;

  @ApiProperty({ enum: GUARDIAN_RELATIONS })
  relation: GuardianRelation;

  is_primary: boolean;

  @ApiProperty({ enum: PROFILE_VISIBILITIES })
  profile_visibility: ProfileVisibility;

  /** Where the record came from: `registration`, `content`, or the name of a OneRoster source. */
  source: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class ExportedSession {
  @ApiProperty({ format: 'uuid' })
  id: string;

  /** The application that opened it. */
  client_name: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  revoked_at: string | null;

  /** When the second step was done. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  two_step_at: string | null;
}

export class PersonExport {
  @ApiProperty({ format: 'date-time' })
  exported_at: string;

  account: ExportedAccount;

  contact: ExportedContact;

  /** All of them, deactivated ones too. */
  @ApiProperty({ type: [ExportedMembership] })
  memberships: ExportedMembership[];

  @ApiProperty({ type: [ExportedGuardianRecord] })
  guardian_records: ExportedGuardianRecord[];

  /** As the person may see them; of active memberships. */
  @ApiProperty({ type: [StudentDetail] })
  linked_students: StudentDetail[];

  @ApiProperty({ type: [ExportedNote] })
  notes: ExportedNote[];

  @ApiProperty({ type: [ExportedStar] })
  stars: ExportedStar[];

  @ApiProperty({ type: [ExportedList] })
  lists: ExportedList[];

  @ApiProperty({ type: [ExportedPhoto] })
  photos: ExportedPhoto[];

  @ApiProperty({ type: [ExportedAttachment] })
  attachments: ExportedAttachment[];

  @ApiProperty({ type: [ExportedSession] })
  sessions: ExportedSession[];

  /** Of rosters and leaderships that name the person, and rights to edit. */
  @ApiProperty({ type: [ExportedOrganizationTie] })
  organizations: ExportedOrganizationTie[];

  /** Of events, that the person recorded. */
  @ApiProperty({ type: [ExportedResult] })
  results: ExportedResult[];

  @ApiProperty({ type: [ExportedSubscription] })
  calendar_subscriptions: ExportedSubscription[];

  @ApiProperty({ type: [ExportedMenuSubscription] })
  menu_subscriptions: ExportedMenuSubscription[];
  /** That the person added. */
  @ApiProperty({ type: [ExportedDocument] })
  documents: ExportedDocument[];

  /** That the person wrote. */
  @ApiProperty({ type: [ExportedNotice] })
  notices: ExportedNotice[];

  /** What the person opened of documents and notices. */
  @ApiProperty({ type: [ExportedReading] })
  readings: ExportedReading[];

  @ApiProperty({ type: [ExportedDeparture] })
  departures: ExportedDeparture[];

  /** To the person's verified email. */
  @ApiProperty({ type: [ExportedInvitation] })
  invitations: ExportedInvitation[];

  /** As GET /me/disclosures has them. */
  @ApiProperty({ type: [DisclosureBody] })
  disclosures: DisclosureBody[];

  @ApiProperty({ type: [ExportedVisibilityChange] })
  visibility_changes: ExportedVisibilityChange[];

  @ApiProperty({ type: [ExportedNotification] })
  notifications: ExportedNotification[];

  @ApiProperty({ type: [ExportedMailChoice] })
  mail_choices: ExportedMailChoice[];

  /** Every revision, with what was recorded of the request. */
  @ApiProperty({ type: [ExportedSlipResponse] })
  permission_slip_responses: ExportedSlipResponse[];
}
