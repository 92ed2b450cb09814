import type { Call } from './privacy-canary.table.js';

/** Calls of categories, menus and what else the office writes. */
export const OFFICE: Record<string, Call> = {
  'GET /schools/:schoolId/categories': {},
  'GET /schools/:schoolId/menus': {},
  'GET /schools/:schoolId/menus/week': { queries: ['start=2026-09-06'] },
  'GET /schools/:schoolId/menus/day': { queries: ['date=2026-09-07'] },
  'POST /schools/:schoolId/categories': { body: { name: 'Trips', color: '#112233' } },
  'PUT /schools/:schoolId/categories/order': { body: { ids: [] } },
  'PATCH /schools/:schoolId/categories/:categoryId': { body: { color: '#112233' } },
  'DELETE /schools/:schoolId/categories/:categoryId': {},
  'GET /schools/:schoolId/webhooks': {},
  'POST /schools/:schoolId/webhooks': {
    body: { url: 'https://app.example.org/hook', kinds: ['menu.changed'] },
  },
  'PATCH /schools/:schoolId/webhooks/:webhookId': { body: { kinds: ['roster.changed'] } },
  'POST /schools/:schoolId/webhooks/:webhookId/secret': {},
  'POST /schools/:schoolId/webhooks/:webhookId/test': {},
  'GET /schools/:schoolId/webhooks/:webhookId/deliveries': {},
  'POST /schools/:schoolId/webhooks/:webhookId/deliveries/:deliveryId/replay': {},
  'DELETE /schools/:schoolId/webhooks/:webhookId': {},
  'POST /schools/:schoolId/menus': { body: { date: '2026-09-07', meal_type: 'snack', items: 'Fruit' } },
  'PATCH /schools/:schoolId/menus/:menuId': { body: { items: 'Soup' } },
  'DELETE /schools/:schoolId/menus/:menuId': {},
  'PUT /schools/:schoolId/school-details': { body: { title: 'About us' } },
  'POST /schools/:schoolId/organizations': { body: { kind: 'club', name: 'Chess', short_name: 'chess-2' } },
  'GET /organizations/:organizationId/roster.csv': { shows: [], showsAdmins: ['contact'] },
  'GET /organizations/:organizationId/roster.pdf': { shows: [], printsAdmins: ['contact'] },
  'GET /schools/:schoolId/notices/:noticeId/deliveries': {},
  'PUT /schools/:schoolId/calendar/events/:eventId/rsvp': { body: { answers: [{ answer: 'yes' }] } },
  'GET /schools/:schoolId/calendar/events/:eventId/rsvps': {},
  'GET /schools/:schoolId/calendar/events/:eventId/rsvps.csv': {},
  'POST /schools/:schoolId/calendar/events/:eventId/rsvps/reminders': {},
  'GET /schools/:schoolId/polls/managed': {},
  'POST /schools/:schoolId/polls': {
    body: {
      ...{ title: 'Picnic', results_visibility: 'never', anonymous: false },
      questions: [{ text: 'When?', choices: [{ text: 'Now' }, { text: 'Later' }] }],
    },
  },
  'GET /polls/:pollId/management': {},
  'PATCH /polls/:pollId/management': { body: { title: 'Picnic' } },
  'GET /polls/:pollId/results.csv': {},
  'POST /polls/:pollId/reminders': {},
  'DELETE /polls/:pollId/management': {},
  'GET /schools/:schoolId/signups/managed': {},
  'POST /schools/:schoolId/signups': {
    body: {
      ...{ title: 'Bake sale', claim_per: 'person', claimant_visibility: 'names' },
      items: [{ title: 'Cake' }],
    },
  },
  'GET /signups/:signupId/management': { shows: [], showsAdmins: ['contact'] },
  'PATCH /signups/:signupId/management': {
    ...{ body: { title: 'Bake sale' }, shows: [], showsAdmins: ['contact'] },
  },
  'GET /signups/:signupId/claims.csv': { shows: [], showsAdmins: ['contact'] },
  'POST /signups/:signupId/management/claims': {
    body: { item_id: ':signupItemId', membership_id: ':membershipId' },
  },
  'POST /signups/:signupId/reminders': {},
  'DELETE /signups/:signupId/management': {},
  'GET /schools/:schoolId/permission-slips/managed': {},
  'POST /schools/:schoolId/permission-slips': {
    body: {
      ...{ title: 'Museum', body: 'By bus', statement: 'My child may go', answer_per: 'student' },
      ...{ signature_required: false, second_guardian_required: false },
    },
  },
  'GET /permission-slips/:slipId/management': {},
  'PATCH /permission-slips/:slipId/management': { body: { title: 'Museum' } },
  'GET /permission-slips/:slipId/attachments/:attachmentId/download-url': {},
  'GET /permission-slips/:slipId/responses.csv': {},
  'GET /permission-slips/:slipId/responses.pdf': { shows: [], printsAdmins: ['contact', 'legal name'] },
  'POST /permission-slips/:slipId/reminders': {},
  'POST /permission-slips/:slipId/paper-responses': {
    body: {
      ...{ student_id: ':studentId', decision: 'declined', signed_by_name: 'Rosa Lind', relation: 'aunt' },
      signed_on: '2026-01-05',
    },
  },
  'DELETE /permission-slips/:slipId/management': {},
};
