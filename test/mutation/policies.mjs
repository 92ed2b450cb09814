const api = (...names) => names.map((name) => `test/api/${name}.spec.ts`);

const MATRIX = 'test/architecture/authorization-matrix.spec.ts';
const CANARY = 'test/architecture/privacy-canary.spec.ts';
const DECLARED = 'test/architecture/declared-access.spec.ts';
const PUBLISHING = api('publishing-audiences', 'publishing-rights', 'publishing-audience-changes');
const CLAIMING = api(
  'signup-claims',
  'signups',
  'signup-times',
  'signup-changes',
  'signup-departures',
  'my-claims',
);
const SLIPS = api(
  'permission-slips',
  'permission-slip-responses',
  'permission-slip-revisions',
  'permission-slip-pdfs',
);
const GRANTS = api(
  'organization-standing',
  'organization-editors',
  'organization-membership',
  'organization-changes',
);

/**
 * The policies: every file that says who sees what, or may change it, with the specs that hold it. A mutant lives when
 * these do not notice it, whatever others would say.
 */
export const POLICIES = {
  'src/access/access-rule.ts': [
    ...api('session', 'lists', 'notification-reading', 'student-photos'),
    DECLARED,
    MATRIX,
  ],
  'src/access/access.guard.ts': [
    ...api('session', 'school-features', 'two-step', 'outside-provider', 'menu-images', 'publishing-rights'),
    DECLARED,
    MATRIX,
  ],
  'src/access/access.repository.ts': [
    ...api(
      'session',
      'outside-provider',
      'two-step',
      'polls',
      'signups',
      'permission-slips',
      'notification-reading',
      'organizations',
      'list',
      'student-detail',
      'parent-photos',
      'attachment-uploads',
    ),
    MATRIX,
  ],
  'src/access/audience-input.ts': [
    ...PUBLISHING,
    ...api('calendar-series-changes', 'calendar-rights', 'documents', 'notices'),
  ],
  'src/access/audience.dto.ts': [...PUBLISHING, ...api('documents', 'notices', 'calendar-events')],
  'src/access/audience.ts': [
    ...PUBLISHING,
    ...api('polls', 'signups', 'permission-slips', 'calendar-for-others', 'organization-membership'),
    'test/alerts/raising.spec.ts',
  ],
  'src/access/authentication.guard.ts': [
    ...api('session', 'bearer-header', 'verified-tokens', 'access-tokens', 'outside-provider'),
    MATRIX,
  ],
  'src/access/caller.ts': [...api('session', 'roster', 'staff'), MATRIX],
  'src/access/declared-access.ts': [DECLARED],
  'src/access/flood.guard.ts': api('flood'),
  'src/access/kept-notification.ts': api('notifications', 'notification-reading', 'notification-links'),
  'src/access/organization-access.ts': [
    ...GRANTS,
    ...PUBLISHING,
    ...api('organizations', 'attachment-uploads', 'organization-roster'),
  ],
  'src/access/privacy-mask.ts': [
    ...api(
      'student-detail',
      'full-roster',
      'student-contact',
      'map-markers',
      'list-guardian-masks',
      'as-seen-by-others',
      'message-recipients',
    ),
    CANARY,
  ],
  'src/access/school-feature.ts': api('school-features', 'session'),
  'src/access/uuid.ts': api('session', 'student-detail', 'my-claims', 'no-oracle'),
  'src/access/verified-tokens.ts': api('verified-tokens', 'key-rotation', 'access-tokens'),
  'src/access/viewer.ts': api('polls', 'notices'),
  'src/features/calendar/event-visibility.ts': [
    ...api(
      'calendar-for-others',
      'calendar-rights',
      'calendar-scopes',
      'calendar-events',
      'calendar-feed-clocks',
      'calendar',
    ),
    ...api('embedded-images-shown'),
  ],
  'src/features/calendar/schedule/result.policy.ts': api('organization-results'),
  'src/features/directory/member-contact.ts': [
    ...api('list-guardian-masks', 'list-guardians', 'signups', 'organization-roster', 'message-recipients'),
    CANARY,
  ],
  'src/features/directory/student-visibility.service.ts': api('notes', 'stars'),
  'src/features/documents/document-visibility.ts': [...PUBLISHING, ...api('documents')],
  'src/features/embedded-images/rich-texts.sql.ts': api(
    'embedded-images-shown',
    'embedded-images-features',
    'embedded-images',
    'embedded-images-kept',
  ),
  'src/features/notices/notice-visibility.ts': [...PUBLISHING, ...api('notices')],
  'src/features/organizations/organization-access.repository.ts': [
    ...GRANTS,
    ...api('attachment-uploads', 'organization-roster-changes', 'publishing-rights'),
  ],
  'src/features/organizations/organization-access.service.ts': [
    ...GRANTS,
    ...api('attachment-uploads', 'organization-roster-changes', 'publishing-rights'),
  ],
  'src/features/permission-slips/signature.ts': SLIPS,
  'src/features/permission-slips/slip-responses.service.ts': [...SLIPS, ...api('slips-elsewhere')],
  'src/features/permission-slips/slip-responses.sql.ts': [...SLIPS, ...api('slips-elsewhere')],
  'src/features/permission-slips/slip-standing.ts': [...SLIPS, 'test/races/slips.spec.ts'],
  'src/features/permission-slips/slip-students.sql.ts': [...SLIPS, ...api('slips-elsewhere', 'outstanding')],
  'src/features/permission-slips/slip-visibility.ts': [
    ...SLIPS,
    ...api('slips-elsewhere', 'outstanding', 'calendar-for-others'),
  ],
  'src/features/permission-slips/slips-asked.ts': [
    ...SLIPS,
    ...api('slips-elsewhere'),
    'test/alerts/opened-slips.spec.ts',
    'test/alerts/reminders.spec.ts',
  ],
  'src/features/permission-slips/slips-outstanding.ts': [
    ...SLIPS,
    ...api('slips-elsewhere', 'outstanding'),
    'test/alerts/reminders.spec.ts',
  ],
  'src/features/polls/poll-answers.ts': api('poll-responses', 'polls'),
  'src/features/polls/poll-results.sql.ts': api('poll-results'),
  'src/features/polls/poll-visibility.ts': api(
    'polls',
    'poll-responses',
    'poll-clocks',
    'session',
    'outstanding',
  ),
  'src/features/polls/polls.service.ts': [
    ...api('polls', 'poll-responses', 'poll-clocks'),
    'test/races/polls.spec.ts',
  ],
  'src/features/publishing/publishing-rights.repository.ts': [...PUBLISHING, ...api('calendar-rights')],
  'src/features/publishing/publishing-rights.service.ts': [
    ...PUBLISHING,
    ...api('calendar-rights', 'documents', 'notices'),
  ],
  'src/features/signups/claim-merging.ts': [...CLAIMING, ...api('signup-claims-repeated')],
  'src/features/signups/claim-withdrawal.service.ts': [...CLAIMING, 'test/alerts/changed-signups.spec.ts'],
  'src/features/signups/placing.ts': [...CLAIMING, ...api('signup-claims-repeated', 'signup-model')],
  'src/features/signups/signup-claims.service.ts': [
    ...CLAIMING,
    ...api('signup-claims-repeated', 'signup-model'),
  ],
  'src/features/signups/signup-limits.service.ts': [...CLAIMING, ...api('signup-model')],
  'src/features/signups/signup-times.ts': [...CLAIMING, ...api('signup-model')],
  'src/features/signups/signup-visibility.ts': [
    ...api('signups', 'signup-times', 'signup-elsewhere', 'calendar-for-others', 'session', 'outstanding'),
    'test/alerts/reminders.spec.ts',
  ],
  'src/features/signups/signups.sql.ts': [
    ...api('signups', 'signup-claims', 'signup-departures', 'signup-model'),
  ],
};
