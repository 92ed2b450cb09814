import type { DataSource } from 'typeorm';
import { GroundFloor1795200000000 } from '../../../migrations/1795200000000-ground-floor.js';
import { SignIn1795203600000 } from '../../../migrations/1795203600000-sign-in.js';
import { OwnThings1795257042323 } from '../../../migrations/1795257042323-own-things.js';
import { Organizations1795257660701 } from '../../../migrations/1795257660701-organizations.js';
import { Calendar1795258142977 } from '../../../migrations/1795258142977-calendar.js';
import { Menus1795263936453 } from '../../../migrations/1795263936453-menus.js';
import { Publishing1795268408208 } from '../../../migrations/1795268408208-publishing.js';
import { Answering1795269078364 } from '../../../migrations/1795269078364-answering.js';
import { DeadMail1795280000000 } from '../../../migrations/1795280000000-dead-mail.js';
import { Reminders1795284000000 } from '../../../migrations/1795284000000-reminders.js';
import { ErasedSigners1795288000000 } from '../../../migrations/1795288000000-erased-signers.js';
import { Revisions1795300000000 } from '../../../migrations/1795300000000-revisions.js';
import { EndedSessions1795400000000 } from '../../../migrations/1795400000000-ended-sessions.js';
import { EventsRevision1795500000000 } from '../../../migrations/1795500000000-events-revision.js';
import { ExpiringGrants1795600000000 } from '../../../migrations/1795600000000-expiring-grants.js';
import { SecondRecords1795700000000 } from '../../../migrations/1795700000000-second-records.js';
import { ReturningMembers1795800000000 } from '../../../migrations/1795800000000-returning-members.js';
import { MemberDigests1795900000000 } from '../../../migrations/1795900000000-member-digests.js';
import { WithdrawnGuardians1796000000000 } from '../../../migrations/1796000000000-withdrawn-guardians.js';
import { SlipEvents1796100000000 } from '../../../migrations/1796100000000-slip-events.js';
import { ChosenVisibility1796200000000 } from '../../../migrations/1796200000000-chosen-visibility.js';
import { HiddenAddresses1796300100000 } from '../../../migrations/1796300100000-hidden-addresses.js';
import { ReplayedWrites1796300200000 } from '../../../migrations/1796300200000-replayed-writes.js';
import { SchoolKeyIndexes1796400000000 } from '../../../migrations/1796400000000-school-key-indexes.js';
import { SchoolKeys1796400100000 } from '../../../migrations/1796400100000-school-keys.js';
import { MonthsOfReads1796400200000 } from '../../../migrations/1796400200000-months-of-reads.js';
import { KnownSources1796500000000 } from '../../../migrations/1796500000000-known-sources.js';
import { OutsideAccounts1796500100000 } from '../../../migrations/1796500100000-outside-accounts.js';
import { OperatorReads1796500200000 } from '../../../migrations/1796500200000-operator-reads.js';
import { PollTallies1796501000000 } from '../../../migrations/1796501000000-poll-tallies.js';
import { SealedSecrets1796502000000 } from '../../../migrations/1796502000000-sealed-secrets.js';
import { ExpiredTokens1796502100000 } from '../../../migrations/1796502100000-expired-tokens.js';
import { AuditTrail1796502200000 } from '../../../migrations/1796502200000-audit-trail.js';
import { PrivateByDefault1796503000000 } from '../../../migrations/1796503000000-private-by-default.js';
import { BoundedApplications1796503100000 } from '../../../migrations/1796503100000-bounded-applications.js';
import { MenuPictureIndex1796503200000 } from '../../../migrations/1796503200000-menu-picture-index.js';
import { Names1796504000000 } from '../../../migrations/1796504000000-names.js';
import { NamesOfBefore1796504100000 } from '../../../migrations/1796504100000-names-of-before.js';
import { Families1796505000000 } from '../../../migrations/1796505000000-families.js';
import { FamilyIndexes1796505100000 } from '../../../migrations/1796505100000-family-indexes.js';
import { InvitationMails1796505200000 } from '../../../migrations/1796505200000-invitation-mails.js';
import { SigningIn1796600000000 } from '../../../migrations/1796600000000-signing-in.js';
import { AccountsOfTheDemo1796600200000 } from '../../../migrations/1796600200000-accounts-of-the-demo.js';
import { AddressesOfAccounts1796600300000 } from '../../../migrations/1796600300000-addresses-of-accounts.js';
import { RefusedAccountMails1796700000000 } from '../../../migrations/1796700000000-refused-account-mails.js';
import { DrawnSignatures1796700100000 } from '../../../migrations/1796700100000-drawn-signatures.js';
import { WaitingAnswers1796700200000 } from '../../../migrations/1796700200000-waiting-answers.js';
import { Suspended1796720000000 } from '../../../migrations/1796720000000-suspended.js';
import { OneAccountASubject1796720100000 } from '../../../migrations/1796720100000-one-account-a-subject.js';
import { SubjectKey1796720200000 } from '../../../migrations/1796720200000-subject-key.js';
import { Backups1796730000000 } from '../../../migrations/1796730000000-backups.js';
import { AppendOnlyTrail1796731000000 } from '../../../migrations/1796731000000-append-only-trail.js';
import { ChainsOfSchools1796732000000 } from '../../../migrations/1796732000000-chains-of-schools.js';
import { SmallPhotos1796820000000 } from '../../../migrations/1796820000000-small-photos.js';
import { Journal1796840000000 } from '../../../migrations/1796840000000-journal.js';
import { OneOutbox1796850000000 } from '../../../migrations/1796850000000-one-outbox.js';
import { BallotsOfBefore1796851000000 } from '../../../migrations/1796851000000-ballots-of-before.js';
import { OverruledAnswers1796860000000 } from '../../../migrations/1796860000000-overruled-answers.js';
import { AnswersOverruledBefore1796860100000 } from '../../../migrations/1796860100000-answers-overruled-before.js';
import { KindsOfChanges1796870000000 } from '../../../migrations/1796870000000-kinds-of-changes.js';
import { DraftsAndDeletions1796880000000 } from '../../../migrations/1796880000000-drafts-and-deletions.js';
import { RemindersOfClaims1796890000000 } from '../../../migrations/1796890000000-reminders-of-claims.js';
import { SlipsOfTheOffice1796900000000 } from '../../../migrations/1796900000000-slips-of-the-office.js';
import { NoticesForGuardians1796905000000 } from '../../../migrations/1796905000000-notices-for-guardians.js';
import { NamedCalendars1796910000000 } from '../../../migrations/1796910000000-named-calendars.js';
import { ClientDocuments1796915000000 } from '../../../migrations/1796915000000-client-documents.js';
import { ImportHistory1796920000000 } from '../../../migrations/1796920000000-import-history.js';
import { Webhooks1796930000000 } from '../../../migrations/1796930000000-webhooks.js';
import { AppPasswords1796950000000 } from '../../../migrations/1796950000000-app-passwords.js';
import { RestrictedGuardians1796960000000 } from '../../../migrations/1796960000000-restricted-guardians.js';
import { RestrictedGuardianIndexes1796960100000 } from '../../../migrations/1796960100000-restricted-guardian-indexes.js';
import { Confirmations1796980000000 } from '../../../migrations/1796980000000-confirmations.js';
import { Corrections1796980100000 } from '../../../migrations/1796980100000-corrections.js';
import { AcknowledgedNotices1796990000000 } from '../../../migrations/1796990000000-acknowledged-notices.js';
import { AnswerLinks1796994000000 } from '../../../migrations/1796994000000-answer-links.js';
import { MovedSchools1796995000000 } from '../../../migrations/1796995000000-moved-schools.js';
import { PaperSigners1796996000000 } from '../../../migrations/1796996000000-paper-signers.js';
import { PaperSignersIndex1796996100000 } from '../../../migrations/1796996100000-paper-signers-index.js';
import { EmbeddedImageIds1796997000000 } from '../../../migrations/1796997000000-embedded-image-ids.js';
import { SignInCodes1796992000000 } from '../../../migrations/1796992000000-sign-in-codes.js';
import { MailedEvents1796993000000 } from '../../../migrations/1796993000000-mailed-events.js';
import { ChosenMail1796991000000 } from '../../../migrations/1796991000000-chosen-mail.js';
import { AnswersToEvents1796970000000 } from '../../../migrations/1796970000000-answers-to-events.js';
import { EventsWithAnswersIndex1796970100000 } from '../../../migrations/1796970100000-events-with-answers-index.js';

