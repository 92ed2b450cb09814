import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An account may be for some schools alone: those of the demo, whose passwords are no secret. */
export class AccountsOfTheDemo1796600200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "users" ADD "only_schools" uuid array`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "users" DROP COLUMN "only_schools"`);
  }
}
