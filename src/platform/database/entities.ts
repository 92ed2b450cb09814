import { AuditEntry } from '../audit/audit-entry.entity.js';
import { AuditHead } from '../audit/audit-head.entity.js';
import { QueuedMail } from '../mail/queued-mail.entity.js';
import { JournalEntry } from '../journal/journal-entry.entity.js';
import { JournalHead } from '../journal/journal-head.entity.js';
import { JournalPosition } from '../journal/journal-position.entity.js';
import { BackupRecord } from './backup-record.entity.js';
import { Application } from '../../features/oauth/application.entity.js';
import { ClientHost } from '../../features/oauth/documents/client-host.entity.js';
import { UserCredentials } from '../../features/account/passwords/user-credentials.entity.js';
import { KnownSource } from '../../features/account/attempts/known-source.entity.js';
import { AttemptCount } from '../../features/account/attempts/attempt-count.entity.js';
import { TwoStepChallenge } from '../../features/account/two-step/two-step-challenge.entity.js';
import { RecoveryCode } from '../../features/account/two-step/recovery-code.entity.js';
import { UserSession } from '../../features/account/sessions/user-session.entity.js';
import { EndedToken } from '../../features/account/sessions/ended-token.entity.js';
import { RefreshToken } from '../../features/oauth/tokens/refresh-token.entity.js';
import { UserAddress } from '../../features/account/addresses/user-address.entity.js';
import { Passkey } from '../../features/account/passkeys/passkey.entity.js';
import { OneTimeLink } from '../../features/account/links/one-time-link.entity.js';
import { OauthArtifact } from '../../features/oauth/oauth-artifact.entity.js';
import { OauthGrant } from '../../features/oauth/oauth-grant.entity.js';
import { Confirmation } from '../../features/confirmation/confirmation.entity.js';
import { ConfirmationRound } from '../../features/confirmation/confirmation-round.entity.js';
import { Correction } from '../../features/corrections/correction.entity.js';
import { Category } from '../../features/categories/category.entity.js';
import { Guardian } from '../../features/directory/guardians/guardian.entity.js';
import { WithdrawnGuardian } from '../../features/directory/guardians/withdrawn-guardian.entity.js';
import { GuardianDeparture } from '../../features/directory/guardians/guardian-departure.entity.js';
import { Student } from '../../features/directory/students/student.entity.js';
import { User } from '../../features/account/user.entity.js';
import { Invitation } from '../../features/invitations/invitation.entity.js';
import { InvitationStudent } from '../../features/invitations/invitation-student.entity.js';
import { Membership } from '../../features/memberships/membership.entity.js';
import { MemberDeparture } from '../../features/memberships/member-departure.entity.js';
import { Note } from '../../features/notes/note.entity.js';
import { Star } from '../../features/notes/star.entity.js';
import { School } from '../../features/schools/school.entity.js';
import { SchoolDetails } from '../../features/documents/school-details.entity.js';
import { StaffMember } from '../../features/staff/staff-member.entity.js';
import { VisibilityChange } from '../../features/directory/visibility/visibility-change.entity.js';
import { AccessLogEntry } from '../../features/access-log/access-log-entry.entity.js';
import { AnswerLink } from '../../features/answer-links/answer-link.entity.js';
import { AppPassword } from '../../features/subscriptions/app-password.entity.js';
import { StudentList } from '../../features/lists/student-list.entity.js';
import { ListGuardian } from '../../features/lists/list-guardian.entity.js';
import { ListStudent } from '../../features/lists/list-student.entity.js';
import { StudentPhoto } from '../../features/photos/student-photo.entity.js';
import { ParentPhoto } from '../../features/photos/parent-photo.entity.js';
import { ObjectRemoval } from '../storage/object-removal.entity.js';
import { Organization } from '../../features/organizations/organization.entity.js';
import { OrganizationPhoto } from '../../features/organizations/photos/organization-photo.entity.js';
import { OrganizationGrant } from '../../features/organizations/organization-grant.entity.js';
import { OrganizationParent } from '../../features/organizations/roster/organization-parent.entity.js';
import { OrganizationLeader } from '../../features/organizations/leadership/organization-leader.entity.js';
import { OrganizationStudent } from '../../features/organizations/roster/organization-student.entity.js';
import { CalendarEvent } from '../../features/calendar/events/calendar-event.entity.js';
import { EventSeries } from '../../features/calendar/series/event-series.entity.js';
import { EventResult } from '../../features/calendar/results/event-result.entity.js';
import { StoredRsvp } from '../../features/calendar/rsvp/stored-rsvp.entity.js';
import { CalendarSubscription } from '../../features/calendar/feed/calendar-subscription.entity.js';
import { MenuEntry } from '../../features/menus/menu-entry.entity.js';
import { MenuSubscription } from '../../features/menus/menu-subscription.entity.js';
import { MenuImageRun } from '../../features/menus/menu-image-run.entity.js';
import { Attachment } from '../../features/attachments/attachment.entity.js';
import { EmbeddedImage } from '../../features/embedded-images/embedded-image.entity.js';
import { Document } from '../../features/documents/document.entity.js';
import { DocumentOpening } from '../../features/documents/document-opening.entity.js';
import { Notice } from '../../features/notices/notice.entity.js';
import { NoticeAcknowledgement } from '../../features/notices/acknowledgements/notice-acknowledgement.entity.js';
import { NoticeReading } from '../../features/notices/notice-reading.entity.js';
import { Notification } from '../../features/alerts/notifications/notification.entity.js';
import { BouncedAddress } from '../mail/bounced-address.entity.js';
import { SignInCode } from '../../features/account/codes/sign-in-code.entity.js';
import { QuietHours } from '../../features/alerts/choices/quiet-hours.entity.js';
import { MailChoice } from '../../features/alerts/choices/mail-choice.entity.js';
import { Poll, PollChoice, PollQuestion, PollResponse } from '../../features/polls/poll.entity.js';
import { PollAnswer } from '../../features/polls/poll-answer.entity.js';
import { PollTally } from '../../features/polls/poll-tally.entity.js';
import { Question } from '../../features/questions/question.entity.js';
import { QuestionChoice } from '../../features/questions/question-choice.entity.js';
import { Signup, SignupItem } from '../../features/signups/signup.entity.js';
import { SignupClaim } from '../../features/signups/claims/signup-claim.entity.js';
import { DrawnSignature } from '../../features/permission-slips/responses/drawn-signature.entity.js';
import { PermissionSlip } from '../../features/permission-slips/permission-slip.entity.js';
import { SlipVersion } from '../../features/permission-slips/slip-version.entity.js';
import { SlipResponse } from '../../features/permission-slips/responses/slip-response.entity.js';
import { SlipResponseStudent } from '../../features/permission-slips/responses/slip-response-student.entity.js';
import { IdempotencyKey } from '../../features/idempotency/idempotency-key.entity.js';
import { Webhook } from '../../features/webhooks/webhook.entity.js';
import { WebhookDelivery } from '../../features/webhooks/deliveries/webhook-delivery.entity.js';
import { WebhookMoment } from '../../features/webhooks/moments/webhook-moment.entity.js';
import { ImportChange } from '../../imports/import-change.entity.js';
import { ImportRun } from '../../imports/import-run.entity.js';

