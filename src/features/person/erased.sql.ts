import { type Columns, erasedColumns, reasonsToStay } from '../../platform/database/row-columns.js';
import { GUARDIAN_COLUMNS } from '../directory/guardians/guardian.columns.js';
import { STUDENT_COLUMNS } from '../directory/students/student.columns.js';

/*
 * $1: the account or null, $2: its addresses, normalised, or the one that was given, $3: the memberships of the account, $4: the guardian records that
 * go, $5: the schools of both. All of them are found before anything is gone.
 */

const OF_SCHOOLS = 'school_id = any ($5::uuid[])';
const ofMember = (column = 'membership_id'): string => `${OF_SCHOOLS} and ${column} = any ($3::uuid[])`;
const ofGuardian = (column: string): string => `${OF_SCHOOLS} and ${column} = any ($4::uuid[])`;
const OWN_SESSION = 'session_id in (select id from user_sessions where user_id = $1)';
const OWN_LIST = `(school_id, list_id) in (select school_id, id from lists where ${ofMember('owner_membership_id')})`;

/** Another's answer may quote the person that a process of the release before has kept: a list that they were put on. */
const QUOTED = `exists (select from unnest($2::text[]) quoted where strpos(lower(answer), quoted) > 0)
  or exists (select from unnest($3::uuid[] || $4::uuid[]) quoted where strpos(answer, quoted::text) > 0)`;

/** What imports have changed is kept for their undo: rows as they were, of whoever is named in them. */
const HISTORY_ROW = `lower(coalesce(before::text, '') || coalesce(after::text, ''))`;
/**
 * SQL, a pattern: the address, and neither the end nor the beginning of a longer one. In JSON a line break is a letter after a
 * backslash.
 */
const asWholeAddress = (address: string): string => `(
  '(^|[^[:alnum:]._%+-]|\\\\[bfnrt]|\\\\u[0-9a-f]{4})' || regexp_replace(${address}, '([[:punct:]])', '\\\\\\1', 'g') || '($|[^[:alnum:].-]|[.]($|[^[:alnum:]]))')`;
const IN_HISTORY_ROW = `exists (select from unnest($2::text[]) named
    where strpos(${HISTORY_ROW}, named) > 0 and ${HISTORY_ROW} ~ ${asWholeAddress('named')})
  or exists (select from unnest($1::uuid || $3::uuid[] || $4::uuid[]) named where strpos(${HISTORY_ROW}, named::text) > 0)`;

/** A school's content file names people by their email. */
const NAMED_BY_EMAIL = 'lower(source_id) = any ($2::text[])';

/** Records that keep a person apart from a student stay, without what reaches the person. */
const RESTRICTED_RECORDS = `(select school_id, id from guardians where ${ofGuardian('id')} and restricted_at is not null)`;

/** Rows that are gone afterwards, by their table. */
export const ERASED: Record<string, string> = {
  answer_links: ofMember(),
  app_passwords: ofMember(),
  calendar_subscriptions: ofMember(),
  confirmations: ofMember(),
  corrections: ofMember(),
  disclosures: `${OF_SCHOOLS} and subject = 'contact' and subject_id = any ($3::uuid[] || $4::uuid[])`,
  document_openings: ofMember(),
  drawn_signatures: 'user_id = $1',
  event_rsvps: ofMember(),
  guardian_departures: `user_id = $1 or ${NAMED_BY_EMAIL}`,
  guardians: `${ofGuardian('id')} and restricted_at is null`,
  idempotency_keys: `user_id = $1 or ${QUOTED}`,
  import_changes: IN_HISTORY_ROW,
  invitation_students:
    '(school_id, invitation_id) in (select school_id, id from invitations where email = any ($2::text[]))',
  invitations: 'email = any ($2::text[])',
  known_sources: 'user_id = $1',
  one_time_links: 'user_id = $1 or email = any ($2::text[])',
  passkeys: 'user_id = $1',
  user_addresses: 'user_id = $1',
  list_guardians: `${OF_SCHOOLS} and (guardian_membership_id = any ($3::uuid[]) or ${OWN_LIST})`,
  list_students: OWN_LIST,
  lists: ofMember('owner_membership_id'),
  bounced_addresses: `email = any ($2::text[])`,
  mail_choices: ofMember(),
  quiet_hours: 'user_id = $1',
  sign_in_codes: 'user_id = $1',
  mails: `user_id = $1 or email = any ($2::text[])
    or (school_id, notification_id) in (select school_id, id from notifications where ${ofMember()})`,
  member_departures: 'user_id = $1',
  memberships: ofMember('id'),
  menu_subscriptions: ofMember(),
  notes: ofMember('author_membership_id'),
  notice_acknowledgements: ofMember(),
  notice_readings: ofMember(),
  notifications: ofMember(),
  oauth_artifacts: `user_id = $1 or ${OWN_SESSION}`,
  oauth_grants: OWN_SESSION,
  organization_grants: ofMember(),
  organization_leaders: `(school_id, coalesce(membership_id, staff_member_id)) in (
    select school_id, id from memberships where ${ofMember('id')}
    union all select school_id, id from staff_members where lower(email) = any ($2::text[]))`,
  organization_parents: ofMember(),
  parent_photos: ofMember(),
  recovery_codes: 'user_id = $1',
  refresh_tokens: OWN_SESSION,
  signup_claims: ofMember(),
  staff_members: 'lower(email) = any ($2::text[])',
  stars: ofMember(),
  two_step_challenges: OWN_SESSION,
  user_credentials: 'user_id = $1',
  user_sessions: 'user_id = $1',
  users: 'id = $1',
  visibility_changes: `${ofGuardian('guardian_id')} and (school_id, guardian_id) not in ${RESTRICTED_RECORDS}`,
  withdrawn_guardians: `user_id = $1 or ${NAMED_BY_EMAIL}`,
};

