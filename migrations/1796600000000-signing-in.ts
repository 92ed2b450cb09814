import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Applications without a secret, sessions in a browser, what the authorization server stores, and mailed links. */
export class SigningIn1796600000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "applications" ADD "redirect_uris" text array NOT NULL DEFAULT '{}',
         ADD "is_public" boolean NOT NULL DEFAULT false, ADD "is_native" boolean NOT NULL DEFAULT false,
         ADD "uses_device_code" boolean NOT NULL DEFAULT false, ALTER COLUMN "secret_hash" DROP NOT NULL`,
    );
    await queryRunner.query(
      `ALTER TABLE "applications" ADD CONSTRAINT "applications_secret_check" CHECK (is_public = (secret_hash is null))`,
    );
    await queryRunner.query(
      `ALTER TABLE "user_sessions" ADD "browser_token_hash" text, ADD "amr" text array NOT NULL DEFAULT '{}',
         ADD "proven_at" TIMESTAMP WITH TIME ZONE`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX "user_sessions_browser_token_key" ON "user_sessions" ("browser_token_hash") WHERE browser_token_hash is not null`,
    );
    await queryRunner.query(
      `CREATE TABLE "oauth_grants" ("session_id" uuid NOT NULL, "payload" jsonb NOT NULL, "browser_session_id" uuid,
         CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("session_id"),
         CONSTRAINT "oauth_grants_session_fkey" FOREIGN KEY ("session_id") REFERENCES "user_sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION,
         CONSTRAINT "oauth_grants_browser_session_fkey" FOREIGN KEY ("browser_session_id") REFERENCES "user_sessions"("id") ON DELETE SET NULL ON UPDATE NO ACTION)`,
    );
    await queryRunner.query(
      `CREATE INDEX "oauth_grants_browser_session_idx" ON "oauth_grants" ("browser_session_id")`,
    );
    await queryRunner.query(
      `CREATE TABLE "oauth_artifacts" ("model" text NOT NULL, "id_hash" text NOT NULL, "payload" jsonb NOT NULL, "session_id" uuid,
         "user_id" uuid, "user_code_hash" text, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "consumed_at" TIMESTAMP WITH TIME ZONE,
         "sealed_answer" bytea,
         CONSTRAINT "oauth_artifacts_pkey" PRIMARY KEY ("model", "id_hash"),
         CONSTRAINT "oauth_artifacts_session_fkey" FOREIGN KEY ("session_id") REFERENCES "user_sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION,
         CONSTRAINT "oauth_artifacts_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION)`,
    );
    await queryRunner.query(`CREATE INDEX "oauth_artifacts_session_idx" ON "oauth_artifacts" ("session_id")`);
    await queryRunner.query(`CREATE INDEX "oauth_artifacts_user_idx" ON "oauth_artifacts" ("user_id")`);
    await queryRunner.query(`CREATE INDEX "oauth_artifacts_expiry_idx" ON "oauth_artifacts" ("expires_at")`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX "oauth_artifacts_user_code_key" ON "oauth_artifacts" ("user_code_hash") WHERE user_code_hash is not null`,
    );
    await queryRunner.query(
      `CREATE TABLE "one_time_links" ("token_hash" text NOT NULL, "purpose" text NOT NULL, "user_id" uuid, "email" text, "details" jsonb,
         "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "used_at" TIMESTAMP WITH TIME ZONE,
         CONSTRAINT "one_time_links_purpose_check" CHECK (purpose in ('password', 'invitation', 'address', 'passkey')),
         CONSTRAINT "one_time_links_pkey" PRIMARY KEY ("token_hash"),
         CONSTRAINT "one_time_links_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION)`,
    );
    await queryRunner.query(`CREATE INDEX "one_time_links_user_idx" ON "one_time_links" ("user_id")`);
    await queryRunner.query(`CREATE INDEX "one_time_links_expiry_idx" ON "one_time_links" ("expires_at")`);
    await queryRunner.query(
      `CREATE TABLE "passkeys" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid NOT NULL, "credential_id" text NOT NULL, "public_key" bytea NOT NULL,
         "counter" bigint NOT NULL, "transports" text array NOT NULL DEFAULT '{}', "rp_id" text NOT NULL, "name" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         "last_used_at" TIMESTAMP WITH TIME ZONE,
         CONSTRAINT "passkeys_credential_key" UNIQUE ("credential_id"), CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id"),
         CONSTRAINT "passkeys_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION)`,
    );
    await queryRunner.query(`CREATE INDEX "passkeys_user_idx" ON "passkeys" ("user_id")`);
    await queryRunner.query(
      `CREATE TABLE "user_addresses" ("email" text NOT NULL, "user_id" uuid NOT NULL, "verified_at" TIMESTAMP WITH TIME ZONE,
         CONSTRAINT "user_addresses_pkey" PRIMARY KEY ("email"),
         CONSTRAINT "user_addresses_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION)`,
    );
    await queryRunner.query(`CREATE INDEX "user_addresses_user_idx" ON "user_addresses" ("user_id")`);
    for (const statement of ADDRESSES) await queryRunner.query(statement);
    await queryRunner.query(`ALTER TABLE "account_mails" DROP CONSTRAINT "account_mails_kind_check"`);
    await queryRunner.query(
      `ALTER TABLE "account_mails" ADD CONSTRAINT "account_mails_kind_check" CHECK (kind in ('guessing', 'operator_session', 'invitation', 'new_device', 'password_changed', 'second_step_changed', 'address_changed', 'password_link', 'address_link'))`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `DELETE FROM "account_mails" WHERE "kind" not in ('guessing', 'operator_session', 'invitation')`,
    );
    await queryRunner.query(`ALTER TABLE "account_mails" DROP CONSTRAINT "account_mails_kind_check"`);
    await queryRunner.query(
      `ALTER TABLE "account_mails" ADD CONSTRAINT "account_mails_kind_check" CHECK (kind in ('guessing', 'operator_session', 'invitation'))`,
    );
    await queryRunner.query(`DROP TRIGGER "write_first_address" ON "users"`);
    for (const table of ['user_addresses', 'passkeys', 'one_time_links', 'oauth_artifacts', 'oauth_grants'])
      await queryRunner.query(`DROP TABLE "${table}"`);
    await queryRunner.query(
      `DROP FUNCTION "write_first_address"(), "refuse_first_address"(), "note_revision_of_user_addresses"()`,
    );
    await queryRunner.query(`DELETE FROM "user_sessions" WHERE browser_token_hash is not null`);
    await queryRunner.query(
      `ALTER TABLE "user_sessions" DROP COLUMN "proven_at", DROP COLUMN "amr", DROP COLUMN "browser_token_hash"`,
    );
    await queryRunner.query(`DELETE FROM "applications" WHERE is_public`);
    await queryRunner.query(`ALTER TABLE "applications" DROP CONSTRAINT "applications_secret_check"`);
    await queryRunner.query(
      `ALTER TABLE "applications" ALTER COLUMN "secret_hash" SET NOT NULL, DROP COLUMN "uses_device_code", DROP COLUMN "is_native",
         DROP COLUMN "is_public", DROP COLUMN "redirect_uris"`,
    );
  }
}

