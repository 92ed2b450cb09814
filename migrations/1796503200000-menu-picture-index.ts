import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the entry of a picture; built beside those who write. */
export class MenuPictureIndex1796503200000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `SELECT set_config('migration.lock_timeout', current_setting('lock_timeout'), false)`,
    );
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS "public"."menu_entries_image_idx"`);
    await queryRunner.query(
      `CREATE INDEX CONCURRENTLY "menu_entries_image_idx" ON "menu_entries" ("image_name") WHERE image_name is not null`,
    );
    await queryRunner.query(
      `SELECT set_config('lock_timeout', current_setting('migration.lock_timeout', true), false)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX IF EXISTS "public"."menu_entries_image_idx"`);
  }
}
