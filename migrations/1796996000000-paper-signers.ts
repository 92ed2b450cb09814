import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which guardian has signed on paper, by the names of the day on which it was recorded. */
export class PaperSigners1796996000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "permission_slip_responses" ADD "signed_by_guardian_id" uuid`);
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" ADD CONSTRAINT "permission_slip_responses_guardian_fkey"
         FOREIGN KEY ("school_id", "signed_by_guardian_id") REFERENCES "guardians" ("school_id", "id")
         ON DELETE SET NULL ("signed_by_guardian_id") NOT VALID`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "permission_slip_responses" DROP COLUMN "signed_by_guardian_id"`);
  }
}
