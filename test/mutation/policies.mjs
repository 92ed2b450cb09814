const api = (...names) => names.map((name) => `test/api/${name}.spec.ts`);

const MATRIX = 'test/proofs/authorization/matrix.spec.ts';
const DECLARED = 'test/architecture/declared-access.spec.ts';
const AUDIENCES = api('publishing-audiences', 'publishing-rights', 'calendar-audiences');
const CLAIMS = api('signup-claims', 'signup-times', 'signup-changes', 'signup-claims-repeated');
const SLIPS = api(
  'permission-slips',
  'permission-slip-responses',
  'permission-slip-revisions',
  'permission-slip-former-guardians',
  'permission-slip-families',
);
const HELD_ROWS = 'test/proofs/races/held-rows.spec.ts';
const EDITORS = [
  ...api(
    'organization-changes',
    'organization-editors',
    'organization-roster-changes',
    'organization-photos',
  ),
  ...api('attachment-uploads'),
  ...['test/proofs/races/publishing.spec.ts', HELD_ROWS],
];
const MASKS = api('student-detail', 'full-roster', 'student-contact', 'map-markers', 'list-guardian-masks');

/**
 * The policies: every file that says who sees what, or may change it, with the few specs that hold it. A mutant lives
 * when these do not notice it, whatever others would say.
 */
