import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ChosenVisibility1796200000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "users" ADD "profile_visibility" text NOT NULL DEFAULT 'full'`);
    await queryRunner.query(
      `ALTER TABLE "users" ADD CONSTRAINT "users_profile_visibility_check" CHECK (profile_visibility in ('full', 'name_only'))`,
    );
    await queryRunner.query(
      `UPDATE "users" u SET "profile_visibility" = 'name_only'
       WHERE EXISTS (
           SELECT FROM "memberships" m WHERE m."user_id" = u."id" AND m."profile_visibility" = 'name_only')
         OR NOT EXISTS (SELECT FROM "memberships" m WHERE m."user_id" = u."id") AND 'name_only' = (
           SELECT d."profile_visibility" FROM "member_departures" d WHERE d."user_id" = u."id"
           ORDER BY d."left_at" DESC LIMIT 1)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "users" DROP CONSTRAINT "users_profile_visibility_check"`);
    await queryRunner.query(`ALTER TABLE "users" DROP COLUMN "profile_visibility"`);
  }
}
