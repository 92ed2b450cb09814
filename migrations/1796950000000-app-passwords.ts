import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passwords of members for programs that read their address books, and the schools that let them. */
export class AppPasswords1796950000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "schools" ADD "address_books" boolean NOT NULL DEFAULT false`);
    await queryRunner.query(
      `CREATE TABLE "app_passwords" ("id" uuid NOT NULL DEFAULT gen_random_uuid(),
         "school_id" uuid NOT NULL,
         "membership_id" uuid NOT NULL,
         "name" text NOT NULL,
         "digest" text NOT NULL,
         "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
         CONSTRAINT "app_passwords_digest_key" UNIQUE ("digest"),
         CONSTRAINT "app_passwords_pkey" PRIMARY KEY ("school_id", "id"))`,
    );
    await queryRunner.query(`CREATE UNIQUE INDEX "app_passwords_id_key" ON "app_passwords" ("id")`);
    await queryRunner.query(`CREATE INDEX "app_passwords_owner_idx" ON "app_passwords" ("membership_id")`);
    await queryRunner.query(
      `ALTER TABLE "app_passwords" ADD CONSTRAINT "app_passwords_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await queryRunner.query(
      `ALTER TABLE "app_passwords" ADD CONSTRAINT "app_passwords_owner_fkey" FOREIGN KEY ("school_id", "membership_id") REFERENCES "memberships"("school_id","id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "app_passwords"`);
    await queryRunner.query(`ALTER TABLE "schools" DROP COLUMN "address_books"`);
  }
}
