import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  KEYS,
  NEW_KEYS,
  createIndex,
  indexes,
  quoted,
  RETIRING_KEYS,
  UNIQUE_KEYS,
} from './1796400000000-school-key-indexes.js';

/** Of a table: name of the foreign key, its column, the table it leads to, and what happens when that row goes. */
const REFERENCES: Record<string, [string, string, string, 'CASCADE' | 'SET NULL'][]> = {
  attachments: [
    ['attachments_uploader_fkey', 'uploaded_by_membership_id', 'memberships', 'SET NULL'],
    ['attachments_notice_fkey', 'notice_id', 'notices', 'CASCADE'],
    ['attachments_document_fkey', 'document_id', 'documents', 'CASCADE'],
  ],
  calendar_subscriptions: [
    ['calendar_subscriptions_owner_fkey', 'membership_id', 'memberships', 'CASCADE'],
    ['calendar_subscriptions_organization_fkey', 'organization_id', 'organizations', 'CASCADE'],
  ],
  document_openings: [
    ['document_openings_reader_fkey', 'membership_id', 'memberships', 'CASCADE'],
    ['document_openings_document_fkey', 'document_id', 'documents', 'CASCADE'],
  ],
  documents: [
    ['documents_organization_fkey', 'organization_id', 'organizations', 'CASCADE'],
    ['documents_author_fkey', 'created_by_membership_id', 'memberships', 'SET NULL'],
    ['documents_category_fkey', 'category_id', 'categories', 'SET NULL'],
  ],
  embedded_images: [
    ['embedded_images_uploader_fkey', 'uploaded_by_membership_id', 'memberships', 'SET NULL'],
  ],
  event_results: [
    ['event_results_organization_fkey', 'organization_id', 'organizations', 'CASCADE'],
    ['event_results_recorder_fkey', 'recorded_by_membership_id', 'memberships', 'SET NULL'],
    ['event_results_event_fkey', 'event_id', 'events', 'CASCADE'],
  ],
  event_series: [
    ['event_series_category_fkey', 'category_id', 'categories', 'SET NULL'],
    ['event_series_organization_fkey', 'organization_id', 'organizations', 'CASCADE'],
  ],
  events: [
    ['events_organization_fkey', 'organization_id', 'organizations', 'CASCADE'],
    ['events_category_fkey', 'category_id', 'categories', 'SET NULL'],
    ['events_series_fkey', 'series_id', 'event_series', 'CASCADE'],
  ],
  guardian_departures: [['guardian_departures_student_fkey', 'student_id', 'students', 'CASCADE']],
  guardians: [
    ['guardians_membership_fkey', 'membership_id', 'memberships', 'SET NULL'],
    ['guardians_student_fkey', 'student_id', 'students', 'CASCADE'],
  ],
  invitation_students: [
    ['invitation_students_student_fkey', 'student_id', 'students', 'CASCADE'],
    ['invitation_students_invitation_fkey', 'invitation_id', 'invitations', 'CASCADE'],
  ],
  list_guardians: [
    ['list_guardians_membership_fkey', 'guardian_membership_id', 'memberships', 'CASCADE'],
    ['list_guardians_student_fkey', 'linked_student_id', 'students', 'SET NULL'],
    ['list_guardians_list_fkey', 'list_id', 'lists', 'CASCADE'],
  ],
  list_students: [
    ['list_students_list_fkey', 'list_id', 'lists', 'CASCADE'],
    ['list_students_student_fkey', 'student_id', 'students', 'CASCADE'],
  ],
  lists: [['lists_owner_fkey', 'owner_membership_id', 'memberships', 'CASCADE']],
  mail_choices: [['mail_choices_member_fkey', 'membership_id', 'memberships', 'CASCADE']],
  mail_deliveries: [['mail_deliveries_notification_fkey', 'notification_id', 'notifications', 'CASCADE']],
  menu_image_runs: [['menu_image_runs_entry_fkey', 'menu_entry_id', 'menu_entries', 'CASCADE']],
  menu_subscriptions: [['menu_subscriptions_owner_fkey', 'membership_id', 'memberships', 'CASCADE']],
  notes: [
    ['notes_author_fkey', 'author_membership_id', 'memberships', 'CASCADE'],
    ['notes_student_fkey', 'student_id', 'students', 'CASCADE'],
  ],
  notice_readings: [
    ['notice_readings_notice_fkey', 'notice_id', 'notices', 'CASCADE'],
    ['notice_readings_reader_fkey', 'membership_id', 'memberships', 'CASCADE'],
  ],
  notices: [
    ['notices_organization_fkey', 'organization_id', 'organizations', 'CASCADE'],
    ['notices_author_fkey', 'created_by_membership_id', 'memberships', 'SET NULL'],
    ['notices_category_fkey', 'category_id', 'categories', 'SET NULL'],
  ],
  notifications: [['notifications_reader_fkey', 'membership_id', 'memberships', 'CASCADE']],
  organization_grants: [
    ['organization_grants_organization_fkey', 'organization_id', 'organizations', 'CASCADE'],
    ['organization_grants_membership_fkey', 'membership_id', 'memberships', 'CASCADE'],
  ],
  organization_leaders: [
    ['organization_leaders_membership_fkey', 'membership_id', 'memberships', 'CASCADE'],
    ['organization_leaders_organization_fkey', 'organization_id', 'organizations', 'CASCADE'],
    ['organization_leaders_staff_fkey', 'staff_member_id', 'staff_members', 'CASCADE'],
    ['organization_leaders_student_fkey', 'student_id', 'students', 'CASCADE'],
  ],
  organization_parents: [
    ['organization_parents_organization_fkey', 'organization_id', 'organizations', 'CASCADE'],
    ['organization_parents_membership_fkey', 'membership_id', 'memberships', 'CASCADE'],
  ],
  organization_photos: [
    ['organization_photos_uploader_fkey', 'uploaded_by_membership_id', 'memberships', 'SET NULL'],
    ['organization_photos_organization_fkey', 'organization_id', 'organizations', 'CASCADE'],
  ],
  organization_students: [
    ['organization_students_organization_fkey', 'organization_id', 'organizations', 'CASCADE'],
    ['organization_students_student_fkey', 'student_id', 'students', 'CASCADE'],
  ],
  parent_photos: [['parent_photos_membership_fkey', 'membership_id', 'memberships', 'CASCADE']],
  permission_slip_response_students: [
    [
      'permission_slip_response_students_response_fkey',
      'response_id',
      'permission_slip_responses',
      'CASCADE',
    ],
    ['permission_slip_response_students_slip_fkey', 'slip_id', 'permission_slips', 'CASCADE'],
    ['permission_slip_response_students_student_fkey', 'student_id', 'students', 'CASCADE'],
  ],
  permission_slip_responses: [
    ['permission_slip_responses_slip_fkey', 'slip_id', 'permission_slips', 'CASCADE'],
    ['permission_slip_responses_signer_fkey', 'signed_by_membership_id', 'memberships', 'SET NULL'],
  ],
  permission_slip_versions: [
    ['permission_slip_versions_slip_fkey', 'slip_id', 'permission_slips', 'CASCADE'],
  ],
  permission_slips: [
    ['permission_slips_event_fkey', 'event_id', 'events', 'SET NULL'],
    ['permission_slips_organization_fkey', 'organization_id', 'organizations', 'CASCADE'],
  ],
  poll_answers: [
    ['poll_answers_response_fkey', 'response_id', 'poll_responses', 'CASCADE'],
    ['poll_answers_question_fkey', 'question_id', 'poll_questions', 'CASCADE'],
    ['poll_answers_choice_fkey', 'choice_id', 'poll_choices', 'CASCADE'],
  ],
  poll_choices: [['poll_choices_question_fkey', 'question_id', 'poll_questions', 'CASCADE']],
  poll_questions: [['poll_questions_poll_fkey', 'poll_id', 'polls', 'CASCADE']],
  poll_responses: [['poll_responses_poll_fkey', 'poll_id', 'polls', 'CASCADE']],
  polls: [['polls_organization_fkey', 'organization_id', 'organizations', 'CASCADE']],
  question_choices: [['question_choices_question_fkey', 'question_id', 'questions', 'CASCADE']],
  questions: [
    ['questions_signup_fkey', 'signup_id', 'signups', 'CASCADE'],
    ['questions_slip_fkey', 'permission_slip_id', 'permission_slips', 'CASCADE'],
  ],
  signup_claims: [
    ['signup_claims_student_fkey', 'student_id', 'students', 'SET NULL'],
    ['signup_claims_author_fkey', 'membership_id', 'memberships', 'CASCADE'],
    ['signup_claims_signup_fkey', 'signup_id', 'signups', 'CASCADE'],
    ['signup_claims_item_fkey', 'item_id', 'signup_items', 'CASCADE'],
  ],
  signup_items: [['signup_items_signup_fkey', 'signup_id', 'signups', 'CASCADE']],
  signups: [
    ['signups_organization_fkey', 'organization_id', 'organizations', 'CASCADE'],
    ['signups_event_fkey', 'event_id', 'events', 'SET NULL'],
  ],
  stars: [
    ['stars_membership_fkey', 'membership_id', 'memberships', 'CASCADE'],
    ['stars_student_fkey', 'student_id', 'students', 'CASCADE'],
  ],
  student_photos: [['student_photos_student_fkey', 'student_id', 'students', 'CASCADE']],
  visibility_changes: [
    ['visibility_changes_guardian_fkey', 'guardian_id', 'guardians', 'CASCADE'],
    ['visibility_changes_student_fkey', 'student_id', 'students', 'CASCADE'],
  ],
  withdrawn_guardians: [['withdrawn_guardians_student_fkey', 'student_id', 'students', 'CASCADE']],
};

