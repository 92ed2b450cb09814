import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which backups were made, so that it is noticed when there are none. */
export class Backups1796730000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "backups" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "made_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         "address" text NOT NULL, "is_encrypted" boolean NOT NULL, CONSTRAINT "backups_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "backups_made_idx" ON "backups" ("made_at")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "backups"`);
  }
}
