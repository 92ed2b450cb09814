import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An application may be bounded to some schools, and its sessions with it. Whose secret was shown says so. */
export class BoundedApplications1796503100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "applications" ADD "only_schools" uuid array, ADD "secret_shown_at" TIMESTAMP WITH TIME ZONE`,
    );
    await queryRunner.query(`ALTER TABLE "user_sessions" ADD "only_schools" uuid array`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "user_sessions" DROP COLUMN "only_schools"`);
    await queryRunner.query(
      `ALTER TABLE "applications" DROP COLUMN "secret_shown_at", DROP COLUMN "only_schools"`,
    );
  }
}
