import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Codes by mail, in the place of a password. */
export class SignInCodes1796992000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE "sign_in_codes" (
      "id" uuid NOT NULL, "user_id" uuid, "code_hash" text, "failures" integer NOT NULL DEFAULT 0,
      "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "used_at" TIMESTAMP WITH TIME ZONE,
      CONSTRAINT "sign_in_codes_pkey" PRIMARY KEY ("id"))`);
    await queryRunner.query(`CREATE INDEX "sign_in_codes_user_idx" ON "sign_in_codes" ("user_id")`);
    await queryRunner.query(`CREATE INDEX "sign_in_codes_expiry_idx" ON "sign_in_codes" ("expires_at")`);
    await queryRunner.query(`ALTER TABLE "sign_in_codes"
      ADD CONSTRAINT "sign_in_codes_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "sign_in_codes"`);
  }
}
