import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Reminders1795284000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "polls" ADD "reminded_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(`ALTER TABLE "permission_slips" ADD "reminded_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(
      `CREATE INDEX "polls_to_remind_idx" ON "polls"  ("closes_at") WHERE reminded_at is null`,
    );
    await queryRunner.query(
      `CREATE INDEX "permission_slips_to_remind_idx" ON "permission_slips"  ("closes_at") WHERE reminded_at is null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."permission_slips_to_remind_idx"`);
    await queryRunner.query(`DROP INDEX "public"."polls_to_remind_idx"`);
    await queryRunner.query(`ALTER TABLE "permission_slips" DROP COLUMN "reminded_at"`);
    await queryRunner.query(`ALTER TABLE "polls" DROP COLUMN "reminded_at"`);
  }
}
