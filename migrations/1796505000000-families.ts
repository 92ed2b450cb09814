import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Families change: what a link stands on, when a membership without students ends, and what a school has decided of it. */
export class Families1796505000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "guardians" ADD "shared_membership_id" uuid, ADD "disowned" boolean NOT NULL DEFAULT false`,
    );
    await queryRunner.query(
      `ALTER TABLE "guardian_departures" ADD "for_good" boolean NOT NULL DEFAULT false`,
    );
    await queryRunner.query(
      `ALTER TABLE "memberships" ADD "students_gone_at" TIMESTAMP WITH TIME ZONE, ADD "ended_without_students" boolean NOT NULL DEFAULT false`,
    );
    await queryRunner.query(
      `ALTER TABLE "schools" ADD "grace_days" integer NOT NULL DEFAULT 60, ADD "guardians_may_register" boolean NOT NULL DEFAULT true`,
    );
    await queryRunner.query(`ALTER TABLE "invitations" ADD "sent_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(
      `ALTER TABLE "guardians" ADD CONSTRAINT "guardians_shared_membership_fkey" FOREIGN KEY ("school_id", "shared_membership_id")
        REFERENCES "memberships"("school_id", "id") ON DELETE SET NULL ("shared_membership_id") ON UPDATE NO ACTION NOT VALID`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "guardians" DROP CONSTRAINT "guardians_shared_membership_fkey"`);
    await queryRunner.query(`ALTER TABLE "invitations" DROP COLUMN "sent_at"`);
    await queryRunner.query(
      `ALTER TABLE "schools" DROP COLUMN "guardians_may_register", DROP COLUMN "grace_days"`,
    );
    await queryRunner.query(
      `ALTER TABLE "memberships" DROP COLUMN "ended_without_students", DROP COLUMN "students_gone_at"`,
    );
    await queryRunner.query(`ALTER TABLE "guardian_departures" DROP COLUMN "for_good"`);
    await queryRunner.query(
      `ALTER TABLE "guardians" DROP COLUMN "disowned", DROP COLUMN "shared_membership_id"`,
    );
  }
}
