import type { MigrationInterface, QueryRunner } from 'typeorm';

const RENAMED_CONSTRAINTS = ['notification_key', 'state_check', 'school_fkey', 'notification_fkey'];
const RENAMED_INDEXES = ['dead_idx'];

/**
 * One table of mails. The tables of before are views for the version that runs beside this one, which knows a mail about an account to have
 * ended by `ended_at` alone: a trigger sets its state. The next version drops the views and the trigger.
 */
export class OneOutbox1796850000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const run = (statement: string): Promise<unknown> => queryRunner.query(statement);
    await run('LOCK TABLE "mail_deliveries", "account_mails" IN ACCESS EXCLUSIVE MODE');
    await run('ALTER TABLE "mail_deliveries" RENAME TO "mails"');
    for (const name of RENAMED_CONSTRAINTS)
      await run(`ALTER TABLE "mails" RENAME CONSTRAINT "mail_deliveries_${name}" TO "mails_${name}"`);
    for (const name of RENAMED_INDEXES)
      await run(`ALTER INDEX "mail_deliveries_${name}" RENAME TO "mails_${name}"`);
    await run('ALTER TABLE "mails" DROP CONSTRAINT "mail_deliveries_pkey"');
    await run(
      'ALTER TABLE "mails" ADD CONSTRAINT "mails_pkey" PRIMARY KEY USING INDEX "mail_deliveries_id_key"',
    );
    await run(`ALTER TABLE "mails" ALTER "school_id" DROP NOT NULL, ALTER "notification_id" DROP NOT NULL,
      ADD "user_id" uuid, ADD "email" text, ADD "kind" text NOT NULL DEFAULT 'alert', ADD "subject" text NOT NULL DEFAULT '',
      ADD "details" jsonb`);
    await run(`INSERT INTO "mails" ("id", "user_id", "email", "kind", "subject", "details", "state", "attempts", "due_at",
        "last_error", "created_at", "ended_at")
      SELECT "id", "user_id", "email", "kind", "subject", "details",
        CASE WHEN "ended_at" IS NULL THEN 'waiting' WHEN "last_error" IS NULL THEN 'sent' ELSE 'dead' END, "attempts", "due_at",
        "last_error", "created_at", "ended_at" FROM "account_mails"`);
    await run('DROP TABLE "account_mails"');
    await run('ALTER TABLE "mails" ADD CONSTRAINT "mails_user_key" UNIQUE ("user_id", "kind", "subject")');
    await run('ALTER TABLE "mails" ADD CONSTRAINT "mails_email_key" UNIQUE ("email", "kind", "subject")');
    await run(
      `ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK ((kind = 'alert') = (notification_id is not null))`,
    );
    await run(`ALTER TABLE "mails" ADD CONSTRAINT "mails_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id")
      ON DELETE CASCADE ON UPDATE NO ACTION`);
    await run('CREATE INDEX "mails_created_idx" ON "mails" ("created_at")');
    await run('DROP INDEX "mail_deliveries_due_idx"');
    await run(`CREATE INDEX "mails_due_idx" ON "mails" ("kind", "due_at") WHERE state = 'waiting'`);
    await run(`CREATE VIEW "mail_deliveries" AS
      SELECT "id", "school_id", "notification_id", "state", "attempts", "due_at", "last_error", "created_at", "ended_at"
      FROM "mails" WHERE "notification_id" IS NOT NULL`);
    await run(`CREATE VIEW "account_mails" AS
      SELECT "id", "user_id", "email", "kind", "subject", "details", "created_at", "due_at", "attempts", "ended_at", "last_error"
      FROM "mails" WHERE "notification_id" IS NULL`);
    await run(`CREATE FUNCTION "set_mail_state"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.ended_at IS NULL THEN NEW.state := 'waiting';
      ELSIF NEW.state = 'waiting' THEN NEW.state := CASE WHEN NEW.last_error IS NULL THEN 'sent' ELSE 'dead' END; END IF;
      RETURN NEW; END $$`);
    await run(
      `CREATE TRIGGER "set_mail_state" BEFORE UPDATE OF "ended_at" ON "mails" FOR EACH ROW EXECUTE FUNCTION "set_mail_state"()`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const run = (statement: string): Promise<unknown> => queryRunner.query(statement);
    await run('LOCK TABLE "mails" IN ACCESS EXCLUSIVE MODE');
    await run('DROP VIEW "account_mails", "mail_deliveries"');
    await run('DROP TRIGGER "set_mail_state" ON "mails"');
    await run('DROP FUNCTION "set_mail_state"()');
    await run(`CREATE TABLE "account_mails" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid, "kind" text NOT NULL,
      "subject" text NOT NULL, "details" jsonb, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
      "due_at" TIMESTAMP WITH TIME ZONE NOT NULL, "attempts" integer NOT NULL DEFAULT '0', "ended_at" TIMESTAMP WITH TIME ZONE,
      "email" text, "last_error" text,
      CONSTRAINT "account_mails_kind_check" CHECK (kind in ('guessing', 'operator_session', 'invitation', 'new_device', 'password_changed', 'second_step_changed', 'address_changed', 'password_link', 'address_link')),
      CONSTRAINT "account_mails_once_key" UNIQUE ("user_id", "kind", "subject"),
      CONSTRAINT "account_mails_email_key" UNIQUE ("email", "kind", "subject"),
      CONSTRAINT "account_mails_pkey" PRIMARY KEY ("id"),
      CONSTRAINT "account_mails_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION)`);
    await run(`INSERT INTO "account_mails" ("id", "user_id", "email", "kind", "subject", "details", "created_at", "due_at",
        "attempts", "ended_at", "last_error")
      SELECT "id", "user_id", "email", "kind", "subject", "details", "created_at", "due_at", "attempts", "ended_at", "last_error"
      FROM "mails" WHERE "notification_id" IS NULL`);
    await run('CREATE INDEX "account_mails_created_idx" ON "account_mails" ("created_at")');
    await run('CREATE INDEX "account_mails_due_idx" ON "account_mails" ("due_at") WHERE ended_at is null');
    await run(
      'CREATE INDEX "account_mails_dead_idx" ON "account_mails" ("created_at") WHERE ended_at is not null and last_error is not null',
    );
    await run('DELETE FROM "mails" WHERE "notification_id" IS NULL');
    await run('DROP INDEX "mails_created_idx"');
    await run('DROP INDEX "mails_due_idx"');
    await run(`CREATE INDEX "mail_deliveries_due_idx" ON "mails" ("due_at") WHERE state = 'waiting'`);
    for (const name of ['user_key', 'email_key', 'kind_check', 'user_fkey', 'pkey'])
      await run(`ALTER TABLE "mails" DROP CONSTRAINT "mails_${name}"`);
    await run(`ALTER TABLE "mails" DROP "user_id", DROP "email", DROP "kind", DROP "subject", DROP "details",
      ALTER "school_id" SET NOT NULL, ALTER "notification_id" SET NOT NULL`);
    await run('ALTER TABLE "mails" ADD CONSTRAINT "mail_deliveries_pkey" PRIMARY KEY ("school_id", "id")');
    await run('CREATE UNIQUE INDEX "mail_deliveries_id_key" ON "mails" ("id")');
    for (const name of RENAMED_CONSTRAINTS)
      await run(`ALTER TABLE "mails" RENAME CONSTRAINT "mails_${name}" TO "mail_deliveries_${name}"`);
    for (const name of RENAMED_INDEXES)
      await run(`ALTER INDEX "mails_${name}" RENAME TO "mail_deliveries_${name}"`);
    await run('ALTER TABLE "mails" RENAME TO "mail_deliveries"');
  }
}
