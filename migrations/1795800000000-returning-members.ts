import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReturningMembers1795800000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "member_departures" ("user_id" uuid NOT NULL, "school_id" uuid NOT NULL, "profile_visibility" text NOT NULL, "unsubscribed_at" TIMESTAMP WITH TIME ZONE, "mail_token" text, "revoked_organization_ids" uuid array NOT NULL DEFAULT '{}', "left_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "member_departures_pkey" PRIMARY KEY ("user_id", "school_id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "member_departures_school_idx" ON "member_departures"  ("school_id") `,
    );
    await queryRunner.query(
      `ALTER TABLE "member_departures" ADD CONSTRAINT "member_departures_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "member_departures" ADD CONSTRAINT "member_departures_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "member_departures"`);
  }
}
