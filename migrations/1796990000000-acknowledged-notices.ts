import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A notice may ask to be acknowledged: a record holds who has acknowledged which text of it. */
export class AcknowledgedNotices1796990000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "notices" ADD "acknowledge_version" text`);
    await queryRunner.query(`ALTER TABLE "notices" ADD "last_reminder_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(`CREATE TABLE "notice_acknowledgements" (
      "membership_id" uuid NOT NULL, "notice_id" uuid NOT NULL, "version" text NOT NULL, "school_id" uuid NOT NULL,
      "acknowledged_at" TIMESTAMP WITH TIME ZONE NOT NULL,
      CONSTRAINT "notice_acknowledgements_pkey" PRIMARY KEY ("school_id", "membership_id", "notice_id", "version"))`);
    await queryRunner.query(
      `CREATE INDEX "notice_acknowledgements_notice_idx" ON "notice_acknowledgements" ("notice_id")`,
    );
    await queryRunner.query(`ALTER TABLE "notice_acknowledgements"
      ADD CONSTRAINT "notice_acknowledgements_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE,
      ADD CONSTRAINT "notice_acknowledgements_member_fkey" FOREIGN KEY ("school_id", "membership_id")
        REFERENCES "memberships"("school_id", "id") ON DELETE CASCADE,
      ADD CONSTRAINT "notice_acknowledgements_notice_fkey" FOREIGN KEY ("school_id", "notice_id")
        REFERENCES "notices"("school_id", "id") ON DELETE CASCADE`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "notice_acknowledgements"`);
    await queryRunner.query(`ALTER TABLE "notices" DROP COLUMN "last_reminder_at"`);
    await queryRunner.query(`ALTER TABLE "notices" DROP COLUMN "acknowledge_version"`);
  }
}
