import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A subject of the outside provider is one account. Where one was bound to several, since its token had come with several
 * addresses, the first one keeps it.
 */
export class OneAccountASubject1796720100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `update users u set outside_subject_id = null where exists (select from users first
         where first.outside_subject_id = u.outside_subject_id and (first.created_at, first.id) < (u.created_at, u.id))`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "users_outside_subject_key" ON "users" ("outside_subject_id") WHERE outside_subject_id is not null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "users_outside_subject_key"`);
  }
}
