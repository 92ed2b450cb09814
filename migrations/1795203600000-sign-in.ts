import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SignIn1795203600000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "applications" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "name" text NOT NULL, "secret_hash" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "revoked_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "applications_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE TABLE "attempt_counts" ("key" character varying(255) NOT NULL, "points" integer NOT NULL DEFAULT '0', "expire" bigint, CONSTRAINT "attempt_counts_pkey" PRIMARY KEY ("key"))`,
    );
    await queryRunner.query(
      `CREATE TABLE "recovery_codes" ("code_hash" text NOT NULL, "user_id" uuid NOT NULL, "used_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("code_hash"))`,
    );
    await queryRunner.query(`CREATE INDEX "recovery_codes_user_idx" ON "recovery_codes"  ("user_id") `);
    await queryRunner.query(
      `CREATE TABLE "refresh_tokens" ("token_hash" text NOT NULL, "session_id" uuid NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "spent_at" TIMESTAMP WITH TIME ZONE, "sealed_answer" bytea, CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("token_hash"))`,
    );
    await queryRunner.query(`CREATE INDEX "refresh_tokens_session_idx" ON "refresh_tokens"  ("session_id") `);
    await queryRunner.query(
      `CREATE TABLE "two_step_challenges" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "session_id" uuid NOT NULL, "method" text NOT NULL, "code_hash" text, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "used_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "two_step_challenges_method_check" CHECK (method in ('totp', 'email')), CONSTRAINT "two_step_challenges_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(
      `CREATE INDEX "two_step_challenges_session_idx" ON "two_step_challenges"  ("session_id") `,
    );
    await queryRunner.query(
      `CREATE TABLE "user_credentials" ("user_id" uuid NOT NULL, "password_hash" text, "totp_secret" text, "totp_last_step" bigint, CONSTRAINT "user_credentials_pkey" PRIMARY KEY ("user_id"))`,
    );
    await queryRunner.query(`ALTER TABLE "user_sessions" ADD "application_id" uuid`);
    await queryRunner.query(`ALTER TABLE "user_sessions" ADD "two_step_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(`ALTER TABLE "user_sessions" ADD "failed_codes" integer NOT NULL DEFAULT '0'`);
    await queryRunner.query(`ALTER TABLE "user_sessions" ADD "last_used_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(
      `CREATE INDEX "user_sessions_application_idx" ON "user_sessions"  ("application_id") `,
    );
    await queryRunner.query(
      `ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_application_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_fkey" FOREIGN KEY ("session_id") REFERENCES "user_sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "two_step_challenges" ADD CONSTRAINT "two_step_challenges_session_fkey" FOREIGN KEY ("session_id") REFERENCES "user_sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "user_credentials" ADD CONSTRAINT "user_credentials_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "user_credentials" DROP CONSTRAINT "user_credentials_user_fkey"`);
    await queryRunner.query(
      `ALTER TABLE "two_step_challenges" DROP CONSTRAINT "two_step_challenges_session_fkey"`,
    );
    await queryRunner.query(`ALTER TABLE "refresh_tokens" DROP CONSTRAINT "refresh_tokens_session_fkey"`);
    await queryRunner.query(`ALTER TABLE "user_sessions" DROP CONSTRAINT "user_sessions_application_fkey"`);
    await queryRunner.query(`ALTER TABLE "recovery_codes" DROP CONSTRAINT "recovery_codes_user_fkey"`);
    await queryRunner.query(`DROP INDEX "public"."user_sessions_application_idx"`);
    await queryRunner.query(`ALTER TABLE "user_sessions" DROP COLUMN "last_used_at"`);
    await queryRunner.query(`ALTER TABLE "user_sessions" DROP COLUMN "failed_codes"`);
    await queryRunner.query(`ALTER TABLE "user_sessions" DROP COLUMN "two_step_at"`);
    await queryRunner.query(`ALTER TABLE "user_sessions" DROP COLUMN "application_id"`);
    await queryRunner.query(`DROP TABLE "user_credentials"`);
    await queryRunner.query(`DROP INDEX "public"."two_step_challenges_session_idx"`);
    await queryRunner.query(`DROP TABLE "two_step_challenges"`);
    await queryRunner.query(`DROP INDEX "public"."refresh_tokens_session_idx"`);
    await queryRunner.query(`DROP TABLE "refresh_tokens"`);
    await queryRunner.query(`DROP INDEX "public"."recovery_codes_user_idx"`);
    await queryRunner.query(`DROP TABLE "recovery_codes"`);
    await queryRunner.query(`DROP TABLE "attempt_counts"`);
    await queryRunner.query(`DROP TABLE "applications"`);
  }
}
