import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KnownSources1796500000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "known_sources" ("user_id" uuid NOT NULL, "source" text NOT NULL, "used_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "known_sources_pkey" PRIMARY KEY ("user_id", "source"))`,
    );
    await queryRunner.query(`CREATE INDEX "known_sources_used_idx" ON "known_sources" ("used_at") `);
    await queryRunner.query(
      `CREATE TABLE "account_mails" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "kind" text NOT NULL, "subject" text NOT NULL, "details" jsonb, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "due_at" TIMESTAMP WITH TIME ZONE NOT NULL, "attempts" integer NOT NULL DEFAULT '0', "ended_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "account_mails_once_key" UNIQUE ("user_id", "kind", "subject"), CONSTRAINT "account_mails_kind_check" CHECK (kind in ('guessing', 'operator_session')), CONSTRAINT "account_mails_pkey" PRIMARY KEY ("id"))`,
    );
    await queryRunner.query(`CREATE INDEX "account_mails_created_idx" ON "account_mails" ("created_at") `);
    await queryRunner.query(
      `CREATE INDEX "account_mails_due_idx" ON "account_mails" ("due_at") WHERE ended_at is null`,
    );
    for (const table of ['known_sources', 'account_mails'])
      await queryRunner.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
      );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "account_mails"`);
    await queryRunner.query(`DROP TABLE "known_sources"`);
  }
}