/** Tables with an index on the school alone, which the primary key does as well. */
const INDEXED_BY_SCHOOL = [
  'calendar_subscriptions',
  'document_openings',
  'event_results',
  'event_series',
  'guardian_departures',
  'guardians',
  'invitation_students',
  'invitations',
  'list_guardians',
  'list_students',
  'lists',
  'mail_choices',
  'mail_deliveries',
  'memberships',
  'menu_image_runs',
  'menu_subscriptions',
  'notes',
  'notice_readings',
  'organization_grants',
  'organization_leaders',
  'organization_parents',
  'organization_photos',
  'organization_students',
  'parent_photos',
  'permission_slip_response_students',
  'permission_slip_responses',
  'permission_slip_versions',
  'poll_answers',
  'poll_choices',
  'poll_questions',
  'poll_responses',
  'question_choices',
  'questions',
  'signup_claims',
  'signup_items',
  'stars',
  'student_photos',
];

/** Indexes that another one does the work of, as they were. */
const REPLACED: Record<string, string> = {
  notifications_target_idx:
    'INDEX "notifications_target_idx" ON "notifications" ("school_id", "target_type", "target_id")',
  permission_slip_response_students_current_key:
    'UNIQUE INDEX "permission_slip_response_students_current_key" ON "permission_slip_response_students" ("slip_id", "student_id", "place") WHERE is_current',
  permission_slip_responses_revision_key:
    'UNIQUE INDEX "permission_slip_responses_revision_key" ON "permission_slip_responses" ("chain_id", "revision")',
  signup_claims_student_key: `UNIQUE INDEX "signup_claims_student_key" ON "signup_claims" ("item_id", "membership_id", "student_id") WHERE student_id is not null and status <> 'withdrawn'`,
  signup_claims_person_key: `UNIQUE INDEX "signup_claims_person_key" ON "signup_claims" ("item_id", "membership_id") WHERE student_id is null and status <> 'withdrawn'`,
};

