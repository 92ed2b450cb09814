import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ErasedSigners1795288000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" ALTER COLUMN "account_email" DROP NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `UPDATE "permission_slip_responses" SET "account_email" = '' WHERE "account_email" IS NULL`,
    );
    await queryRunner.query(
      `ALTER TABLE "permission_slip_responses" ALTER COLUMN "account_email" SET NOT NULL`,
    );
  }
}
