import { IS_UNSAVED } from './unsaved-attachment.js';

/*
 * How long each table keeps what is in it. A table that is not here fails a test, and `retention run` and the daily job
 * take the periods from here; so does whatever removes by itself.
 */

/**
 * Class of a table's rows: of the directory; written by people for others; of one person for themselves; a consent that the
 * school has to show; who did or may do what; over in a moment; of the machine.
 */
export type DataClass = 'directory' | 'content' | 'own' | 'consent' | 'security' | 'transient' | 'technical';

/** Rows go when this column is so many days back. */
export interface Period {
  class: DataClass;
  days: number;
  /** The moment that is counted from (UTC). */
  since: string;
  /** It holds milliseconds since 1970. */
  inMilliseconds?: true;
  /** Those rows alone. */
  where?: string;
  /** They stay, without what is in these columns. */
  clears?: string[];
  /** The database removes them, by its own clock as well: the service may not. */
  byFunction?: true;
  /** A month goes as a whole, once all of it is so old. */
  byMonth?: true;
  /** Strangers make them grow: they go each minute, and not each day. */
  often?: true;
}

/** Rows go by something else than their age. */
export interface Bound {
  class: DataClass;
  asLongAs: string;
}

const MINUTE_IN_DAYS = 1 / (24 * 60);

const SCHOOL = 'the school keeps it; its managers delete it';
const ROSTER = 'the student or the member is on file; the source or the operator takes them away';
const ITEM = 'its item is there';
const MEMBER = 'the membership is there';
const ACCOUNT = 'the account is there';

const of = (dataClass: DataClass, asLongAs: string): Bound => ({ class: dataClass, asLongAs });

