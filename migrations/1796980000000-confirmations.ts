import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rounds in which a school asks whether what it has on file is still right, and the words of its members that it is. */
export class Confirmations1796980000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "confirmation_rounds" ("id" uuid NOT NULL DEFAULT gen_random_uuid(),
         "school_id" uuid NOT NULL,
         "title" text NOT NULL,
         "message" text,
         "opened_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         "due_on" date,
         "closed_at" TIMESTAMP WITH TIME ZONE,
         "last_reminder_at" TIMESTAMP WITH TIME ZONE,
         CONSTRAINT "confirmation_rounds_pkey" PRIMARY KEY ("school_id", "id"))`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "confirmation_rounds_id_key" ON "confirmation_rounds" ("id")`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "confirmation_rounds_open_key" ON "confirmation_rounds" ("school_id") WHERE closed_at is null`,
    );
    await queryRunner.query(
      `CREATE TABLE "confirmations" ("school_id" uuid NOT NULL,
         "round_id" uuid NOT NULL,
         "membership_id" uuid NOT NULL,
         "confirmed_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         CONSTRAINT "confirmations_pkey" PRIMARY KEY ("school_id", "round_id", "membership_id"))`,
    );
    await queryRunner.query(`CREATE INDEX "confirmations_member_idx" ON "confirmations" ("membership_id")`);
    await queryRunner.query(
      `ALTER TABLE "confirmation_rounds" ADD CONSTRAINT "confirmation_rounds_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_round_fkey" FOREIGN KEY ("school_id", "round_id") REFERENCES "confirmation_rounds"("school_id","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_member_fkey" FOREIGN KEY ("school_id", "membership_id") REFERENCES "memberships"("school_id","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "confirmations"`);
    await queryRunner.query(`DROP TABLE "confirmation_rounds"`);
  }
}
