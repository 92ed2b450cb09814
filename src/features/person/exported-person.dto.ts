import { ApiProperty } from '@nestjs/swagger';
import { MEMBER_ROLES, type MemberRole } from '../../platform/auth/caller.js';
import { GUARDIAN_RELATIONS, type GuardianRelation } from '../directory/guardians/guardian-relation.js';
import { MAIL_STATES, type MailState } from '../../platform/mail/mail-job.js';
import { PROFILE_VISIBILITIES, type ProfileVisibility } from '../../policy/privacy-mask.js';
import {
  NOTIFICATION_KINDS,
  NOTIFICATION_TARGETS,
  type NotificationKind,
  type NotificationTarget,
} from '../alerts/alert.js';

const MEMBERSHIP_STATUSES = ['active', 'deactivated'] as const;

/** One that the person signs in with. */
export class ExportedAddress {
  email: string;

  /** Null until it is proven. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  verified_at: string | null;
}

export class ExportedPasskey {
  /** As the person has called it. */
  name: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
}

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

  /** The first one first, which is `email`. */
  @ApiProperty({ type: [ExportedAddress] })
  addresses: ExportedAddress[];

  /** Their keys are not here. */
  @ApiProperty({ type: [ExportedPasskey] })
  passkeys: ExportedPasskey[];

  /** Null while nothing is kept of the person. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  created_at: string | null;
}

/** Contact for schools joined later; every membership and guardian record has its own. */
export class ExportedContact {
  @ApiProperty({ type: String, nullable: true })
  first_name: string | null;

  @ApiProperty({ type: String, nullable: true })
  last_name: string | null;

  @ApiProperty({ type: String, nullable: true })
  phone: string | null;

  @ApiProperty({ enum: PROFILE_VISIBILITIES })
  profile_visibility: ProfileVisibility;
}

export class ExportedOwnContact extends ExportedContact {
  /** False when the person has hidden addresses: of the students whom they are linked to later, too. */
  address_visible: boolean;

  /** Whether the person has ever chosen how their contact is shown; otherwise the school's default says it. */
  visibility_chosen: boolean;

  /** The same of addresses. */
  address_chosen: boolean;
}

export class ExportedMembership extends ExportedContact {
  /** True where the school's default hides the contact, and the person has not chosen. */
  hidden_by_default: boolean;

  @ApiProperty({ format: 'uuid' })
  membership_id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  school_name: string;

  @ApiProperty({ enum: MEMBER_ROLES })
  role: MemberRole;

  @ApiProperty({ enum: MEMBERSHIP_STATUSES })
  status: (typeof MEMBERSHIP_STATUSES)[number];

  @ApiProperty({ format: 'date-time' })
  joined_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  deactivated_at: string | null;

  /** Since when no student of theirs is on the roster. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  students_gone_at: string | null;
}

/** Choices that hold again should the person come back. */
export class ExportedFormerMembership {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ enum: PROFILE_VISIBILITIES })
  profile_visibility: ProfileVisibility;

  /** When the person ended the mails of the school. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  unsubscribed_at: string | null;

  /** Which the person may not edit any more. */
  @ApiProperty({ type: [String], format: 'uuid' })
  revoked_organization_ids: string[];

  @ApiProperty({ format: 'date-time' })
  left_at: string;
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

  /** True where the school's default hides it, and the person has not chosen. */
  hidden_by_default: boolean;

  /** Where the record came from: `registration`, `content`, or the name of a OneRoster source. */
  source: string;

  /** Since when no notice is mailed to the address while it has no account; null while they are. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  mails_ended_at: string | null;

  /** Since when the school keeps the person and this student apart; null where it does not. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  restricted_at: string | null;

  /** The last day of that at the school; null without an end. */
  @ApiProperty({ type: String, format: 'date', nullable: true })
  restricted_until: string | null;

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

/** The mail that went with a notification, or is still to go. */
export class ExportedMail {
  @ApiProperty({ enum: MAIL_STATES })
  state: MailState;

  @ApiProperty({ type: 'integer' })
  attempts: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  ended_at: string | null;
}

export class ExportedNotification {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ enum: NOTIFICATION_KINDS })
  kind: NotificationKind;

  title: string;

  @ApiProperty({ type: String, nullable: true })
  body: string | null;

  @ApiProperty({ enum: NOTIFICATION_TARGETS })
  target_type: NotificationTarget;

  target_id: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  read_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  /** Null where none was owed. */
  @ApiProperty({ type: ExportedMail, nullable: true })
  mail: ExportedMail | null;
}
