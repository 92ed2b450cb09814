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

const features = (policies) =>
  Object.fromEntries(Object.entries(policies).map(([file, specs]) => [`src/features/${file}`, specs]));

/**
 * The policies: every file that says who sees what, or may change it, with the few specs that hold it. A mutant lives
 * when these do not notice it, whatever others would say.
 */
export const POLICIES = {
  'src/access/access-rule.ts': [
    ...api('session', 'two-step', 'list', 'polls', 'student-photos', 'attachment-uploads'),
    ...[...api('as-seen-by-others'), DECLARED, MATRIX],
  ],
  'src/access/access.guard.ts': [
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
  'src/access/access.repository.ts': [
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
  'src/access/along-with-access.ts': api('session', 'round-trips'),
  'src/access/audience-input.ts': [
    ...AUDIENCES,
    ...api('audience-input', 'publishing-audience-changes', 'calendar-series-changes'),
  ],
  'src/access/audience.dto.ts': api('audience-input', 'publishing-rights'),
  'src/access/audience.ts': [
    ...api('organization-membership', 'polls', 'calendar'),
    'test/alerts/raising.spec.ts',
    ...AUDIENCES,
  ],
  'src/access/authentication.guard.ts': [...api('session', 'bearer-header', 'verified-tokens'), DECLARED],
  'src/access/caller-concurrency.guard.ts': [
    'src/access/caller-concurrency.guard.spec.ts',
    'test/proofs/hostile/neighbours.spec.ts',
  ],
  'src/access/caller.ts': [...api('session', 'roster', 'publishing-rights'), DECLARED, HELD_ROWS],
  'src/access/declared-access.ts': [DECLARED],
  'src/access/flood.guard.ts': [...api('flood', 'session'), 'test/observability/metrics.spec.ts'],
  'src/access/kept-along.ts': ['src/access/kept-along.spec.ts', ...api('session-again', 'round-trips')],
  'src/access/kept-notification.ts': api('notifications', 'notification-reading'),
  'src/access/once-per-route.ts': [...api('session', 'polls'), MATRIX],
  'src/access/organization-access.ts': [
    ...api('organization-membership', 'organizations', 'organization-editors', 'attachment-uploads'),
    ...AUDIENCES,
  ],
  'src/access/person-lock.repository.ts': ['test/proofs/races/quotas.spec.ts'],
  'src/access/present-member.repository.ts': [HELD_ROWS],
  'src/access/privacy-mask.ts': MASKS,
  'src/access/school-feature.ts': api('school-features', 'session'),
  'src/access/uuid.ts': api('malformed-ids', 'access-tokens'),
  'src/access/verified-tokens.ts': api('verified-tokens', 'outside-provider'),
  'src/access/viewer.ts': api('polls', 'notices'),
  ...features({
    'calendar/event-visibility.ts': api(
      'calendar',
      'calendar-rights',
      'embedded-images-shown',
      'notification-link-targets',
    ),
    'calendar/schedule/result.policy.ts': api('organization-results'),
    'directory/member-contact.ts': api('list-guardian-masks', 'list-guardians', 'message-recipients'),
    'directory/same-person.ts': [
      ...api('profile-visibility', 'profile-contact', 'registration-links', 'message-recipient-phones'),
      ...['test/imports/roster-feed-visibility.spec.ts', 'test/imports/roster-feed.spec.ts'],
      ...['test/imports/oneroster-families.spec.ts', 'test/imports/oneroster-taken-back.spec.ts'],
    ],
    'directory/student-visibility.service.ts': api('notes', 'list-students'),
    'documents/document-visibility.ts': [...api('documents'), ...AUDIENCES],
    'embedded-images/rich-texts.sql.ts': api(
      'embedded-images-shown',
      'embedded-images-features',
      'embedded-images-kept',
    ),
    'notices/notice-visibility.ts': [...api('notices'), ...AUDIENCES],
    'notifications/notification-targets.ts': api(
      'notification-links',
      'notification-link-agreement',
      'notification-link-targets',
    ),
    'organizations/organization-access.repository.ts': EDITORS,
    'organizations/organization-access.service.ts': EDITORS,
    'permission-slips/signature.ts': SLIPS,
    'permission-slips/slip-locks.repository.ts': [...SLIPS, HELD_ROWS],
    'permission-slips/slip-responses.service.ts': [...SLIPS, HELD_ROWS],
    'permission-slips/slip-responses.sql.ts': SLIPS,
    'permission-slips/slip-standing.ts': [...SLIPS, ...api('slips-elsewhere')],
    'permission-slips/slip-students.sql.ts': [...SLIPS, ...api('slips-elsewhere')],
    'permission-slips/slip-visibility.ts': [...SLIPS, ...api('slips-elsewhere', 'answering-clocks')],
    'permission-slips/slips-asked.ts': ['test/alerts/opened-slips.spec.ts', 'test/alerts/reminders.spec.ts'],
    'permission-slips/slips-outstanding.ts': [...SLIPS, ...api('slips-elsewhere')],
    'photos/student-photos.repository.ts': api('student-photos', 'student-photos-shown'),
    'polls/poll-answers.ts': api('poll-responses'),
    'polls/poll-results.sql.ts': api('poll-results'),
    'polls/poll-visibility.ts': api('polls', 'poll-responses', 'poll-clocks', 'outstanding'),
    'polls/polls.service.ts': [
      ...api('polls', 'poll-responses', 'poll-clocks'),
      'test/proofs/races/polls.spec.ts',
    ],
    'publishing/publishing-rights.repository.ts': api('publishing-rights', 'publishing-audience-changes'),
    'publishing/publishing-rights.service.ts': [
      ...api('publishing-rights', 'publishing-audience-changes'),
      'test/proofs/races/publishing.spec.ts',
    ],
    'signups/claim-merging.ts': CLAIMS,
    'signups/claim-withdrawal.service.ts': [...CLAIMS, 'test/alerts/changed-signups.spec.ts'],
    'signups/placing.ts': CLAIMS,
    'signups/signup-claims.service.ts': CLAIMS,
    'signups/signup-limits.service.ts': CLAIMS,
    'signups/signup-times.ts': CLAIMS,
    'signups/signup-visibility.ts': api('signups', 'signup-times', 'signup-elsewhere', 'answering-clocks'),
    'signups/signups.sql.ts': api('signups', 'signup-claims', 'signup-departures', 'signup-elsewhere'),
  }),
};
