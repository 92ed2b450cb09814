import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Items of a sign-up are reminded of; two of them may have one title, at different times. */
export class RemindersOfClaims1796890000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "signup_items" ADD "last_reminder_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(`ALTER TABLE "signup_items" DROP CONSTRAINT "signup_items_title_key"`);
    await queryRunner.query(
      `CREATE INDEX "signup_items_signup_idx" ON "signup_items" ("school_id", "signup_id")`,
    );
  }

  /** The version before knows an item by its title alone. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `UPDATE "signup_items" i SET "title" = i."title" || ' (' || i."id" || ')' WHERE EXISTS (
         SELECT FROM "signup_items" other WHERE other."school_id" = i."school_id"
           AND other."signup_id" = i."signup_id" AND other."title" = i."title" AND other."id" < i."id")`,
    );
    await queryRunner.query(`DROP INDEX "signup_items_signup_idx"`);
    await queryRunner.query(
      `ALTER TABLE "signup_items" ADD CONSTRAINT "signup_items_title_key" UNIQUE ("school_id", "signup_id", "title")`,
    );
    await queryRunner.query(`ALTER TABLE "signup_items" DROP COLUMN "last_reminder_at"`);
  }
}
