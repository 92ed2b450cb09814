import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What of an account opens nothing until its person has confirmed it, and what tells a device that was known before. */
export class Suspended1796720000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "passkeys" ADD "suspended_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(`ALTER TABLE "user_addresses" ADD "suspended_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(
      `ALTER TABLE "known_sources" ADD "first_seen_at" TIMESTAMP WITH TIME ZONE, ADD "signed_in_at" TIMESTAMP WITH TIME ZONE`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "known_sources" DROP "signed_in_at", DROP "first_seen_at"`);
    await queryRunner.query(`ALTER TABLE "user_addresses" DROP "suspended_at"`);
    await queryRunner.query(`ALTER TABLE "passkeys" DROP "suspended_at"`);
  }
}
