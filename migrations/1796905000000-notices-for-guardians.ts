import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A notice may be mailed to guardians who have no account, and they may end such mails. */
export class NoticesForGuardians1796905000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "notices" ADD "reach" text NOT NULL DEFAULT 'members'`);
    await queryRunner.query(
      `ALTER TABLE "notices" ADD CONSTRAINT "notices_reach_check" CHECK (reach in ('members', 'guardians')) NOT VALID`,
    );
    await queryRunner.query(`ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_reach_check"`);
    await queryRunner.query(`ALTER TABLE "guardians" ADD "mail_token" text`);
    await queryRunner.query(`ALTER TABLE "guardians" ADD "mails_ended_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX "guardians_mail_token_key" ON "guardians" ("mail_token") WHERE mail_token is not null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "guardians_mail_token_key"`);
    await queryRunner.query(`ALTER TABLE "guardians" DROP COLUMN "mails_ended_at"`);
    await queryRunner.query(`ALTER TABLE "guardians" DROP COLUMN "mail_token"`);
    await queryRunner.query(`ALTER TABLE "notices" DROP CONSTRAINT "notices_reach_check"`);
    await queryRunner.query(`ALTER TABLE "notices" DROP COLUMN "reach"`);
  }
}