/**
 * Every address of an account stands in one table, the first one as well, so that one key decides whose an address is,
 * whoever asks at the same time. A release that does not know of it, and a restore, write `users` alone. Those that are there
 * already come with a migration of their own: this one holds locks on `users` and on the sessions.
 */
const ADDRESSES = [
  `CREATE FUNCTION "write_first_address"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO user_addresses (email, user_id, verified_at) VALUES (NEW.email, NEW.id, NEW.email_verified_at)
       ON CONFLICT (email) DO UPDATE SET verified_at = excluded.verified_at
       WHERE user_addresses.user_id = excluded.user_id;
     IF NOT FOUND THEN
       RAISE unique_violation USING MESSAGE = 'the address is one of another account',
         CONSTRAINT = 'user_addresses_pkey', TABLE = 'user_addresses';
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER "write_first_address" AFTER INSERT OR UPDATE OF "email", "email_verified_at" ON "users"
     FOR EACH ROW EXECUTE FUNCTION "write_first_address"()`,
  `CREATE FUNCTION "refuse_first_address"() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF EXISTS (SELECT FROM users WHERE id = OLD.user_id AND email = OLD.email) THEN
       RAISE restrict_violation USING MESSAGE = 'the first address of an account is not taken away';
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER "refuse_first_address" AFTER DELETE OR UPDATE OF "email", "user_id" ON "user_addresses"
     FOR EACH ROW EXECUTE FUNCTION "refuse_first_address"()`,
  ...revisionsOfAddresses(),
];

/** Who leads an organization, and therefore what a feed shows, goes by addresses: see the migration of revisions. */
function revisionsOfAddresses(): string[] {
  const note = (rows: string): string => `
    insert into revision_notes (school_id, subject)
    select distinct m.school_id, 'calendar' from memberships m where m.user_id in (${rows})
      and not exists (select from revision_notes noted where noted.school_id = m.school_id and noted.subject = 'calendar');`;
  const changes = [
    ['insert', 'referencing new table as after'],
    ['update', 'referencing old table as before new table as after'],
    ['delete', 'referencing old table as before'],
    ['truncate', ''],
  ];
  return [
    `create function note_revision_of_user_addresses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then ${note('select user_id from after')}
  elsif tg_op = 'UPDATE' then ${note('select user_id from before union select user_id from after')}
  elsif tg_op = 'DELETE' then ${note('select user_id from before')}
  else ${note('select user_id from memberships')}
  end if;
  return null;
end $$`,
    ...changes.map(
      ([change, rows]) => `create trigger note_revision_${change} after ${change} on user_addresses ${rows}
       for each statement execute function note_revision_of_user_addresses('calendar')`,
    ),
  ];
}
