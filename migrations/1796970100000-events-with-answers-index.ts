import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What finds the events that ask who comes, among all events of a school; built beside those who write. */
export class EventsWithAnswersIndex1796970100000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `SELECT set_config('migration.lock_timeout', current_setting('lock_timeout'), false)`,
    );
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS "public"."events_rsvp_idx"`);
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY "events_rsvp_idx" ON "events" ("school_id", "start_date") WHERE rsvp_by is not null`,
    );
    await queryRunner.query(
      `SELECT set_config('lock_timeout', current_setting('migration.lock_timeout', true), false)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX IF EXISTS "public"."events_rsvp_idx"`);
  }
}
