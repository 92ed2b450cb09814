import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds refresh tokens that have outlived their period, of sessions that live; built beside those who write. */
export class ExpiredTokens1796502100000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `SELECT set_config('migration.lock_timeout', current_setting('lock_timeout'), false)`,
    );
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS "public"."refresh_tokens_expiry_idx"`);
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY "refresh_tokens_expiry_idx" ON "refresh_tokens" ("expires_at")`,
    );
    await queryRunner.query(
      `SELECT set_config('lock_timeout', current_setting('migration.lock_timeout', true), false)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX IF EXISTS "public"."refresh_tokens_expiry_idx"`);
  }
}
