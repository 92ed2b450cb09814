import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OutsideAccounts1796500100000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "users" ADD "outside_subject_id" uuid`);
    await queryRunner.query(
      `CREATE TABLE "ended_tokens" ("digest" text NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "ended_tokens_pkey" PRIMARY KEY ("digest"))`,
    );
    await queryRunner.query(`CREATE INDEX "ended_tokens_expiry_idx" ON "ended_tokens" ("expires_at") `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "ended_tokens"`);
    await queryRunner.query(`ALTER TABLE "users" DROP COLUMN "outside_subject_id"`);
  }
}
