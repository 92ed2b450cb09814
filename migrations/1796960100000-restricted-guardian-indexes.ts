import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  guardians_restricted_idx: `"guardians" ("school_id", "student_id") WHERE restricted_at is not null`,
  guardians_address_idx: `"guardians" ("school_id", "email")`,
  guardians_adult_idx: `"guardians" ("school_id", "source_id")`,
};

/** What finds restricted guardians, and all records of a person; built beside those who write. */
export class RestrictedGuardianIndexes1796960100000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `SELECT set_config('migration.lock_timeout', current_setting('lock_timeout'), false)`,
    );
    await queryRunner.query(`SET lock_timeout = 0`);
    for (const [name, on] of Object.entries(INDEXES)) {
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS "public"."${name}"`);
      await queryRunner.query(`CREATE INDEX CONCURRENTLY "${name}" ON ${on}`);
    }
    await queryRunner.query(
      `SELECT set_config('lock_timeout', current_setting('migration.lock_timeout', true), false)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES))
      await queryRunner.query(`DROP INDEX IF EXISTS "public"."${name}"`);
  }
}
