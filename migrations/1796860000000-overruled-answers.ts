import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tells an answer that another guardian has overruled for a child from one that ended with the child still in it. */
export class OverruledAnswers1796860000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "permission_slip_response_students" ADD "is_overruled" boolean NOT NULL DEFAULT false`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "permission_slip_response_students" DROP COLUMN "is_overruled"`);
  }
}
