import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReplayedWrites1796300200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "idempotency_keys" ADD "created_id" text`);
    // The answers held what may be hidden by now. Of each only the id of what was made is kept.
    await queryRunner.query(
      `UPDATE "idempotency_keys" SET "answer" = null,
         "created_id" = coalesce("answer"::jsonb ->> 'id', "answer"::jsonb -> 'subscription' ->> 'id')
       WHERE "answer" IS NOT NULL`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "idempotency_keys" DROP COLUMN "created_id"`);
  }
}
