import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  guardians_shared_membership_idx: `"guardians" ("school_id", "shared_membership_id")`,
  memberships_students_gone_idx: `"memberships" ("students_gone_at") WHERE students_gone_at is not null and deactivated_at is null`,
};

/** What finds whoever shares a mailbox and whose membership ends; built beside those who write. */
export class FamilyIndexes1796505100000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `SELECT set_config('migration.lock_timeout', current_setting('lock_timeout'), false)`,
    );
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(`ALTER TABLE "guardians" VALIDATE CONSTRAINT "guardians_shared_membership_fkey"`);
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
