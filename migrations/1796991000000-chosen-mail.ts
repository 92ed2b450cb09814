import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People choose which mail comes when, addresses that refuse mail get none, and notices may be urgent. */
export class ChosenMail1796991000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "notices" ADD "urgent" boolean NOT NULL DEFAULT false`);
    await queryRunner.query(`ALTER TABLE "notices" ADD "reply_to_author" boolean NOT NULL DEFAULT false`);
    await queryRunner.query(`ALTER TABLE "mail_choices" ADD "kinds" jsonb NOT NULL DEFAULT '{}'`);
    await queryRunner.query(`CREATE TABLE "quiet_hours" (
      "user_id" uuid NOT NULL, "begins" text NOT NULL, "ends" text NOT NULL,
      CONSTRAINT "quiet_hours_pkey" PRIMARY KEY ("user_id"))`);
    await queryRunner.query(`ALTER TABLE "quiet_hours"
      ADD CONSTRAINT "quiet_hours_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE`);
    await queryRunner.query(`CREATE TABLE "bounced_addresses" (
      "email" text NOT NULL, "bounces" integer NOT NULL, "bounced_at" TIMESTAMP WITH TIME ZONE NOT NULL,
      CONSTRAINT "bounced_addresses_pkey" PRIMARY KEY ("email"))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "bounced_addresses"`);
    await queryRunner.query(`DROP TABLE "quiet_hours"`);
    await queryRunner.query(`ALTER TABLE "mail_choices" DROP COLUMN "kinds"`);
    await queryRunner.query(`ALTER TABLE "notices" DROP COLUMN "reply_to_author"`);
    await queryRunner.query(`ALTER TABLE "notices" DROP COLUMN "urgent"`);
  }
}
