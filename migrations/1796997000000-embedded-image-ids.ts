import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns with rich text, as they were then. */
const TEXTS = [
  ['documents', 'description'],
  ['school_details', 'description'],
  ['notices', 'body'],
  ['polls', 'description'],
  ['signups', 'description'],
  ['permission_slips', 'body'],
  ['events', 'description'],
  ['event_series', 'description'],
  ['organizations', 'description'],
] as const;

/** Which texts embed an image is looked up; until now each was searched. The indexes are built beside those who write. */
export class EmbeddedImageIds1796997000000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `SELECT set_config('migration.lock_timeout', current_setting('lock_timeout'), false)`,
    );
    await queryRunner.query(`SET lock_timeout = 0`);
    await queryRunner.query(
      `CREATE OR REPLACE FUNCTION "embedded_image_ids"("html" text) RETURNS text[]
         LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
         RETURN ARRAY(SELECT found[1] FROM regexp_matches("html", '<img src="image:([0-9a-f-]{36})"', 'g') found)`,
    );
    for (const [table, column] of TEXTS) {
      await queryRunner.query(`DROP INDEX CONCURRENTLY IF EXISTS "public"."${table}_embedded_images_idx"`);
      await queryRunner.query(
        `CREATE INDEX CONCURRENTLY "${table}_embedded_images_idx" ON "${table}"
           USING gin ("embedded_image_ids"("${column}")) WITH (fastupdate = off)`,
      );
    }
    await queryRunner.query(
      `SELECT set_config('lock_timeout', current_setting('migration.lock_timeout', true), false)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table] of TEXTS)
      await queryRunner.query(`DROP INDEX IF EXISTS "public"."${table}_embedded_images_idx"`);
    await queryRunner.query(`DROP FUNCTION IF EXISTS "embedded_image_ids"(text)`);
  }
}
