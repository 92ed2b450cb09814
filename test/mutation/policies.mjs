const api = (...names) => names.map((name) => `test/api/${name}.spec.ts`);

const MATRIX = 'test/proofs/authorization/matrix.spec.ts';
const DECLARED = 'test/architecture/declared-access.spec.ts';
const AUDIENCES = api('publishing/audiences', 'publishing/rights', 'calendar/audiences');
const CLAIMS = api('signups/claims', 'signups/times', 'signups/claim-changes', 'signups/claims-repeated');
const SLIPS = api(
  'permission-slips/permission-slips',
  'permission-slips/responses',
  'permission-slips/revisions',
  'permission-slips/former-guardians',
  'permission-slips/families',
);
const HELD_ROWS = 'test/proofs/races/held-rows.spec.ts';
const EDITORS = [
  ...api(
    'organizations/changes',
    'organizations/editors',
    'organizations/roster-changes',
    'organizations/photos',
  ),
  ...api('attachments/uploads'),
  ...['test/proofs/races/publishing.spec.ts', HELD_ROWS],
];
const MASKS = api(
  'directory/student-detail',
  'directory/full-roster',
  'directory/student-contact',
  'directory/map-markers',
  'lists/guardian-masks',
);

/**
 * The policies: every file that says who sees what, or may change it, with the few specs that hold it. A mutant lives
 * when these do not notice it, whatever others would say.
 */
