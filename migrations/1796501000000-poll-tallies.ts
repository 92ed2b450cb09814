import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Of anonymous polls only counts are kept from now on. What is there already is added up by the service of this release, which
 * alone can seal the last of them: in its first minute, and whenever the release before it writes another one meanwhile.
 */
export class PollTallies1796501000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "poll_responses" ALTER COLUMN "submitted_at" DROP NOT NULL`);
    await queryRunner.query(`ALTER TABLE "poll_choices" ADD "times" integer NOT NULL DEFAULT 0`);
    await queryRunner.query(
      `CREATE TABLE "poll_tallies" ("school_id" uuid NOT NULL, "poll_id" uuid NOT NULL, "counted" integer NOT NULL DEFAULT 0,
        "waiting" text, CONSTRAINT "poll_tallies_pkey" PRIMARY KEY ("school_id", "poll_id"))`,
    );
    await queryRunner.query(
      `ALTER TABLE "poll_tallies" ADD CONSTRAINT "poll_tallies_school_fkey"
        FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "poll_tallies" ADD CONSTRAINT "poll_tallies_poll_fkey"
        FOREIGN KEY ("school_id", "poll_id") REFERENCES "polls"("school_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  /** The counts are lost: nothing can be told apart again. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "poll_tallies"`);
    await queryRunner.query(`ALTER TABLE "poll_choices" DROP COLUMN "times"`);
    await queryRunner.query(
      `UPDATE "poll_responses" SET "submitted_at" = now() WHERE "submitted_at" IS NULL`,
    );
    await queryRunner.query(`ALTER TABLE "poll_responses" ALTER COLUMN "submitted_at" SET NOT NULL`);
  }
}
