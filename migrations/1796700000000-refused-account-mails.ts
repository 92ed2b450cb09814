import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a mail about an account was refused with, so that one that was given up is seen. */
export class RefusedAccountMails1796700000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "account_mails" ADD "last_error" text`);
    await queryRunner.query(
      `CREATE INDEX "account_mails_dead_idx" ON "account_mails" ("created_at") WHERE ended_at is not null and last_error is not null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "account_mails_dead_idx"`);
    await queryRunner.query(`ALTER TABLE "account_mails" DROP COLUMN "last_error"`);
  }
}
