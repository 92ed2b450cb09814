import { OF_MAILS } from './mails-across-schools.js';
import { type AcrossSchools, BY_THE_OPERATOR } from './operator-across-schools.js';
import { OF_WEBHOOKS } from './webhooks-across-schools.js';

/**
 * Statements that must read or write rows of more schools than one, or of one that they do not know yet: where they are
 * sent from, the tables, and why. Everything else says its school.
 */
export const ACROSS_SCHOOLS: Record<string, AcrossSchools> = {
  ...BY_THE_OPERATOR,
  ...OF_MAILS,
  ...OF_WEBHOOKS,
  'platform/journal/journal.repository.ts JournalRepository.findBehind': {
    tables: ['journal_heads', 'journal_positions'],
    why: 'looks in which schools something has happened',
  },
  'features/cells/cell.repository.ts CellRepository.schoolIds': {
    tables: ['schools'],
    why: 'tells the router which schools are here',
  },
  'platform/auth/person-lock.repository.ts lockOwner': {
    tables: ['memberships'],
    why: 'an upload waits in the place of a person, who has no school, or of one of their memberships',
  },
  'features/memberships/memberships.repository.ts MembershipsRepository.schoolIds': {
    tables: ['schools'],
    why: 'goes through the schools, one after the other',
  },
  'imports/oneroster/apply/family-importer.ts FamilyImporter.import': {
    tables: ['schools'],
    why: 'a student may come from another school of the source',
  },
  'features/memberships/families.service.ts FamiliesService.unlinkIn': {
    tables: ['schools', 'students'],
    why: 'finds the same student at the other schools of the source',
  },
  'features/directory/families/family-records.repository.ts FamilyRecordsRepository.schoolsWithStaleLinks': {
    tables: ['guardians', 'schools'],
    why: 'finds the schools of a source that have a link by an address of before',
  },
  'features/directory/visibility/person-records.repository.ts PersonRecordsRepository.hideInSchool': {
    tables: ['guardians'],
    why: 'finds the records of one person by their addresses; those of one school are changed',
  },
  'demo/demo-access.repository.ts DemoAccessRepository.bind': {
    tables: ['schools'],
    why: 'finds the schools of the demo by their short names',
  },
  'demo/demo-access.repository.ts DemoAccessRepository.isThere': {
    tables: ['schools'],
    why: 'asks whether there is a school besides those of the demo',
  },
  'features/menus/menu-image-runs.repository.ts MenuImageRunsRepository.isCurrentPicture': {
    tables: ['menu_entries', 'schools'],
    why: 'an address without a token: the name of the picture is all that is known',
  },
  'features/photos/small-photos.repository.ts SmallPhotosRepository.findDuePhotos': {
    tables: ['parent_photos', 'student_photos'],
    why: 'the service itself finds whichever photos have no small pictures; what it then reads and writes names its school',
  },
  'features/polls/poll-tallies.repository.ts PollTalliesRepository.findPending': {
    tables: ['polls'],
    why: 'the service itself settles whichever poll has closed; what it then reads and writes names its school',
  },
  'features/polls/poll-tallies.repository.ts PollTalliesRepository.findSealedByFormerKeys': {
    tables: ['poll_tallies', 'polls'],
    why: 'the operator has the waiting answers of all polls sealed by a new key; each is then read and written by its school',
  },
  'features/polls/poll-writes.repository.ts PollWritesRepository.lockRemovable': {
    tables: ['polls'],
    why: 'the service itself removes whichever poll was deleted long ago, by the key of its row',
  },
  'features/signups/signup-writes.repository.ts SignupWritesRepository.lockRemovable': {
    tables: ['signups'],
    why: 'the service itself removes whichever sign-up was deleted long ago, by the key of its row',
  },
  'features/permission-slips/slip-writes.repository.ts SlipWritesRepository.lockRemovable': {
    tables: ['permission_slips'],
    why: 'the service itself removes whichever slip was deleted long ago, by the key of its row',
  },
  'features/signups/managed/claim-reminders.repository.ts ClaimRemindersRepository.lockDue': {
    tables: ['signups', 'signup_items', 'schools'],
    why: 'finds the next item to remind of, of whichever school',
  },
  'imports/oneroster/apply/oneroster.repository.ts OneRosterRepository.classesOf': {
    tables: ['schools'],
    why: 'finds the schools of a source',
  },
  'imports/oneroster/apply/district-importer.ts DistrictImporter.admission': {
    tables: ['schools'],
    why: 'finds who is on the rosters of a source',
  },
  'imports/oneroster/oneroster-import.service.ts OneRosterImportService.storedRoster': {
    tables: ['schools'],
    why: 'finds the schools of a source',
  },
  'features/person/retention.repository.ts RetentionRepository.removeBatch': {
    tables: [
      'attachments',
      'confirmation_rounds',
      'corrections',
      'embedded_images',
      'events',
      'import_changes',
      'import_runs',
      'invitations',
      'mails',
      'webhook_deliveries',
      'webhook_moments',
      'member_departures',
      'menu_image_runs',
      'notifications',
      'permission_slip_responses',
      'visibility_changes',
    ],
    why: 'finds what has outlived its period, of whichever school',
  },
  'features/person/retention.repository.ts RetentionRepository.removeMonths': {
    tables: ['changes', 'changes_default', 'disclosures'],
    why: 'counts what has outlived its period, of whichever school',
  },
  'features/person/person-erasure.repository.ts PersonErasureRepository.findByIdDigest': {
    tables: ['guardians', 'staff_members'],
    why: 'finds whoever is to be erased again, of whichever school',
  },
  'features/person/person-erasure.repository.ts PersonErasureRepository.idsOf': {
    tables: ['staff_members'],
    why: 'finds all records of whoever is erased, of whichever school',
  },
  'features/person/person-erasure.repository.ts PersonErasureRepository.lockGuardians': {
    tables: ['guardians'],
    why: 'finds whoever is to be erased again, of whichever school',
  },
  'features/person/person-erasure.repository.ts PersonErasureRepository.findByDigest': {
    tables: [
      ...['guardians', 'invitations', 'staff_members', 'students', 'guardian_departures'],
      ...['withdrawn_guardians', 'permission_slip_responses'],
    ],
    why: 'finds whoever is to be erased again, of whichever school',
  },
  'features/alerts/alerts.repository.ts AlertsRepository.deleteOlderThan': {
    tables: ['notifications'],
    why: 'finds what is too old, of whichever school',
  },
  'features/alerts/alerts.repository.ts AlertsRepository.lockDueItem': {
    tables: ['notices', 'polls', 'permission_slips', 'signups', 'signup_items', 'schools'],
    why: 'finds the next alert that is due, of whichever school',
  },
  'features/organizations/expiring-grants.repository.ts ExpiringGrantsRepository.markExpiring': {
    tables: ['organization_grants', 'memberships', 'organizations'],
    why: 'finds grants that end soon, of whichever school',
  },
  'features/calendar/feed/feed.repository.ts FeedRepository.findFeed': {
    tables: ['calendar_subscriptions', 'memberships', 'schools', 'organizations'],
    why: 'the token of a feed leads to its school',
  },
  'features/calendar/feed/feed.repository.ts FeedRepository.findFeedState': {
    tables: ['calendar_subscriptions', 'memberships', 'schools', 'organizations'],
    why: 'the token of a feed leads to its school',
  },
  'features/subscriptions/app-passwords.repository.ts AppPasswordsRepository.findReader': {
    tables: ['app_passwords', 'memberships', 'schools'],
    why: 'an app password leads to its school',
  },
  'features/menus/menu-calendar.repository.ts MenuCalendarRepository.findFeed': {
    tables: ['menu_subscriptions', 'memberships', 'schools'],
    why: 'the token of a feed leads to its school',
  },
  'features/schools/schools.service.ts SchoolsService.getByReference': {
    tables: ['schools'],
    why: 'an operator names a school by its short name',
  },
  'features/schools/schools.repository.ts SchoolsRepository.summaries': {
    tables: ['schools'],
    why: "an operator's list of schools",
  },
  'features/directory/roster/roster-import.repository.ts RosterImportRepository.writeGuardians': {
    tables: ['schools'],
    why: 'an adult may still be stored at another school of the same source',
  },
  'features/memberships/memberships.repository.ts MembershipsRepository.insertMembership': {
    tables: ['member_departures'],
    why: 'visibility is one choice, also of who has left every school',
  },
  'features/person/person-erasure.repository.ts PersonErasureRepository.countRows': {
    tables: [
      'import_changes',
      'drawn_signatures',
      'guardian_departures',
      'withdrawn_guardians',
      'member_departures',
      'invitations',
      'mails',
      'staff_members',
      'guardians',
      'students',
      'permission_slip_responses',
      'poll_responses',
    ],
    why: 'counts what there is of a person by account or email, in whichever school',
  },
  'features/person/person-erasure.repository.ts PersonErasureRepository.forgetStudentContact': {
    tables: ['students'],
    why: 'a student is found by email',
  },
  'features/person/person-erasure.repository.ts PersonErasureRepository.removeRest': {
    tables: [
      'import_changes',
      'guardians',
      'guardian_departures',
      'withdrawn_guardians',
      'staff_members',
      'invitations',
      'mails',
      'bounced_addresses',
      'permission_slip_responses',
    ],
    why: 'what is found by account or email alone, once the memberships are gone',
  },
  'features/person/person-erasure.service.ts PersonErasureService.find': {
    tables: ['guardians'],
    why: 'records are found by email, in whichever school',
  },
  'features/person/person-export.repository.ts PersonExportRepository.findOnFile': {
    tables: ['guardians', 'students', 'staff_members', 'invitations'],
    why: 'what schools have on file under an address',
  },
  'features/person/person-export.repository.ts PersonExportRepository.recordsOf': {
    tables: [
      'staff_members',
      'guardian_departures',
      'member_departures',
      'withdrawn_guardians',
      'invitations',
      'poll_responses',
      'permission_slip_responses',
      'polls',
      'permission_slips',
      'drawn_signatures',
      'permission_slip_versions',
    ],
    why: 'what is found by account or email, also where the membership is gone',
  },
  'features/account/profile/own-records.repository.ts OwnRecordsRepository.schoolIds': {
    tables: ['guardians'],
    why: 'finds the schools that have a person on file by email',
  },
  'features/directory/visibility/person-records.repository.ts PersonRecordsRepository.setContactVisibility': {
    tables: ['guardians'],
    why: 'one choice for all schools, also where the person is only on file',
  },
  'features/directory/visibility/person-records.repository.ts PersonRecordsRepository.findStudentsOnFile': {
    tables: ['guardians'],
    why: 'one choice for all schools, also where the person is only on file',
  },
  'features/memberships/member-profiles.repository.ts MemberProfilesRepository.setVisibility': {
    tables: ['member_departures'],
    why: 'one choice for all schools, also for those that the person has left',
  },
  'features/invitations/invitation-acceptance.service.ts InvitationAcceptanceService.acceptAll': {
    tables: ['invitations', 'guardians', 'schools', 'students'],
    why: 'takes every open invitation of an email, and finds the schools that have a guardian on file with it',
  },
  'features/invitations/invitation-acceptance.service.ts InvitationAcceptanceService.lockSchools': {
    tables: ['invitations', 'guardians', 'schools', 'students'],
    why: 'finds them, before anything of them is locked',
  },
  'imports/oneroster/apply/oneroster.repository.ts OneRosterRepository.dayAtSchools': {
    tables: ['schools'],
    why: 'finds the schools of a source',
  },
  'imports/oneroster/apply/oneroster.repository.ts OneRosterRepository.findSchool': {
    tables: ['schools'],
    why: 'finds the schools of a source',
  },
  'imports/oneroster/apply/oneroster.repository.ts OneRosterRepository.schoolsBySourceId': {
    tables: ['schools'],
    why: 'finds the schools of a source',
  },
};
