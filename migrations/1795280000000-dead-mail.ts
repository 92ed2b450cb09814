import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeadMail1795280000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX "mail_deliveries_dead_idx" ON "mail_deliveries"  ("created_at") WHERE state = 'dead'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."mail_deliveries_dead_idx"`);
  }
}
