import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SlipEvents1796100000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "permission_slip_responses" ADD "event" jsonb`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "permission_slip_responses" DROP COLUMN "event"`);
  }
}
