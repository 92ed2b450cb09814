import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What finds the sheets of a guardian who is removed; built, and the key checked, beside those who write. */
export class PaperSignersIndex1796996100000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `SELECT set_config('migration.lock_timeout', current_setting('lock_timeout'), false)`,
    );
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(
      `DROP INDEX CONCURRENTLY IF EXISTS "public"."permission_slip_responses_guardian_idx"`,
    );
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY "permission_slip_responses_guardian_idx" ON "permission_slip_responses" ("signed_by_guardian_id")`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" VALIDATE CONSTRAINT "permission_slip_responses_guardian_fkey"`,
    );
    await queryRunner.query(
      `SELECT set_config('lock_timeout', current_setting('migration.lock_timeout', true), false)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX IF EXISTS "public"."permission_slip_responses_guardian_idx"`);
  }
}
