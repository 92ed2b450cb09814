import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Issuer and subject decide whose an account is: of two who come at once with one subject the second finds the first. */
export class SubjectKey1796720200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE UNIQUE INDEX "users_outside_subject_key" ON "users" ("outside_subject_id") WHERE outside_subject_id is not null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "users_outside_subject_key"`);
  }
}