/** Tables that do not go with a membership or the account, in this order. */
export const LEFT_OVER = [
  // Those to an address without an account: of an invitation.
  'mails',
  'bounced_addresses',
  'guardian_departures',
  'withdrawn_guardians',
  'guardians',
  'staff_members',
  'invitations',
  'one_time_links',
  'disclosures',
  'idempotency_keys',
  'import_changes',
  'users',
];

const AUTHOR = 'school content: what it published stays, without its author';
const STUDENT = reasonsToStay(STUDENT_COLUMNS);
const emptied = (columns: Columns): string => new Intl.ListFormat('en').format(erasedColumns(columns));
const OWN_STUDENTS = `(select school_id, student_id from guardians where ${ofGuardian('id')})`;

/** Rows that stay and told of the person, by their table, and why. */
export const RETAINED: Record<string, { where: string; reason: string }> = {
  attachments: { where: ofMember('uploaded_by_membership_id'), reason: AUTHOR },
  disclosures: {
    where: `${ofMember('reader_membership_id')} and not (${ERASED['disclosures']})`,
    reason: 'what others are told of who read of them: role and hour, and no name',
  },
  documents: { where: ofMember('created_by_membership_id'), reason: AUTHOR },
  embedded_images: { where: ofMember('uploaded_by_membership_id'), reason: AUTHOR },
  event_results: { where: ofMember('recorded_by_membership_id'), reason: AUTHOR },
  event_rsvps: {
    where: `${ofMember('answered_by_membership_id')} and student_id is not null`,
    reason: 'whether a child comes is of the child: it stays, without who has said so and without a comment',
  },
  guardians: {
    where: `(email = any ($2::text[]) or ${NAMED_BY_EMAIL} or ${ofGuardian('id')}) and not (${ERASED['guardians']})`,
    reason: `${reasonsToStay(GUARDIAN_COLUMNS)}, without this ${emptied(GUARDIAN_COLUMNS)}; and whom a court keeps apart from a student, without email and phone`,
  },
  notices: { where: ofMember('created_by_membership_id'), reason: AUTHOR },
  organization_photos: { where: ofMember('uploaded_by_membership_id'), reason: AUTHOR },
  permission_slip_responses: {
    where: 'signed_by_user_id = $1 or lower(account_email) = any ($2::text[])',
    reason:
      'the school has it in writing: name, relation, decision, answers and time, without note, drawn signature, email, address and device',
  },
  poll_responses: { where: 'user_id = $1', reason: "it stays counted, as nobody's" },
  student_photos: { where: `(school_id, student_id) in ${OWN_STUDENTS}`, reason: STUDENT },
  students: {
    where: `(school_id, id) in ${OWN_STUDENTS} or lower(email) = any ($2::text[])`,
    reason: `${STUDENT}; ${emptied(STUDENT_COLUMNS)} go where the email is this one`,
  },
};

/** SQL of a JSON object: rows of each table. A function takes 100 arguments at most, and there are more tables than that allows. */
function counts(rows: Record<string, string>): string {
  const values = Object.entries(rows).map(
    ([table, where]) => `('${table}', (select count(*)::int from ${table} where ${where}))`,
  );
  return `(select json_object_agg(name, number) from (values ${values.join(', ')}) counted(name, number))`;
}

/** How many rows each has: a JSON object of both. */
export const COUNTED = `
  select ${counts(ERASED)} as erased,
    ${counts(Object.fromEntries(Object.entries(RETAINED).map(([table, { where }]) => [table, where])))} as kept`;
