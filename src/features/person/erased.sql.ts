/*
 * $1: the account or null, $2: the email, normalised, $3: the memberships of the account, $4: the guardian records that
 * go. All of them are found before anything is gone.
 */

const OF_MEMBER = '= any ($3::uuid[])';
const OWN_SESSION = 'session_id in (select id from user_sessions where user_id = $1)';
const OWN_LIST = `list_id in (select id from lists where owner_membership_id ${OF_MEMBER})`;

/** Another's answer may quote the person that a process of the release before has kept: a list that they were put on. */
const QUOTED = `strpos(lower(answer), $2) > 0
  or exists (select from unnest($3::uuid[] || $4::uuid[]) quoted where strpos(answer, quoted::text) > 0)`;

/** A school's content file names people by their email. */
const NAMED_BY_EMAIL = 'lower(source_id) = $2';

/** Rows that are gone afterwards, by their table. */
export const ERASED: Record<string, string> = {
  calendar_subscriptions: `membership_id ${OF_MEMBER}`,
  disclosures: `subject = 'contact' and subject_id = any ($3::uuid[] || $4::uuid[])`,
  document_openings: `membership_id ${OF_MEMBER}`,
  guardian_departures: `user_id = $1 or ${NAMED_BY_EMAIL}`,
  guardians: 'id = any ($4::uuid[])',
  idempotency_keys: `user_id = $1 or ${QUOTED}`,
  invitation_students: 'invitation_id in (select id from invitations where email = $2)',
  invitations: 'email = $2',
  list_guardians: `guardian_membership_id ${OF_MEMBER} or ${OWN_LIST}`,
  list_students: OWN_LIST,
  lists: `owner_membership_id ${OF_MEMBER}`,
  mail_choices: `membership_id ${OF_MEMBER}`,
  mail_deliveries: `notification_id in (select id from notifications where membership_id ${OF_MEMBER})`,
  member_departures: 'user_id = $1',
  memberships: `id ${OF_MEMBER}`,
  menu_subscriptions: `membership_id ${OF_MEMBER}`,
  notes: `author_membership_id ${OF_MEMBER}`,
  notice_readings: `membership_id ${OF_MEMBER}`,
  notifications: `membership_id ${OF_MEMBER}`,
  organization_grants: `membership_id ${OF_MEMBER}`,
  organization_leaders: `membership_id ${OF_MEMBER}
    or staff_member_id in (select id from staff_members where lower(email) = $2)`,
  organization_parents: `membership_id ${OF_MEMBER}`,
  parent_photos: `membership_id ${OF_MEMBER}`,
  recovery_codes: 'user_id = $1',
  refresh_tokens: OWN_SESSION,
  signup_claims: `membership_id ${OF_MEMBER}`,
  staff_members: 'lower(email) = $2',
  stars: `membership_id ${OF_MEMBER}`,
  two_step_challenges: OWN_SESSION,
  user_credentials: 'user_id = $1',
  user_sessions: 'user_id = $1',
  users: 'id = $1',
  visibility_changes: 'guardian_id = any ($4::uuid[])',
  withdrawn_guardians: `user_id = $1 or ${NAMED_BY_EMAIL}`,
};

/** What does not go with a membership or the account, in this order. */
export const LEFT_OVER = [
  'guardian_departures',
  'withdrawn_guardians',
  'guardians',
  'staff_members',
  'invitations',
  'disclosures',
  'idempotency_keys',
  'users',
];

const AUTHOR = 'school content: what it published stays, without its author';
const STUDENT = "the school's record of a student";
const OWN_STUDENT = `(select student_id from guardians where id = any ($4::uuid[]))`;

/** Rows that stay and told of the person, by their table, and why. */
export const KEPT: Record<string, { where: string; reason: string }> = {
  attachments: { where: `uploaded_by_membership_id ${OF_MEMBER}`, reason: AUTHOR },
  disclosures: {
    where: `reader_membership_id ${OF_MEMBER} and not (${ERASED['disclosures']})`,
    reason: 'what others are told of who read of them: role and hour, and no name',
  },
  documents: { where: `created_by_membership_id ${OF_MEMBER}`, reason: AUTHOR },
  embedded_images: { where: `uploaded_by_membership_id ${OF_MEMBER}`, reason: AUTHOR },
  event_results: { where: `recorded_by_membership_id ${OF_MEMBER}`, reason: AUTHOR },
  guardians: {
    where: `(email = $2 or ${NAMED_BY_EMAIL}) and not (${ERASED['guardians']})`,
    reason: "another person's record, without this email",
  },
  notices: { where: `created_by_membership_id ${OF_MEMBER}`, reason: AUTHOR },
  organization_photos: { where: `uploaded_by_membership_id ${OF_MEMBER}`, reason: AUTHOR },
  permission_slip_responses: {
    where: 'signed_by_user_id = $1 or lower(account_email) = $2',
    reason:
      'the school has it in writing: name, relation, decision and time, without email, address and device',
  },
  poll_responses: { where: 'user_id = $1', reason: "it stays counted, as nobody's" },
  student_photos: { where: `student_id in ${OWN_STUDENT}`, reason: STUDENT },
  students: {
    where: `id in ${OWN_STUDENT} or lower(email) = $2`,
    reason: `${STUDENT}; email and phone go where the email is this one`,
  },
};

const counts = (rows: Record<string, string>): string =>
  Object.entries(rows)
    .map(([table, where]) => `'${table}', (select count(*)::int from ${table} where ${where})`)
    .join(', ');

/** How many rows each has: a JSON object of both. */
export const COUNTED = `
  select json_build_object(${counts(ERASED)}) as erased,
    json_build_object(${counts(Object.fromEntries(Object.entries(KEPT).map(([table, { where }]) => [table, where])))}) as kept`;
