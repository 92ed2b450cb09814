import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * On a table that everybody writes who signs in: so the index is built beside them. The next migration on the same
 * connection is to wait for a lock no longer than before.
 */
export class EndedSessions1795400000000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `SELECT set_config('migration.lock_timeout', current_setting('lock_timeout'), false)`,
    );
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS "public"."user_sessions_expiry_idx"`);
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY "user_sessions_expiry_idx" ON "user_sessions"  ("expires_at") `,
    );
    await queryRunner.query(
      `SELECT set_config('lock_timeout', current_setting('migration.lock_timeout', true), false)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."user_sessions_expiry_idx"`);
  }
}
