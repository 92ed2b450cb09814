import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['polls', 'signups', 'permission_slips'];

/** Polls, sign-ups and slips are made by operations, too: they have drafts, and a deletion that can be undone. */
export class DraftsAndDeletions1796880000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await queryRunner.query(`ALTER TABLE "${table}" ADD "deleted_at" TIMESTAMP WITH TIME ZONE`);
      await queryRunner.query(`ALTER TABLE "${table}" ALTER COLUMN "opens_at" DROP NOT NULL`);
      await queryRunner.query(`ALTER TABLE "${table}" ALTER COLUMN "source_id" DROP NOT NULL`);
    }
    await queryRunner.query(`ALTER TABLE "polls" ADD "last_reminder_at" TIMESTAMP WITH TIME ZONE`);
  }

  /** The version before shows whatever has opened: a draft, or what was deleted, would open in the year 9999. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "polls" DROP COLUMN "last_reminder_at"`);
    for (const table of TABLES) {
      await queryRunner.query(
        `UPDATE "${table}" SET "opens_at" = '9999-01-01T00:00:00Z', "closes_at" = NULL
         WHERE "opens_at" IS NULL OR "deleted_at" IS NOT NULL`,
      );
      await queryRunner.query(`UPDATE "${table}" SET "source_id" = "id"::text WHERE "source_id" IS NULL`);
      await queryRunner.query(`ALTER TABLE "${table}" ALTER COLUMN "source_id" SET NOT NULL`);
      await queryRunner.query(`ALTER TABLE "${table}" ALTER COLUMN "opens_at" SET NOT NULL`);
      await queryRunner.query(`ALTER TABLE "${table}" DROP COLUMN "deleted_at"`);
    }
  }
}