export const POLICIES = {
  'src/platform/auth/access-rule.ts': [
    ...api('session', 'two-step', 'list', 'polls', 'student-photos', 'attachment-uploads'),
    ...[...api('as-seen-by-others'), DECLARED, MATRIX],
  ],
  'src/platform/auth/access.guard.ts': [
    ...api(
      'session',
      'sign-in',
      'two-step',
      'polls',
      'student-photos',
      'as-seen-by-others',
      'outside-provider',
    ),
    ...[...api('attachment-uploads'), DECLARED, MATRIX],
  ],
  'src/platform/auth/access.repository.ts': [
    ...api(
      'session',
      'session-again',
      'round-trips',
      'access-batches',
      'access-tokens',
      'outside-provider',
      'notes',
      'parent-photos',
      'polls',
      'signups',
      'notification-reading',
      'organizations',
      'list',
      'permission-slips',
      'attachment-uploads',
      'poll-clocks',
      'signup-times',
      'answering-clocks',
    ),
    ...['test/proofs/oracle/no-oracle.spec.ts', MATRIX],
  ],
  'src/platform/auth/prefetch.ts': api('session', 'round-trips'),
  'src/policy/rich-text-columns.ts': ['test/proofs/backups/hostile-school.spec.ts'],
  'src/policy/audience.dto.ts': [
    ...AUDIENCES,
    ...api('audience-input', 'publishing-rights', 'publishing-audience-changes', 'calendar-series-changes'),
  ],
  'src/policy/audience.ts': [
    ...api('organization-membership', 'polls', 'notices', 'calendar'),
    'test/alerts/raising.spec.ts',
    ...AUDIENCES,
  ],
  'src/platform/auth/authentication.guard.ts': [
    ...api('session', 'bearer-header', 'verified-tokens'),
    DECLARED,
  ],
  'src/platform/auth/caller-concurrency.guard.ts': [
    'src/platform/auth/caller-concurrency.guard.spec.ts',
    'test/proofs/hostile/neighbours.spec.ts',
  ],
  'src/platform/auth/caller.ts': [...api('session', 'roster', 'publishing-rights'), DECLARED, HELD_ROWS],
  'src/platform/auth/declared-access.ts': [DECLARED],
  'src/platform/auth/rate-limit.guard.ts': [...api('flood', 'session'), 'test/observability/metrics.spec.ts'],
  'src/policy/notification-visibility.ts': api('notifications', 'notification-reading'),
  'src/policy/organization-access.ts': [
    ...api('organization-membership', 'organizations', 'organization-editors', 'attachment-uploads'),
    ...AUDIENCES,
  ],
  'src/platform/auth/person-lock.repository.ts': ['test/proofs/races/quotas.spec.ts'],
  'src/policy/privacy-mask.ts': MASKS,
  'src/policy/school-feature.ts': api('school-features', 'session'),
  'src/platform/text/uuid.ts': api('malformed-ids', 'access-tokens'),
  'src/platform/auth/verified-tokens.ts': api('verified-tokens', 'outside-provider'),
  'src/policy/event-visibility.ts': api(
    'calendar',
    'calendar-rights',
    'embedded-images-visibility',
    'notification-link-targets',
  ),
  'src/features/calendar/results/results.service.ts': api('organization-results'),
  'src/policy/member-contact.ts': api('list-guardian-masks', 'list-guardians', 'message-recipients'),
  'src/policy/same-person.ts': [
    ...api('profile-visibility', 'profile-contact', 'registration-links', 'message-recipient-phones'),
    ...['test/imports/roster-import-visibility.spec.ts', 'test/imports/roster-import.spec.ts'],
    ...['test/imports/oneroster-families.spec.ts', 'test/imports/oneroster-taken-back.spec.ts'],
  ],
  'src/features/directory/students/linked-students.service.ts': api('notes', 'list-students'),
  'src/policy/document-visibility.ts': [...api('documents'), ...AUDIENCES],
  'src/features/embedded-images/rich-texts.sql.ts': api(
    'embedded-images-visibility',
    'embedded-images-features',
    'embedded-images-retention',
  ),
  'src/policy/notice-visibility.ts': [...api('notices'), ...AUDIENCES],
  'src/policy/name-order.ts': [...api('roster-order', 'name-search'), 'test/imports/names.spec.ts'],
  'src/features/alerts/notifications/notification-targets.ts': api(
    'notification-links',
    'notification-link-agreement',
    'notification-link-targets',
  ),
  'src/platform/auth/organization-access.repository.ts': [...EDITORS, HELD_ROWS],
  'src/platform/auth/organization-access.service.ts': EDITORS,
  'src/features/permission-slips/responses/signature.ts': SLIPS,
  'src/features/permission-slips/slip-locks.repository.ts': [...SLIPS, HELD_ROWS],
  'src/features/permission-slips/responses/slip-responses.service.ts': [...SLIPS, HELD_ROWS],
  'src/features/permission-slips/responses/slip-responses.sql.ts': SLIPS,
  'src/features/permission-slips/responses/slip-response-state.ts': [...SLIPS, ...api('slips-elsewhere')],
  'src/policy/slip-visibility.ts': [...SLIPS, ...api('slips-elsewhere', 'answering-clocks')],
  'src/policy/slip-todo.ts': [
    ...SLIPS,
    ...api('slips-elsewhere'),
    'test/alerts/opened-slips.spec.ts',
    'test/alerts/reminders.spec.ts',
  ],
  'src/features/photos/student-photos.repository.ts': api('student-photos', 'student-photos-visibility'),
  'src/features/polls/poll-answers.ts': api('poll-responses'),
  'src/features/polls/polls.repository.ts': api('poll-results'),
  'src/policy/poll-visibility.ts': api('polls', 'poll-responses', 'poll-clocks', 'outstanding'),
  'src/features/polls/polls.service.ts': [
    ...api('polls', 'poll-responses', 'poll-clocks'),
    'test/proofs/races/polls.spec.ts',
  ],
  'src/features/publishing/publishing-rights.repository.ts': api(
    'publishing-rights',
    'publishing-audience-changes',
  ),
  'src/features/publishing/publishing-rights.service.ts': [
    ...api('publishing-rights', 'publishing-audience-changes'),
    'test/proofs/races/publishing.spec.ts',
  ],
  'src/features/signups/claims/claim-allocation.ts': CLAIMS,
  'src/features/signups/claims/claim-withdrawal.service.ts': [
    ...CLAIMS,
    'test/alerts/changed-signups.spec.ts',
  ],
  'src/features/signups/claims/signup-claims.service.ts': CLAIMS,
  'src/features/signups/signup-queue.service.ts': CLAIMS,
  'src/features/signups/new-signup.ts': CLAIMS,
  'src/policy/signup-todo.ts': api('outstanding', 'signups', 'signup-times', 'answering-clocks'),
  'src/policy/signup-visibility.ts': api('signups', 'signup-times', 'signup-elsewhere', 'answering-clocks'),
  'src/features/signups/signups.repository.ts': api(
    'signups',
    'signup-claims',
    'signup-departures',
    'signup-elsewhere',
  ),
};