/** Every table of the product. */
export const ENTITIES = [
  Application,
  AnswerLink,
  AppPassword,
  ClientHost,
  Attachment,
  EndedToken,
  AttemptCount,
  AuditEntry,
  AuditHead,
  BackupRecord,
  QueuedMail,
  JournalEntry,
  JournalHead,
  JournalPosition,
  KnownSource,
  CalendarEvent,
  CalendarSubscription,
  Category,
  AccessLogEntry,
  Confirmation,
  ConfirmationRound,
  Correction,
  Document,
  DocumentOpening,
  DrawnSignature,
  EmbeddedImage,
  EventResult,
  StoredRsvp,
  EventSeries,
  Guardian,
  GuardianDeparture,
  IdempotencyKey,
  ImportChange,
  ImportRun,
  Invitation,
  InvitationStudent,
  ListGuardian,
  ListStudent,
  MailChoice,
  BouncedAddress,
  QuietHours,
  SignInCode,
  MemberDeparture,
  Membership,
  MenuEntry,
  MenuImageRun,
  MenuSubscription,
  Note,
  Notice,
  NoticeAcknowledgement,
  NoticeReading,
  Notification,
  OauthArtifact,
  OauthGrant,
  ObjectRemoval,
  OneTimeLink,
  Organization,
  OrganizationGrant,
  OrganizationLeader,
  OrganizationParent,
  OrganizationPhoto,
  OrganizationStudent,
  ParentPhoto,
  Passkey,
  PermissionSlip,
  Poll,
  PollAnswer,
  PollChoice,
  PollQuestion,
  PollResponse,
  PollTally,
  Question,
  QuestionChoice,
  RecoveryCode,
  RefreshToken,
  School,
  SchoolDetails,
  Signup,
  SignupClaim,
  SignupItem,
  SlipResponse,
  SlipResponseStudent,
  SlipVersion,
  StaffMember,
  Star,
  Student,
  StudentList,
  StudentPhoto,
  TwoStepChallenge,
  User,
  UserAddress,
  UserCredentials,
  UserSession,
  VisibilityChange,
  WithdrawnGuardian,
  Webhook,
  WebhookDelivery,
  WebhookMoment,
];
