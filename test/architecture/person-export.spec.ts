import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HELD_LISTS, STORED_ONCE, storedList } from '../../src/features/person/person-export.sql.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { textOf } from './source-files.js';

/*
 * GET /me/export is everything that the service holds on a person. A table that refers to a person, or to a record
 * that is exported, is either in the export's statement or an exception with its reason; so is each column of a table
 * that is in it.
 */

const STATEMENT = 'src/features/person/person-export.sql.ts';
/** Lists of it that stand in a file of their own. */
const PARTS = ['src/features/person/exported-corrections.sql.ts'];

/** Written by the person or about them, and yet not in the document. */
const EXCEPTIONS: Record<string, string> = {
  answer_links:
    'digests of secrets in mails; what they asked is in the notifications, and the answers are there',
  idempotency_keys: 'answers that the person has been given, good for a day; what they tell of is there',
  known_sources: 'digests that nobody can read, of where the person signed in; gone within a month',
  oauth_artifacts: 'secrets of a session, or over within the hour; the session is there',
  oauth_grants: 'what the library of the authorization server notes of a session; the session is there',
  one_time_links: 'digests of secrets that were mailed to the person; gone a day after they end',
  refresh_tokens: 'secrets of a session; the session is there',
  sign_in_codes: 'secrets of a browser, over within minutes',
  two_step_challenges: 'secrets of a session, over within minutes',
};

/** Described column by column where the table is: see `RowColumns`. */
const DESCRIBED = ['guardians', 'memberships', 'staff_members'];

/** Columns of tables that are in the document, and yet not in it: the reason, and which. */
const COLUMN_EXCEPTIONS: [reason: string, columns: string[]][] = [
  [
    "the item is the school's own; its text and times are there",
    [
      'documents.audience_organization_ids',
      'documents.audience_type',
      'documents.audience_years',
      'documents.category_id',
      'notices.acknowledge_version',
      'notices.alerted_at',
      'notices.audience_organization_ids',
      'notices.audience_type',
      'notices.audience_years',
      'notices.category_id',
      'notices.last_reminder_at',
      'notices.pinned',
      'notices.reach',
      'notices.reply_to_author',
      'notices.urgent',
    ],
  ],
  [
    "what an import knows an item by; no person's own item has one",
    [
      'documents.source',
      'documents.source_digest',
      'documents.source_id',
      'notices.source',
      'notices.source_digest',
      'notices.source_id',
      'organization_leaders.source',
    ],
  ],
  [
    'a secret: whoever has it reads, or chooses, as the person does',
    [
      'app_passwords.digest',
      'calendar_subscriptions.token',
      'menu_subscriptions.token',
      'mail_choices.token',
      'member_departures.mail_token',
      'recovery_codes.code_hash',
      'passkeys.credential_id',
      'passkeys.public_key',
      'user_credentials.totp_last_step',
      'user_sessions.browser_token_hash',
    ],
  ],
  [
    'what the service needs to send or serve it, and says nothing of the person',
    [
      'calendar_subscriptions.feed_changed_at',
      'calendar_subscriptions.feed_digest',
      'menu_subscriptions.feed_changed_at',
      'menu_subscriptions.feed_digest',
      'embedded_images.unused_since',
      'mails.created_at',
      'mails.due_at',
      'mails.id',
      'mails.last_error',
      'organization_grants.expiry_told_for',
      'parent_photos.has_small',
      'parent_photos.small_of',
      'passkeys.counter',
      'passkeys.rp_id',
      'passkeys.suspended_at',
      'passkeys.transports',
      'user_addresses.suspended_at',
      'user_sessions.amr',
      'user_sessions.proven_at',
      'user_sessions.by_operator',
      'user_sessions.failed_codes',
      'user_sessions.only_schools',
      'user_sessions.second_step_pending',
      'signup_claims.queued_at',
      'permission_slip_response_students.is_current',
      'permission_slip_response_students.is_overruled',
      'permission_slip_responses.event',
      'permission_slip_responses.signed_by_membership_id',
    ],
  ],
  [
    'mails about the account, gone within a week',
    ['mails.details', 'mails.email', 'mails.kind', 'mails.subject', 'mails.user_id'],
  ],
  ['that no import brings it back: the record that has gone is there', ['guardian_departures.for_good']],
  [
    'the school, the id or the order of a row within one that is there',
    [
      'attachments.id',
      'attachments.position',
      'organization_grants.id',
      'organization_leaders.id',
      'organization_leaders.position',
      'permission_slip_response_students.place',
      'permission_slip_response_students.slip_id',
    ],
  ],
  [
    'what the file belongs to, or where it is stored: the export names its key',
    [
      'attachments.document_id',
      'attachments.entity_type',
      'attachments.notice_id',
      'attachments.permission_slip_id',
      'attachments.slip_response_id',
      'embedded_images.key',
    ],
  ],
  ['another person: a student who leads', ['organization_leaders.student_id']],
  [
    'another person: a student as the school had them, whose guardians read it in the PDF',
    ['permission_slip_response_students.signed_as'],
  ],
  [
    'of an answer on paper, which is of no account; and who recorded it is in the audit trail',
    [
      'permission_slip_responses.recorded_by_membership_id',
      'permission_slip_responses.signed_by_guardian_id',
      'permission_slip_responses.signed_on',
    ],
  ],
  ['when the school put them on the list', ['organization_parents.added_at']],
  [
    'follows from the name that was signed with and the name on file',
    ['permission_slip_responses.name_mismatch'],
  ],
];

