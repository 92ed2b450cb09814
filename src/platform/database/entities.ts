import { AuditEntry, AuditHead } from '../audit/audit-entry.entity.js';
import { BackupRecord } from './backup-record.entity.js';
import { Application } from '../../features/identity/application.entity.js';
import {
  AttemptCount,
  KnownSource,
  RecoveryCode,
  TwoStepChallenge,
  UserCredentials,
} from '../../features/identity/user-credentials.entity.js';
import { EndedToken, RefreshToken, UserSession } from '../../features/identity/user-session.entity.js';
import { OneTimeLink, Passkey, UserAddress } from '../../features/identity/account.entity.js';
import { OauthArtifact, OauthGrant } from '../../features/sign-in/oauth.entity.js';
import { Category } from '../../features/categories/category.entity.js';
import { Guardian, GuardianDeparture, WithdrawnGuardian } from '../../features/directory/guardian.entity.js';
import { Student } from '../../features/directory/student.entity.js';
import { AccountMail, User } from '../../features/identity/user.entity.js';
import { Invitation, InvitationStudent } from '../../features/registration/invitation.entity.js';
import { MemberDeparture, Membership } from '../../features/memberships/membership.entity.js';
import { Note, Star } from '../../features/notes/note.entity.js';
import { School, SchoolDetails } from '../../features/schools/school.entity.js';
import { StaffMember } from '../../features/staff/staff-member.entity.js';
import { AccessLogEntry, VisibilityChange } from '../../features/access-log/access-log.entity.js';
import { ListGuardian, ListStudent, StudentList } from '../../features/lists/student-list.entity.js';
import { ParentPhoto, StudentPhoto } from '../../features/photos/student-photo.entity.js';
import { ObjectRemoval } from '../storage/object-removal.entity.js';
import {
  Organization,
  OrganizationGrant,
  OrganizationPhoto,
} from '../../features/organizations/organization.entity.js';
import {
  OrganizationLeader,
  OrganizationParent,
  OrganizationStudent,
} from '../../features/organizations/organization-parent.entity.js';
import { CalendarEvent, EventSeries } from '../../features/calendar/calendar-event.entity.js';
import { EventResult } from '../../features/calendar/event-result.entity.js';
import { CalendarSubscription } from '../../features/calendar/calendar-subscription.entity.js';
import { MenuEntry, MenuImageRun, MenuSubscription } from '../../features/menus/menu-entry.entity.js';
import { Attachment } from '../../features/attachments/attachment.entity.js';
import { EmbeddedImage } from '../../features/embedded-images/embedded-image.entity.js';
import { Document, DocumentOpening } from '../../features/documents/document.entity.js';
import { Notice, NoticeReading } from '../../features/notices/notice.entity.js';
import { Notification, MailChoice, MailDelivery } from '../../features/alerts/notification.entity.js';
import {
  Poll,
  PollAnswer,
  PollChoice,
  PollQuestion,
  PollResponse,
  PollTally,
} from '../../features/polls/poll.entity.js';
import { Question, QuestionChoice } from '../../features/questions/question.entity.js';
import { Signup, SignupItem, SignupClaim } from '../../features/signups/signup.entity.js';
import { DrawnSignature } from '../../features/permission-slips/drawn-signature.entity.js';
import { PermissionSlip, SlipVersion } from '../../features/permission-slips/permission-slip.entity.js';
import { SlipResponse, SlipResponseStudent } from '../../features/permission-slips/slip-response.entity.js';
import { IdempotencyKey } from '../../features/idempotency/idempotency-key.entity.js';

/** Every table of the product. */
export const ENTITIES = [
  Application,
  Attachment,
  EndedToken,
  AttemptCount,
  AuditEntry,
  AuditHead,
  BackupRecord,
  KnownSource,
  CalendarEvent,
  CalendarSubscription,
  Category,
  AccessLogEntry,
  Document,
  DocumentOpening,
  DrawnSignature,
  EmbeddedImage,
  EventResult,
  EventSeries,
  Guardian,
  GuardianDeparture,
  IdempotencyKey,
  Invitation,
  InvitationStudent,
  ListGuardian,
  ListStudent,
  MailChoice,
  MailDelivery,
  MemberDeparture,
  Membership,
  MenuEntry,
  MenuImageRun,
  MenuSubscription,
  Note,
  Notice,
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
  AccountMail,
  UserCredentials,
  UserSession,
  VisibilityChange,
  WithdrawnGuardian,
];
