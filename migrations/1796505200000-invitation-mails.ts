import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails to people who have no account yet; the table holds a week of mails at most. */
export class InvitationMails1796505200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "account_mails" ALTER COLUMN "user_id" DROP NOT NULL`);
    await queryRunner.query(`ALTER TABLE "account_mails" ADD "email" text`);
    await queryRunner.query(
      `ALTER TABLE "account_mails" ADD CONSTRAINT "account_mails_email_key" UNIQUE ("email", "kind", "subject")`,
    );
    await queryRunner.query(`ALTER TABLE "account_mails" DROP CONSTRAINT "account_mails_kind_check"`);
    await queryRunner.query(
      `ALTER TABLE "account_mails" ADD CONSTRAINT "account_mails_kind_check" CHECK (kind in ('guessing', 'operator_session', 'invitation'))`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM "account_mails" WHERE "kind" = 'invitation'`);
    await queryRunner.query(`ALTER TABLE "account_mails" DROP CONSTRAINT "account_mails_kind_check"`);
    await queryRunner.query(
      `ALTER TABLE "account_mails" ADD CONSTRAINT "account_mails_kind_check" CHECK (kind in ('guessing', 'operator_session'))`,
    );
    await queryRunner.query(`ALTER TABLE "account_mails" DROP CONSTRAINT "account_mails_email_key"`);
    await queryRunner.query(`ALTER TABLE "account_mails" DROP COLUMN "email"`);
    await queryRunner.query(`ALTER TABLE "account_mails" ALTER COLUMN "user_id" SET NOT NULL`);
  }
}