export const POLICIES = {
  'src/platform/auth/access-rule.ts': [
    ...api(
      'me/me',
      'account/two-step',
      'lists/list',
      'polls/polls',
      'photos/student-photos',
      'attachments/uploads',
    ),
    ...[...api('me/as-seen-by-others'), DECLARED, MATRIX],
  ],
  'src/platform/auth/access.guard.ts': [
    ...api(
      'me/me',
      'account/sign-in',
      'account/two-step',
      'polls/polls',
      'photos/student-photos',
      'me/as-seen-by-others',
      'account/outside-provider',
    ),
    ...[...api('attachments/uploads'), DECLARED, MATRIX],
  ],
  'src/platform/auth/access.repository.ts': [
    ...api(
      'me/me',
      'me/newcomers',
      'http/round-trips',
      'http/access-batches',
      'account/access-tokens',
      'account/outside-provider',
      'notes/notes',
      'me/photo',
      'polls/polls',
      'signups/signups',
      'alerts/notification-reading',
      'organizations/organizations',
      'lists/list',
      'permission-slips/permission-slips',
      'attachments/uploads',
      'polls/clocks',
      'signups/times',
      'publishing/answering-clocks',
    ),
    ...['test/proofs/oracle/no-oracle.spec.ts', MATRIX],
  ],
  'src/policy/bounded-schools.ts': ['test/proofs/backups/hostile-school-people.spec.ts'],
  'src/policy/local-time.ts': api('calendar/rsvp/editing'),
  'src/policy/list-visibility.ts': [...api('lists/list', 'lists/students'), MATRIX],
  'src/policy/own-notes.ts': api('notes/notes', 'directory/full-roster'),
  'src/policy/photo-visibility.ts': api('photos/student-photos-visibility', 'photos/student-photos'),
  'src/policy/confirmation-visibility.ts': [
    ...api('confirmation/own-confirmation', 'confirmation/school-confirmation', 'corrections/corrections'),
  ],
  'src/policy/correction-visibility.ts': api('corrections/corrections', 'corrections/settled-corrections'),
  'src/policy/present-people.ts': [...api('directory/student-detail', 'me/me'), MATRIX],
  'src/platform/auth/prefetch.ts': api('me/me', 'http/round-trips'),
  'src/policy/rich-text-columns.ts': ['test/proofs/backups/hostile-school.spec.ts'],
  'src/policy/audience.dto.ts': [
    ...AUDIENCES,
    ...api(
      'publishing/audience-input',
      'publishing/rights',
      'publishing/audience-changes',
      'calendar/series-changes',
    ),
  ],
  'src/policy/audience.ts': [
    ...api('organizations/membership', 'polls/polls', 'notices/notices', 'calendar/calendar'),
    'test/alerts/raising.spec.ts',
    ...AUDIENCES,
  ],
  'src/platform/auth/authentication.guard.ts': [
    ...api('me/me', 'account/bearer-header', 'account/verified-tokens'),
    DECLARED,
  ],
  'src/platform/auth/caller-concurrency.guard.ts': [
    'src/platform/auth/caller-concurrency.guard.spec.ts',
    'test/proofs/hostile/neighbours.spec.ts',
  ],
  'src/platform/auth/caller.ts': [
    ...api('me/me', 'directory/roster', 'publishing/rights'),
    DECLARED,
    HELD_ROWS,
  ],
  'src/platform/auth/declared-access.ts': [DECLARED],
  'src/platform/auth/rate-limit.guard.ts': [
    ...api('http/flood', 'me/me'),
    'test/observability/metrics.spec.ts',
  ],
  'src/policy/notification-visibility.ts': api('alerts/notifications', 'alerts/notification-reading'),
  'src/policy/organization-access.ts': [
    ...api(
      'organizations/membership',
      'organizations/organizations',
      'organizations/editors',
      'attachments/uploads',
    ),
    ...AUDIENCES,
  ],
  'src/platform/auth/person-lock.repository.ts': ['test/proofs/races/quotas.spec.ts'],
  'src/policy/guardian-restriction.ts': api('directory/restricted-guardians'),
  'src/policy/viewer.ts': MASKS,
  'src/policy/privacy-mask.ts': MASKS,
  'src/policy/school-feature.ts': api('schools/features', 'me/me'),
  'src/platform/text/uuid.ts': api('http/malformed-ids', 'account/access-tokens'),
  'src/platform/auth/verified-tokens.ts': api('account/verified-tokens', 'account/outside-provider'),
  'src/policy/event-visibility.ts': api(
    'calendar/calendar',
    'calendar/rights',
    'embedded-images/visibility',
    'alerts/notification-link-targets',
  ),
  'src/policy/event-rsvp.ts': api(
    ...['answering', 'managing', 'giving-back', 'reading'].map((name) => `calendar/rsvp/${name}`),
  ),
  'src/features/calendar/results/results.service.ts': api('calendar/results'),
  'src/policy/member-contact.ts': api('lists/guardian-masks', 'lists/guardians', 'lists/message-recipients'),
  'src/policy/same-person.ts': [
    ...api(
      'me/profile-visibility',
      'me/contact',
      'invitations/registration-links',
      'lists/message-recipient-phones',
    ),
    ...['test/imports/roster-import-visibility.spec.ts', 'test/imports/roster-import.spec.ts'],
    ...['test/imports/oneroster/families.spec.ts', 'test/imports/oneroster/taken-back.spec.ts'],
  ],
  'src/features/directory/students/linked-students.service.ts': api('notes/notes', 'lists/students'),
  'src/policy/document-visibility.ts': [...api('documents/documents'), ...AUDIENCES],
  'src/features/embedded-images/rich-texts.sql.ts': api(
    'embedded-images/visibility',
    'embedded-images/features',
    'embedded-images/retention',
  ),
  'src/policy/notice-visibility.ts': [...api('notices/notices'), ...AUDIENCES],
  'src/policy/name-order.ts': [
    ...api('directory/roster-order', 'directory/name-search'),
    'test/imports/names.spec.ts',
  ],
  'src/features/alerts/notifications/notification-targets.ts': api(
    'alerts/notification-links',
    'alerts/notification-link-agreement',
    'alerts/notification-link-targets',
  ),
  'src/platform/auth/organization-access.repository.ts': [...EDITORS, HELD_ROWS],
  'src/platform/auth/organization-access.service.ts': EDITORS,
  'src/features/permission-slips/responses/signature.ts': SLIPS,
  'src/features/permission-slips/slip-locks.repository.ts': [...SLIPS, HELD_ROWS],
  'src/features/permission-slips/responses/slip-responses.service.ts': [...SLIPS, HELD_ROWS],
  'src/features/permission-slips/responses/slip-responses.sql.ts': SLIPS,
  'src/features/permission-slips/responses/slip-response-state.ts': [
    ...SLIPS,
    ...api('permission-slips/elsewhere'),
  ],
  'src/policy/slip-visibility.ts': [
    ...SLIPS,
    ...api('permission-slips/elsewhere', 'publishing/answering-clocks'),
  ],
  'src/policy/slip-todo.ts': [
    ...SLIPS,
    ...api('permission-slips/elsewhere'),
    'test/alerts/opened-slips.spec.ts',
    'test/alerts/reminders.spec.ts',
  ],
  'src/features/photos/student-photos.repository.ts': api(
    'photos/student-photos',
    'photos/student-photos-visibility',
  ),
  'src/features/polls/poll-answers.ts': api('polls/responses'),
  'src/features/polls/polls.repository.ts': api('polls/results'),
  'src/policy/answered-item.ts': api('polls/poll-changes', 'polls/managed-polls', 'polls/deleted-polls'),
  'src/policy/poll-visibility.ts': api('polls/polls', 'polls/responses', 'polls/clocks', 'me/outstanding'),
  'src/features/polls/polls.service.ts': [
    ...api('polls/polls', 'polls/responses', 'polls/clocks'),
    'test/proofs/races/polls.spec.ts',
  ],
  'src/features/publishing/publishing-rights.repository.ts': api(
    'publishing/rights',
    'publishing/audience-changes',
  ),
  'src/features/publishing/publishing-rights.service.ts': [
    ...api('publishing/rights', 'publishing/audience-changes'),
    'test/proofs/races/publishing.spec.ts',
  ],
  'src/features/signups/claims/claim-allocation.service.ts': CLAIMS,
  'src/features/signups/claims/claim-withdrawal.service.ts': [
    ...CLAIMS,
    'test/alerts/changed-signups.spec.ts',
  ],
  'src/features/signups/claims/signup-claims.service.ts': CLAIMS,
  'src/features/signups/signup-waitlists.service.ts': CLAIMS,
  'src/features/signups/new-signup.ts': CLAIMS,
  'src/policy/signup-todo.ts': api(
    'me/outstanding',
    'signups/signups',
    'signups/times',
    'publishing/answering-clocks',
  ),
  'src/policy/signup-visibility.ts': api(
    'signups/signups',
    'signups/managed/managed-signups',
    'signups/managed/signup-changes',
    'signups/times',
    'signups/elsewhere',
    'publishing/answering-clocks',
  ),
  'src/features/signups/signups.repository.ts': api(
    'signups/signups',
    'signups/claims',
    'signups/departures',
    'signups/elsewhere',
  ),
};
