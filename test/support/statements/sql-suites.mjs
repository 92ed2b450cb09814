/**
 * The suites whose statements docs/sql has: every operation of the API once, each kind of import, alerts and mails, answers
 * from mails, the pages for signing in, what outlives its period, the tallies of anonymous polls, webhooks, address books, and the router. They are few, so that the
 * pages are written in a minute or two.
 */
export const SQL_SUITES = [
  'test/clients/examples.spec.ts',
  'test/imports/oneroster/import.spec.ts',
  'test/imports/oneroster/delta.spec.ts',
  'test/imports/content/import.spec.ts',
  'test/imports/calendar/import.spec.ts',
  'test/imports/menu-import.spec.ts',
  'test/alerts/delivery.spec.ts',
  'test/answer-links/whose.spec.ts',
  'test/alerts/mailed-calendars.spec.ts',
  'test/sign-in/authorization-code.spec.ts',
  'test/security/retention.spec.ts',
  'test/security/anonymous-poll-results.spec.ts',
  'test/api/carddav/masks.spec.ts',
  'test/api/carddav/protocol.spec.ts',
  'test/webhooks/delivery.spec.ts',
  'test/webhooks/moments.spec.ts',
  'test/webhooks/pauses.spec.ts',
  'test/webhooks/applications.spec.ts',
  'test/router/router.spec.ts',
];

export const isSqlSuite = (path) => SQL_SUITES.some((suite) => path.endsWith(`/${suite}`));