/** Every migration, oldest first. Named one by one: the tests and the build load the same list. */
export const MIGRATIONS = [
  GroundFloor1795200000000,
  SignIn1795203600000,
  OwnThings1795257042323,
  Organizations1795257660701,
  Calendar1795258142977,
  Menus1795263936453,
  Publishing1795268408208,
  Answering1795269078364,
  DeadMail1795280000000,
  Reminders1795284000000,
  ErasedSigners1795288000000,
  Revisions1795300000000,
  EndedSessions1795400000000,
  EventsRevision1795500000000,
  ExpiringGrants1795600000000,
  SecondRecords1795700000000,
  ReturningMembers1795800000000,
  MemberDigests1795900000000,
  WithdrawnGuardians1796000000000,
  SlipEvents1796100000000,
  ChosenVisibility1796200000000,
  HiddenAddresses1796300100000,
  ReplayedWrites1796300200000,
  SchoolKeyIndexes1796400000000,
  SchoolKeys1796400100000,
  MonthsOfReads1796400200000,
  KnownSources1796500000000,
  OutsideAccounts1796500100000,
  OperatorReads1796500200000,
  PollTallies1796501000000,
  SealedSecrets1796502000000,
  ExpiredTokens1796502100000,
  AuditTrail1796502200000,
  PrivateByDefault1796503000000,
  BoundedApplications1796503100000,
  MenuPictureIndex1796503200000,
  Names1796504000000,
  NamesOfBefore1796504100000,
  Families1796505000000,
  FamilyIndexes1796505100000,
  InvitationMails1796505200000,
  SigningIn1796600000000,
  AccountsOfTheDemo1796600200000,
  AddressesOfAccounts1796600300000,
  RefusedAccountMails1796700000000,
  DrawnSignatures1796700100000,
  WaitingAnswers1796700200000,
  Suspended1796720000000,
  OneAccountASubject1796720100000,
  SubjectKey1796720200000,
  Backups1796730000000,
  AppendOnlyTrail1796731000000,
  ChainsOfSchools1796732000000,
  SmallPhotos1796820000000,
  Journal1796840000000,
  OneOutbox1796850000000,
  BallotsOfBefore1796851000000,
  OverruledAnswers1796860000000,
  AnswersOverruledBefore1796860100000,
  KindsOfChanges1796870000000,
  DraftsAndDeletions1796880000000,
  RemindersOfClaims1796890000000,
  SlipsOfTheOffice1796900000000,
  NoticesForGuardians1796905000000,
  NamedCalendars1796910000000,
  ClientDocuments1796915000000,
  ImportHistory1796920000000,
  Webhooks1796930000000,
  AppPasswords1796950000000,
  RestrictedGuardians1796960000000,
  RestrictedGuardianIndexes1796960100000,
  AnswersToEvents1796970000000,
  EventsWithAnswersIndex1796970100000,
  Confirmations1796980000000,
  Corrections1796980100000,
  AcknowledgedNotices1796990000000,
  ChosenMail1796991000000,
  SignInCodes1796992000000,
  MailedEvents1796993000000,
  AnswerLinks1796994000000,
  MovedSchools1796995000000,
  PaperSigners1796996000000,
  PaperSignersIndex1796996100000,
  EmbeddedImageIds1796997000000,
];

export interface SchemaDrift {
  up: string[];
  down: string[];
}

/** The statements that would bring the migrated database to what the entities say; none when they agree. */
export async function schemaDrift(dataSource: DataSource): Promise<SchemaDrift> {
  const sql = await dataSource.driver.createSchemaBuilder().log();
  return {
    up: sql.upQueries.map((statement) => statement.query),
    down: sql.downQueries.map((statement) => statement.query).reverse(),
  };
}
