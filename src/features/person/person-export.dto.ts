import { ExportedBounces, ExportedMailChoice, ExportedQuietHours } from './exported-mail.dto.js';
import { ApiProperty } from '@nestjs/swagger';
import { StudentDetail } from '../directory/students/student-detail.dto.js';
import { ACCESS_LOG_SUBJECTS, type AccessLogSubject } from '../access-log/access-log-subject.js';
import { DisclosureBody } from '../access-log/access-log.dto.js';
import {
  ExportedAttachment,
  ExportedInvitation,
  ExportedList,
  ExportedNote,
  ExportedPhoto,
  ExportedStaffRecord,
  ExportedStar,
} from './exported-records.dto.js';
import {
  ExportedAccount,
  ExportedFormerMembership,
  ExportedGuardianRecord,
  ExportedMembership,
  ExportedNotification,
  ExportedOwnContact,
  ExportedSession,
} from './exported-person.dto.js';
import {
  ExportedDeparture,
  ExportedDocument,
  ExportedMenuSubscription,
  ExportedAppPassword,
  ExportedNotice,
  ExportedOrganizationTie,
  ExportedAcknowledgement,
  ExportedReading,
  ExportedResult,
  ExportedSubscription,
  ExportedWithdrawal,
} from './exported-organizations.dto.js';
import {
  ExportedConfirmation,
  ExportedCorrection,
  ExportedEventRsvp,
  ExportedPollResponse,
  ExportedSignupClaim,
  ExportedSlipResponse,
} from './exported-answers.dto.js';

/** When the person, or the school for them, showed or hid a contact or an address. */
export class ExportedVisibilityChange {
  @ApiProperty({ format: 'uuid' })
  school_id: string;

  @ApiProperty({ enum: ACCESS_LOG_SUBJECTS })
  subject: AccessLogSubject;

  /** The guardian record, or the student. */
  @ApiProperty({ format: 'uuid' })
  subject_id: string;

  /** What it became. */
  visible: boolean;

  @ApiProperty({ format: 'date-time' })
  changed_at: string;
}

export class PersonExport {
  @ApiProperty({ format: 'date-time' })
  exported_at: string;

  account: ExportedAccount;

  contact: ExportedOwnContact;

  /** All of them, deactivated ones too. */
  @ApiProperty({ type: [ExportedMembership] })
  memberships: ExportedMembership[];

  @ApiProperty({ type: [ExportedGuardianRecord] })
  guardian_records: ExportedGuardianRecord[];

  /** Of the person's verified email. */
  @ApiProperty({ type: [ExportedStaffRecord] })
  staff_records: ExportedStaffRecord[];

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

  /** Who comes to events: of the person, and of students as the person has said. */
  @ApiProperty({ type: [ExportedEventRsvp] })
  event_rsvps: ExportedEventRsvp[];

  @ApiProperty({ type: [ExportedSubscription] })
  calendar_subscriptions: ExportedSubscription[];

  @ApiProperty({ type: [ExportedMenuSubscription] })
  menu_subscriptions: ExportedMenuSubscription[];

  /** Of address book programs; without the passwords, which are nowhere. */
  @ApiProperty({ type: [ExportedAppPassword] })
  app_passwords: ExportedAppPassword[];
  /** That the person added. */
  @ApiProperty({ type: [ExportedDocument] })
  documents: ExportedDocument[];

  /** That the person wrote. */
  @ApiProperty({ type: [ExportedNotice] })
  notices: ExportedNotice[];

  /** What the person opened of documents and notices. */
  @ApiProperty({ type: [ExportedReading] })
  readings: ExportedReading[];

  /** Notices that the person acknowledged. */
  @ApiProperty({ type: [ExportedAcknowledgement] })
  acknowledgements: ExportedAcknowledgement[];

  @ApiProperty({ type: [ExportedPollResponse] })
  poll_responses: ExportedPollResponse[];

  @ApiProperty({ type: [ExportedSignupClaim] })
  signup_claims: ExportedSignupClaim[];

  @ApiProperty({ type: [ExportedConfirmation] })
  confirmations: ExportedConfirmation[];

  /** Of students' records, that the person proposed. */
  @ApiProperty({ type: [ExportedCorrection] })
  corrections: ExportedCorrection[];

  @ApiProperty({ type: [ExportedDeparture] })
  departures: ExportedDeparture[];

  /** Of schools that the person has left. */
  @ApiProperty({ type: [ExportedFormerMembership] })
  former_memberships: ExportedFormerMembership[];

  @ApiProperty({ type: [ExportedWithdrawal] })
  withdrawals: ExportedWithdrawal[];

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

  /** One at most. */
  @ApiProperty({ type: [ExportedQuietHours] })
  quiet_hours: ExportedQuietHours[];

  @ApiProperty({ type: [ExportedBounces] })
  bounces: ExportedBounces[];

  /** Every revision, with what was recorded of the request. */
  @ApiProperty({ type: [ExportedSlipResponse] })
  permission_slip_responses: ExportedSlipResponse[];
}