interface Reference {
  table: string;
  refers_to: string;
}

let database: TestDatabase;
let references: Reference[];
beforeAll(async () => {
  database = await createTestDatabase();
  references = await database.dataSource.query<Reference[]>(
    `select distinct conrelid::regclass::text as table, confrelid::regclass::text as refers_to
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
});
afterAll(() => database.drop());

const isExported = (table: string): boolean =>
  new RegExp(`\\b(from|join) ${table}\\b`).test([STATEMENT, ...PARTS].map(textOf).join());

/** What hangs on a person: directly, or by a record that is exported itself. */
function personalTables(): string[] {
  const personal = new Set<string>();
  const follow = (target: string): void => {
    for (const { table } of references.filter(({ refers_to }) => refers_to === target)) {
      if (personal.has(table)) continue;
      personal.add(table);
      if (isExported(table)) follow(table);
    }
  };
  follow('users');
  return [...personal].sort();
}

/** What a statement reads, as PostgreSQL itself tells of a view. */
async function columnsOf(statement: string): Promise<Set<string>> {
  const text = statement.replaceAll('$1', `'00000000-0000-0000-0000-000000000000'::uuid`);
  await database.dataSource.query(`create view exported as ${text}`);
  const used = await database.dataSource.query<{ name: string }[]>(
    `select table_name || '.' || column_name as name from information_schema.view_column_usage
     where view_name = 'exported'`,
  );
  await database.dataSource.query('drop view exported');
  return new Set(used.map(({ name }) => name));
}

describe("a person's export", () => {
  it('matches what hangs on a person', () => {
    expect(personalTables()).toEqual(
      expect.arrayContaining([
        'guardians',
        'list_students',
        'memberships',
        'notes',
        'refresh_tokens',
        'visibility_changes',
      ]),
    );
  });

  it('covers every table that hangs on a person, but for the exceptions', () => {
    const forgotten = personalTables().filter((table) => !isExported(table) && !(table in EXCEPTIONS));
    expect(forgotten.map((table) => `${table}: add it to ${STATEMENT}, or say here why not`)).toEqual([]);
  });

  it('covers every column of these tables, but for the exceptions', async () => {
    const statements = [STORED_ONCE, ...HELD_LISTS.map(storedList)];
    const used = new Set<string>();
    for (const statement of statements) for (const column of await columnsOf(statement)) used.add(column);
    const all = await database.dataSource.query<{ name: string }[]>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = any ($1) order by 1`,
      [personalTables().filter((table) => isExported(table) && !DESCRIBED.includes(table))],
    );
    const forgotten = all.map(({ name }) => name).filter((name) => !used.has(name));
    expect(forgotten).toEqual(COLUMN_EXCEPTIONS.flatMap(([, columns]) => columns).sort());
  });

  it('excepts only what hangs on a person and is not in it', () => {
    const needless = (table: string): boolean => isExported(table) || !personalTables().includes(table);
    expect(Object.keys(EXCEPTIONS).filter(needless)).toEqual([]);
  });
});
