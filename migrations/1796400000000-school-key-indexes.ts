import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Table, and what a row of it is known by within its school. */
export const KEYS: Record<string, string[]> = {
  attachments: ['id'],
  calendar_subscriptions: ['id'],
  categories: ['id'],
  document_openings: ['membership_id', 'document_id'],
  documents: ['id'],
  embedded_images: ['id'],
  event_results: ['event_id'],
  event_series: ['id'],
  events: ['id'],
  guardian_departures: ['student_id', 'source', 'source_id'],
  guardians: ['id'],
  invitation_students: ['invitation_id', 'student_id'],
  invitations: ['id'],
  list_guardians: ['id'],
  list_students: ['list_id', 'student_id'],
  lists: ['id'],
  mail_choices: ['membership_id'],
  mail_deliveries: ['id'],
  memberships: ['id'],
  menu_entries: ['id'],
  menu_image_runs: ['menu_entry_id'],
  menu_subscriptions: ['id'],
  notes: ['author_membership_id', 'student_id'],
  notice_readings: ['membership_id', 'notice_id'],
  notices: ['id'],
  notifications: ['id'],
  organization_grants: ['id'],
  organization_leaders: ['id'],
  organization_parents: ['organization_id', 'membership_id'],
  organization_photos: ['id'],
  organization_students: ['organization_id', 'student_id'],
  organizations: ['id'],
  parent_photos: ['membership_id'],
  permission_slip_response_students: ['response_id', 'student_id'],
  permission_slip_responses: ['id'],
  permission_slip_versions: ['slip_id', 'sha256'],
  permission_slips: ['id'],
  poll_answers: ['response_id', 'question_id'],
  poll_choices: ['id'],
  poll_questions: ['id'],
  poll_responses: ['id'],
  polls: ['id'],
  question_choices: ['id'],
  questions: ['id'],
  signup_claims: ['id'],
  signup_items: ['id'],
  signups: ['id'],
  staff_members: ['id'],
  stars: ['membership_id', 'student_id'],
  student_photos: ['student_id'],
  students: ['id'],
  visibility_changes: ['id'],
  withdrawn_guardians: ['student_id', 'source', 'source_id'],
};

/** Unique keys of a table that the school now belongs to as well: name, and the other columns. */
export const UNIQUE_KEYS: Record<string, Record<string, string[]>> = {
  events: { events_occurrence_key: ['series_id', 'original_start'] },
  guardians: { guardians_student_source_key: ['student_id', 'source', 'source_id'] },
  mail_deliveries: { mail_deliveries_notification_key: ['notification_id'] },
  notifications: { notifications_once_key: ['target_type', 'target_id', 'kind', 'membership_id'] },
  poll_choices: { poll_choices_place_key: ['question_id', 'position'] },
  poll_questions: { poll_questions_place_key: ['poll_id', 'position'] },
  poll_responses: { poll_responses_once_key: ['poll_id', 'user_id'] },
  question_choices: { question_choices_place_key: ['question_id', 'position'] },
  questions: {
    questions_signup_place_key: ['signup_id', 'position'],
    questions_slip_place_key: ['permission_slip_id', 'position'],
  },
  signup_items: { signup_items_title_key: ['signup_id', 'title'] },
};

/** Keys that are new, with the school. */
export const NEW_KEYS: Record<string, Record<string, string[]>> = {
  guardians: { guardians_membership_key: ['student_id', 'membership_id'] },
  list_guardians: { list_guardians_membership_key: ['list_id', 'guardian_membership_id'] },
  organization_grants: { organization_grants_membership_key: ['membership_id', 'organization_id'] },
};

/** Primary keys as they were, which the version before names in ON CONFLICT. */
export const RETIRING_KEYS: Record<string, Record<string, string[]>> = {
  event_results: { event_results_event_key: ['event_id'] },
  guardian_departures: { guardian_departures_source_key: ['student_id', 'source', 'source_id'] },
  mail_choices: { mail_choices_member_key: ['membership_id'] },
  menu_image_runs: { menu_image_runs_entry_key: ['menu_entry_id'] },
  notes: { notes_author_key: ['author_membership_id', 'student_id'] },
  organization_parents: { organization_parents_member_key: ['organization_id', 'membership_id'] },
  organization_students: { organization_students_student_key: ['organization_id', 'student_id'] },
  parent_photos: { parent_photos_member_key: ['membership_id'] },
  student_photos: { student_photos_student_key: ['student_id'] },
  withdrawn_guardians: { withdrawn_guardians_source_key: ['student_id', 'source', 'source_id'] },
};

/** Unique among some of the rows: name, table, columns beside the school, and which rows. */
const PARTIAL_KEYS: [string, string, string[], string][] = [
  [
    'permission_slip_response_students_one_current_key',
    'permission_slip_response_students',
    ['slip_id', 'student_id', 'place'],
    'WHERE is_current',
  ],
  ['permission_slip_responses_one_revision_key', 'permission_slip_responses', ['chain_id', 'revision'], ''],
  [
    'signup_claims_one_student_key',
    'signup_claims',
    ['item_id', 'membership_id', 'student_id'],
    "WHERE student_id is not null and status <> 'withdrawn'",
  ],
  [
    'signup_claims_one_person_key',
    'signup_claims',
    ['item_id', 'membership_id'],
    "WHERE student_id is null and status <> 'withdrawn'",
  ],
];

export const quoted = (columns: string[]): string => columns.map((column) => `"${column}"`).join(', ');

/** Every index, as name, table, columns and condition. */
export function indexes(): [string, string, string[], string][] {
  const all: [string, string, string[], string][] = [];
  const add = (keys: Record<string, Record<string, string[]>>, suffix: string, school: string[]): void => {
    for (const [table, ofTable] of Object.entries(keys))
      for (const [name, columns] of Object.entries(ofTable))
        all.push([`${name}${suffix}`, table, [...school, ...columns], '']);
  };
  for (const [table, columns] of Object.entries(KEYS)) {
    all.push([`${table}_school_key`, table, ['school_id', ...columns], '']);
    if (columns.includes('id')) all.push([`${table}_id_key`, table, ['id'], '']);
  }
  add(UNIQUE_KEYS, '_next', ['school_id']);
  add(NEW_KEYS, '', ['school_id']);
  add(RETIRING_KEYS, '', []);
  for (const [name, table, columns, where] of PARTIAL_KEYS)
    all.push([name, table, ['school_id', ...columns], where]);
  return all;
}

export const createIndex = (
  kind: string,
  name: string,
  table: string,
  columns: string[],
  where: string,
): string => `CREATE ${kind} "${name}" ON "${table}" (${quoted(columns)}) ${where}`;

/**
 * The indexes of keys that begin with the school, built beside those who write. The next migration makes them the keys. It
 * waits for a lock no longer than before.
 */
export class SchoolKeyIndexes1796400000000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `SELECT set_config('migration.lock_timeout', current_setting('lock_timeout'), false)`,
    );
    await queryRunner.query(`SET lock_timeout = 0`);
    for (const [name, table, columns, where] of indexes()) {
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS "public"."${name}"`);
      await queryRunner.query(createIndex('UNIQUE INDEX CONCURRENTLY', name, table, columns, where));
    }
    await queryRunner.query(
      `SELECT set_config('lock_timeout', current_setting('migration.lock_timeout', true), false)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [name] of indexes()) await queryRunner.query(`DROP INDEX IF EXISTS "public"."${name}"`);
  }
}
