// Written by `npm run openapi` from docs/openapi.json. Do not edit.

/** Operations that take an Idempotency-Key: sent again with the same one, they happen once. */
export const REPEATABLE_OPERATIONS: ReadonlySet<string> = new Set([
  'PATCH /permission-slips/{slipId}/responses/{responseId}',
  'POST /lists/{listId}/guardians',
  'POST /me/leave-school/{membershipId}',
  'POST /me/photo',
  'POST /organizations/{organizationId}/parents',
  'POST /organizations/{organizationId}/photos',
  'POST /permission-slips/{slipId}/responses',
  'POST /polls/{pollId}/reminders',
  'POST /polls/{pollId}/respond',
  'POST /schools/{schoolId}/calendar/events',
  'POST /schools/{schoolId}/calendar/series',
  'POST /schools/{schoolId}/calendar/subscriptions',
  'POST /schools/{schoolId}/categories',
  'POST /schools/{schoolId}/documents',
  'POST /schools/{schoolId}/lists',
  'POST /schools/{schoolId}/menus',
  'POST /schools/{schoolId}/menus/subscriptions',
  'POST /schools/{schoolId}/notices',
  'POST /schools/{schoolId}/organizations',
  'POST /schools/{schoolId}/polls',
  'POST /signups/{signupId}/claims',
  'POST /students/{studentId}/photo',
]);
