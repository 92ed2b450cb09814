import { Application } from '../features/identity/application.entity.js';
import { AttemptCount } from '../features/identity/attempt-count.entity.js';
import { RecoveryCode } from '../features/identity/recovery-code.entity.js';
import { RefreshToken } from '../features/identity/refresh-token.entity.js';
import { TwoStepChallenge } from '../features/identity/two-step-challenge.entity.js';
import { UserCredentials } from '../features/identity/user-credentials.entity.js';
import { Category } from '../features/categories/category.entity.js';
import { Guardian } from '../features/directory/guardian.entity.js';
import { Student } from '../features/directory/student.entity.js';
import { UserSession } from '../features/identity/user-session.entity.js';
import { User } from '../features/identity/user.entity.js';
import { InvitationStudent } from '../features/registration/invitation-student.entity.js';
import { Invitation } from '../features/registration/invitation.entity.js';
import { MemberDeparture } from '../features/memberships/member-departure.entity.js';
import { Membership } from '../features/memberships/membership.entity.js';
import { Note } from '../features/notes/note.entity.js';
import { SchoolDetails } from '../features/schools/school-details.entity.js';
import { School } from '../features/schools/school.entity.js';
import { StaffMember } from '../features/staff/staff-member.entity.js';
import { Star } from '../features/stars/star.entity.js';
import { Disclosure } from '../features/disclosures/disclosure.entity.js';
import { VisibilityChange } from '../features/disclosures/visibility-change.entity.js';
import { GuardianDeparture } from '../features/directory/guardian-departure.entity.js';
import { WithdrawnGuardian } from '../features/directory/withdrawn-guardian.entity.js';
import { ListGuardian } from '../features/lists/list-guardian.entity.js';
import { ListStudent } from '../features/lists/list-student.entity.js';
import { StudentList } from '../features/lists/student-list.entity.js';
import { ParentPhoto } from '../features/photos/parent-photo.entity.js';
import { StudentPhoto } from '../features/photos/student-photo.entity.js';
import { ObjectRemoval } from '../storage/object-removal.entity.js';
import { Organization } from '../features/organizations/organization.entity.js';
import { OrganizationGrant } from '../features/organizations/organization-grant.entity.js';
import { OrganizationLeader } from '../features/organizations/organization-leader.entity.js';
import { OrganizationParent } from '../features/organizations/organization-parent.entity.js';
import { OrganizationPhoto } from '../features/organizations/organization-photo.entity.js';
import { OrganizationStudent } from '../features/organizations/organization-student.entity.js';
import { CalendarEvent } from '../features/calendar/calendar-event.entity.js';
import { EventSeries } from '../features/calendar/event-series.entity.js';
import { EventResult } from '../features/calendar/event-result.entity.js';
import { CalendarSubscription } from '../features/calendar/calendar-subscription.entity.js';
import { MenuEntry } from '../features/menus/menu-entry.entity.js';
import { MenuSubscription } from '../features/menus/menu-subscription.entity.js';
import { MenuImageRun } from '../features/menus/menu-image-run.entity.js';
import { Attachment } from '../features/attachments/attachment.entity.js';
import { EmbeddedImage } from '../features/embedded-images/embedded-image.entity.js';
import { Document } from '../features/documents/document.entity.js';
import { DocumentOpening } from '../features/documents/document-opening.entity.js';
import { Notice } from '../features/notices/notice.entity.js';
import { NoticeReading } from '../features/notices/notice-reading.entity.js';
import { Notification } from '../features/alerts/notification.entity.js';
import { MailDelivery } from '../features/alerts/mail-delivery.entity.js';
import { MailChoice } from '../features/alerts/mail-choice.entity.js';
import { Poll } from '../features/polls/poll.entity.js';
import { PollQuestion } from '../features/polls/poll-question.entity.js';
import { PollChoice } from '../features/polls/poll-choice.entity.js';
import { PollResponse } from '../features/polls/poll-response.entity.js';
import { PollAnswer } from '../features/polls/poll-answer.entity.js';
import { Question } from '../features/questions/question.entity.js';
import { QuestionChoice } from '../features/questions/question-choice.entity.js';
import { Signup } from '../features/signups/signup.entity.js';
import { SignupItem } from '../features/signups/signup-item.entity.js';
import { SignupClaim } from '../features/signups/signup-claim.entity.js';
import { PermissionSlip } from '../features/permission-slips/permission-slip.entity.js';
import { SlipVersion } from '../features/permission-slips/slip-version.entity.js';
import { SlipResponse } from '../features/permission-slips/slip-response.entity.js';
import { SlipResponseStudent } from '../features/permission-slips/slip-response-student.entity.js';
import { IdempotencyKey } from '../features/idempotency/idempotency-key.entity.js';

/** Every table of the product. */
export const ENTITIES = [
  Application,
  Attachment,
  AttemptCount,
  CalendarEvent,
  CalendarSubscription,
  Category,
  Disclosure,
  Document,
  DocumentOpening,
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
  ObjectRemoval,
  Organization,
  OrganizationGrant,
  OrganizationLeader,
  OrganizationParent,
  OrganizationPhoto,
  OrganizationStudent,
  ParentPhoto,
  PermissionSlip,
  Poll,
  PollAnswer,
  PollChoice,
  PollQuestion,
  PollResponse,
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
  UserCredentials,
  UserSession,
  VisibilityChange,
  WithdrawnGuardian,
];
