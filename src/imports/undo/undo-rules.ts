import { RICH_TEXT_COLUMNS } from '../../policy/rich-text-columns.js';

/*
 * What the undo of an import has to be told about tables, because the database does not know it. Everything else it reads from
 * the catalog: keys, columns and foreign keys.
 */

/** A part of an item is put back with the item or not at all: by the column that names it. */
export const PART_OF: Record<string, Record<string, string>> = {
  attachments: {
    document_id: 'documents',
    notice_id: 'notices',
    permission_slip_id: 'permission_slips',
    slip_response_id: 'permission_slip_responses',
  },
  event_results: { event_id: 'events' },
  events: { series_id: 'event_series' },
  invitation_students: { invitation_id: 'invitations' },
  permission_slip_response_students: { slip_id: 'permission_slips' },
  permission_slip_responses: { slip_id: 'permission_slips' },
  permission_slip_versions: { slip_id: 'permission_slips' },
  poll_answers: { response_id: 'poll_responses' },
  poll_choices: { question_id: 'poll_questions' },
  poll_questions: { poll_id: 'polls' },
  poll_responses: { poll_id: 'polls' },
  poll_tallies: { poll_id: 'polls' },
  question_choices: { question_id: 'questions' },
  questions: { signup_id: 'signups', permission_slip_id: 'permission_slips' },
  signup_claims: { signup_id: 'signups' },
  signup_items: { signup_id: 'signups' },
  user_addresses: { user_id: 'users' },
};

/** Columns that the service itself moves: another value is no change by anybody. */
const MOVES_BY_ITSELF: Record<string, string[]> = {
  // By the alerts and reminders of jobs.
  notices: ['alerted_at', 'last_reminder_at'],
  polls: ['alerted_at', 'reminded_at', 'last_reminder_at'],
  signups: ['alerted_at'],
  signup_items: ['last_reminder_at'],
  permission_slips: ['alerted_at', 'reminded_at', 'last_reminder_at'],
  events: ['rsvp_reminded_at'],
  organization_grants: ['expiry_told_for'],
  invitations: ['sent_at'],
  // By the geocoder, from the address.
  students: ['latitude', 'longitude', 'geocode_missed_at'],
  student_photos: ['small_of', 'has_small'],
  parent_photos: ['small_of', 'has_small'],
};

export const movesByItself = (table: string): string[] => ['updated_at', ...(MOVES_BY_ITSELF[table] ?? [])];

/** Columns about which triggers decide, for the sake of people who hide something: their word is the last. */
const DECIDED_BY_TRIGGERS: Record<string, string[]> = {
  students: ['address_visible', 'hidden_by_default'],
  guardians: ['profile_visibility', 'hidden_by_default'],
  memberships: ['profile_visibility', 'hidden_by_default'],
};

export const decidedByTriggers = (table: string): string[] => [
  'updated_at',
  ...(DECIDED_BY_TRIGGERS[table] ?? []),
];

/**
 * Rows that the service makes by itself: that they refer to a row does not keep it. A condition says which rows people have
 * made all the same.
 */
export const MADE_BY_THE_SERVICE: Record<string, string> = {
  // Buttons of mails: what was answered by one is a row of another table.
  answer_links: 'false',
  document_openings: 'false',
  disclosures: 'false',
  embedded_images: 'false',
  // Its address is made with the first mail.
  mail_choices: 'r.unsubscribed_at is not null',
  mails: 'false',
  menu_image_runs: 'false',
  notice_readings: 'false',
  notifications: 'false',
  poll_tallies: 'false',
  school_revisions: 'false',
  visibility_changes: 'false',
};

/** Columns that refer to rows without a foreign key: ids of `refersTo` in an array. */
export const ARRAYS_OF_IDS: { table: string; column: string; refersTo: string }[] = [
  ...['documents', 'event_series', 'events', 'notices', 'permission_slips', 'polls', 'signups'].map(
    (table) => ({ table, column: 'audience_organization_ids', refersTo: 'organizations' }),
  ),
  { table: 'member_departures', column: 'revoked_organization_ids', refersTo: 'organizations' },
  ...['applications', 'users', 'user_sessions'].map((table) => ({
    ...{ table, column: 'only_schools', refersTo: 'schools' },
  })),
];

/** Items that are answered, by the answers: an item that somebody has answered since the import stays as they saw it. */
export const ANSWERS: { table: string; column: string; answeredAt: string; item: string }[] = [
  { table: 'poll_responses', column: 'poll_id', answeredAt: 'submitted_at', item: 'polls' },
  { table: 'signup_claims', column: 'signup_id', answeredAt: 'created_at', item: 'signups' },
  { table: 'event_rsvps', column: 'event_id', answeredAt: 'answered_at', item: 'events' },
  {
    table: 'permission_slip_responses',
    column: 'slip_id',
    answeredAt: 'created_at',
    item: 'permission_slips',
  },
];

/** Rows that tell when something was so: what a run has added stays true, and what it took along comes back. */
export const RECORDS_OF_WHEN = ['visibility_changes'];

/** Parents that do not hold what is below them: a school stays by itself, and all that can be put back in it is. */
export const STANDS_ALONE = ['schools'];

/** Tables with rich text, and the column. */
export const RICH_TEXTS: Record<string, string> = RICH_TEXT_COLUMNS;

interface Naming {
  /** The word for it in a report. */
  type: string;
  /** Column of its title. People have none here: their ids say who they are to whoever may look. */
  title?: string;
}

export const NAMES: Record<string, Naming> = {
  attachments: { type: 'attachment' },
  calendar_subscriptions: { type: 'calendar_subscription' },
  categories: { type: 'category', title: 'name' },
  documents: { type: 'document', title: 'title' },
  event_series: { type: 'series', title: 'title' },
  events: { type: 'event', title: 'title' },
  guardian_departures: { type: 'guardian_departure' },
  guardians: { type: 'guardian' },
  invitations: { type: 'invitation' },
  list_guardians: { type: 'list_entry' },
  list_students: { type: 'list_entry' },
  lists: { type: 'list' },
  mail_choices: { type: 'mail_choice' },
  member_departures: { type: 'member_departure' },
  memberships: { type: 'member' },
  menu_entries: { type: 'menu', title: 'date' },
  menu_subscriptions: { type: 'menu_subscription' },
  notes: { type: 'note' },
  notices: { type: 'notice', title: 'title' },
  organization_grants: { type: 'grant' },
  organization_leaders: { type: 'organization_leader' },
  organization_parents: { type: 'organization_parent' },
  organization_photos: { type: 'organization_photo' },
  organization_students: { type: 'organization_student' },
  organizations: { type: 'organization', title: 'name' },
  parent_photos: { type: 'parent_photo' },
  permission_slips: { type: 'permission_slip', title: 'title' },
  polls: { type: 'poll', title: 'title' },
  school_details: { type: 'school_details', title: 'title' },
  schools: { type: 'school', title: 'name' },
  signups: { type: 'signup', title: 'title' },
  staff_members: { type: 'staff_member' },
  stars: { type: 'star' },
  student_photos: { type: 'student_photo' },
  students: { type: 'student' },
  users: { type: 'user' },
  visibility_changes: { type: 'visibility_change' },
  withdrawn_guardians: { type: 'withdrawn_guardian' },
};