/** Does it once, however often the migration is begun: each statement is a transaction of its own. */
const once = (table: string, constraint: string, alter: string, column = 'school_id'): string => `
  DO $$ BEGIN
    IF NOT EXISTS (
      SELECT FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
      WHERE k.conrelid = '"${table}"'::regclass AND k.conname = '${constraint}' AND a.attname = '${column}')
    THEN ALTER TABLE "${table}" ${alter}; END IF;
  END $$`;

const all = <Value>(tables: Record<string, Record<string, Value>>): [string, string, Value][] =>
  Object.entries(tables).flatMap(([table, ofTable]) =>
    Object.entries(ofTable).map(([name, value]): [string, string, Value] => [table, name, value]),
  );
const references = (): [string, string, string, string, string][] =>
  Object.entries(REFERENCES).flatMap(([table, ofTable]) =>
    ofTable.map(([name, column, parent, gone]): [string, string, string, string, string] => [
      table,
      name,
      column,
      parent,
      gone,
    ]),
  );

/**
 * A row refers to rows of its own school alone, and every key begins with the school. Each statement is short and a
 * transaction of its own, so that no two tables are locked at once for longer than that.
 */
export class SchoolKeys1796400100000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, name, column, parent, gone] of references()) {
      const action = gone === 'SET NULL' ? `SET NULL ("${column}")` : gone;
      const key = `FOREIGN KEY ("school_id", "${column}") REFERENCES "${parent}" ("school_id", "id") ON DELETE ${action}`;
      const change = `DROP CONSTRAINT IF EXISTS "${name}", ADD CONSTRAINT "${name}" ${key} NOT VALID`;
      await queryRunner.query(once(table, name, change));
      await queryRunner.query(`ALTER TABLE "${table}" VALIDATE CONSTRAINT "${name}"`);
    }
    for (const table of Object.keys(KEYS)) {
      const key = `"${table}_pkey"`;
      const change = `DROP CONSTRAINT ${key}, ADD CONSTRAINT ${key} PRIMARY KEY USING INDEX "${table}_school_key"`;
      await queryRunner.query(once(table, `${table}_pkey`, change));
    }
    for (const [table, name] of all(UNIQUE_KEYS)) {
      const change = `DROP CONSTRAINT "${name}", ADD CONSTRAINT "${name}" UNIQUE USING INDEX "${name}_next"`;
      await queryRunner.query(once(table, name, change));
    }
    for (const [table, name, [column]] of [...all(NEW_KEYS), ...all(RETIRING_KEYS)])
      await queryRunner.query(
        once(table, name, `ADD CONSTRAINT "${name}" UNIQUE USING INDEX "${name}"`, column),
      );
    await this.dropReplaced(queryRunner);
  }

  private async dropReplaced(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `SELECT set_config('migration.lock_timeout', current_setting('lock_timeout'), false)`,
    );
    await queryRunner.query(`SET lock_timeout = 0`);
    for (const name of [...INDEXED_BY_SCHOOL.map((table) => `${table}_school_idx`), ...Object.keys(REPLACED)])
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS "public"."${name}"`);
    await queryRunner.query(
      `SELECT set_config('lock_timeout', current_setting('migration.lock_timeout', true), false)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, name] of references())
      await queryRunner.query(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
    // What leads to an id leads to the primary key again, and not to an index beside it.
    for (const table of Object.keys(KEYS)) await queryRunner.query(`DROP INDEX IF EXISTS "${table}_id_key"`);
    for (const [table, columns] of Object.entries(KEYS))
      await queryRunner.query(
        `ALTER TABLE "${table}" DROP CONSTRAINT "${table}_pkey",
           ADD CONSTRAINT "${table}_pkey" PRIMARY KEY (${quoted(columns)})`,
      );
    for (const [table, name, columns] of all(UNIQUE_KEYS))
      await queryRunner.query(
        `ALTER TABLE "${table}" DROP CONSTRAINT "${name}", ADD CONSTRAINT "${name}" UNIQUE (${quoted(columns)})`,
      );
    for (const [table, name] of [...all(NEW_KEYS), ...all(RETIRING_KEYS)])
      await queryRunner.query(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
    for (const [table, name, column, parent, gone] of references())
      await queryRunner.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" FOREIGN KEY ("${column}") REFERENCES "${parent}" ("id") ON DELETE ${gone}`,
      );
    for (const table of INDEXED_BY_SCHOOL)
      await queryRunner.query(`CREATE INDEX "${table}_school_idx" ON "${table}" ("school_id")`);
    for (const index of Object.values(REPLACED)) await queryRunner.query(`CREATE ${index}`);
    for (const [name, ...of] of indexes()) {
      await queryRunner.query(`DROP INDEX IF EXISTS "${name}"`);
      await queryRunner.query(createIndex('UNIQUE INDEX', name, ...of));
    }
  }
}