export const RETENTION = {
  client_hosts: of('security', 'the operator allows it'),
  // Answers end with the item; the link says whose they would be.
  answer_links: of('security', ITEM),
  applications: of('security', 'the operator keeps it; a revoked one says whose sessions there were'),
  // An upload that no item was saved with. Its file goes a day after it came.
  attachments: {
    class: 'content',
    days: 1,
    since: 'uploaded_at',
    where: IS_UNSAVED,
  },
  app_passwords: of('own', MEMBER),
  attempt_counts: {
    class: 'security',
    days: 10 * MINUTE_IN_DAYS,
    since: 'expire',
    inMilliseconds: true,
    often: true,
  },
  // Three years, in which somebody may ask who did it.
  audit_entries: { class: 'security', days: 3 * 366, since: 'at', byFunction: true },
  audit_heads: of('technical', 'entries have been written'),
  // Backups have a record here; the files are the operator's to keep.
  backups: { class: 'technical', days: 400, since: 'made_at' },
  calendar_subscriptions: of('own', MEMBER),
  categories: of('content', SCHOOL),
  // Ids alone; a subscriber that is further behind reads everything again.
  changes: { class: 'technical', days: 30, since: 'at', byMonth: true },
  // Beyond it nobody asks when a round was, and who confirmed in it.
  confirmation_rounds: { class: 'consent', days: 3 * 366, since: 'closed_at' },
  confirmations: of('consent', ITEM),
  // One that is open waits for the school.
  corrections: { class: 'directory', days: 2 * 366, since: 'settled_at' },
  // Reads of a family's data. A read that is older than a year is in no answer.
  disclosures: { class: 'security', days: 366, since: 'since', byMonth: true },
  document_openings: of('own', ITEM),
  documents: of('content', SCHOOL),
  drawn_signatures: of('consent', ACCOUNT),
  // Images that no text embeds any more.
  embedded_images: { class: 'content', days: 1, since: 'unused_since' },
  // Tokens of an outside provider whose holders have signed out.
  ended_tokens: { class: 'security', days: 1, since: 'expires_at' },
  event_results: of('content', ITEM),
  event_rsvps: of('content', ITEM),
  event_series: of('content', SCHOOL),
  // One that is deleted, once calendar apps have heard of it. What an import brought is remembered: it would bring it again.
  events: {
    class: 'content',
    days: 30,
    since: 'cancelled_at',
    where: `status = 'cancelled' and series_id is null and source = 'api'
      and not exists (select from event_results r where r.school_id = events.school_id and r.event_id = events.id)
      and not exists (select from signups s where s.school_id = events.school_id and s.event_id = events.id)
      and not exists (select from permission_slips s where s.school_id = events.school_id and s.event_id = events.id)`,
  },
  guardian_departures: of('directory', 'the student is on file: an import would bring the link back'),
  guardians: of('directory', ROSTER),
  idempotency_keys: { class: 'transient', days: 1, since: 'created_at' },
  // Rows as they were, people's among them: for so long an import can be undone.
  import_changes: { class: 'directory', days: 30, since: 'at' },
  import_runs: { class: 'technical', days: 30, since: 'at' },
  invitation_students: of('directory', 'the invitation is there'),
  invitations: { class: 'directory', days: 60, since: 'created_at' },
  journal_heads: of('technical', 'the school has changed'),
  journal_positions: of('technical', 'its subscriber reads the journal'),
  // Where a person signs in: beyond it the budget of strangers holds there.
  known_sources: { class: 'security', days: 30, since: 'used_at' },
  list_guardians: of('own', 'the list is there'),
  list_students: of('own', 'the list is there'),
  lists: of('own', MEMBER),
  mail_choices: of('own', MEMBER),
  // Mails about accounts; that of a notification goes with it. One that was refused is shown for as long as an invitation
  // can be accepted: 60 days.
  mails: {
    class: 'transient',
    days: 7,
    since: 'created_at',
    where: `notification_id is null and (last_error is null or created_at <= $1::timestamptz - interval '53 days')`,
  },
  // An address that nobody has any more.
  bounced_addresses: { class: 'transient', days: 366, since: 'bounced_at' },
  // Choices that hold again for a person who comes back.
  member_departures: { class: 'directory', days: 366, since: 'left_at' },
  memberships: of('directory', ROSTER),
  menu_entries: of('content', SCHOOL),
  menu_image_runs: { class: 'transient', days: 1, since: 'expires_at' },
  menu_subscriptions: of('own', MEMBER),
  migrations: of('technical', 'the tables are there'),
  notes: of('own', MEMBER),
  notice_acknowledgements: of('own', ITEM),
  notice_readings: of('own', ITEM),
  notices: of('content', SCHOOL),
  notifications: { class: 'transient', days: 180, since: 'created_at' },
  // Codes, refresh tokens and what a browser is at: over when they expire. A device is told so for a while.
  oauth_artifacts: { class: 'security', days: 10 * MINUTE_IN_DAYS, since: 'expires_at', often: true },
  oauth_grants: of('security', 'its session is there'),
  object_removals: of('technical', 'the object is there; it goes when it is due'),
  one_time_links: { class: 'security', days: 1, since: 'expires_at' },
  organization_grants: of('security', MEMBER),
  organization_leaders: of('directory', 'the organization is there'),
  organization_parents: of('directory', MEMBER),
  organization_photos: of('content', SCHOOL),
  organization_students: of('directory', ROSTER),
  organizations: of('directory', SCHOOL),
  parent_photos: of('directory', MEMBER),
  passkeys: of('security', ACCOUNT),
  permission_slip_response_students: of('consent', ITEM),
  // The answer stays with its slip; where it was given from does not.
  permission_slip_responses: {
    class: 'consent',
    days: 366,
    since: 'created_at',
    clears: ['ip_address', 'user_agent', 'session_id'],
  },
  permission_slip_versions: of('consent', ITEM),
  permission_slips: of('consent', SCHOOL),
  poll_answers: of('content', ITEM),
  poll_choices: of('content', ITEM),
  poll_questions: of('content', ITEM),
  poll_responses: of('content', ITEM),
  poll_tallies: of('content', ITEM),
  polls: of('content', SCHOOL),
  question_choices: of('content', ITEM),
  questions: of('content', ITEM),
  quiet_hours: of('own', ACCOUNT),
  recovery_codes: of(
    'security',
    'two-step verification is set up; digests, and used ones are refused by them',
  ),
  // Tokens of a session that lives: a spent one that comes again ends it, for as long as it is stored.
  refresh_tokens: { class: 'security', days: 60, since: 'expires_at' },
  revision_notes: of('technical', 'the transaction runs'),
  school_details: of('content', 'the school is there'),
  school_revisions: of('technical', 'the school is there'),
  schools: of('directory', 'the operator keeps it'),
  sign_in_codes: { class: 'security', days: 1, since: 'expires_at' },
  signup_claims: of('content', ITEM),
  signup_items: of('content', ITEM),
  signups: of('content', SCHOOL),
  staff_members: of('directory', ROSTER),
  stars: of('own', MEMBER),
  student_photos: of('directory', ROSTER),
  students: of('directory', ROSTER),
  two_step_challenges: { class: 'security', days: 1, since: 'expires_at' },
  user_addresses: of('directory', ACCOUNT),
  user_credentials: of('security', ACCOUNT),
  // A session expires 30 days after its last renewal, so what is shown to its person reaches back 90 days.
  user_sessions: { class: 'security', days: 60, since: 'expires_at' },
  users: of('directory', 'the person has it; the operator erases them'),
  // By it the reads of a roster tell whom they showed: as long as there are reads to tell.
  visibility_changes: { class: 'security', days: 366 + 31, since: 'changed_at' },
  // Those that wait for a paused webhook as well; what the school has in its items can be read there.
  webhook_deliveries: { class: 'technical', days: 14, since: 'created_at' },
  // Longer than moments are looked back for.
  webhook_moments: { class: 'technical', days: 60, since: 'told_at' },
  webhooks: of('technical', 'a senior admin keeps it'),
  withdrawn_guardians: of('directory', 'the student is on file: an import would bring the link back'),
} satisfies Record<string, Period | Bound>;

/** Mails that are files (without SMTP_URL). */
export const MAIL_FILE_DAYS = 7;

export const DAY_MS = 24 * 60 * 60 * 1000;

export const PERIODS: [string, Period][] = Object.entries<Period | Bound>(RETENTION).flatMap(
  ([table, rule]) => ('days' in rule ? [[table, rule]] : []),
);
