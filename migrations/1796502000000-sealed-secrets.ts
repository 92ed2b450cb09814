import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Beside the readable secret, which the release before this one needs while it serves. It takes a person whose secret is
 * sealed for one without an authenticator, whose code goes by email.
 */
export class SealedSecrets1796502000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "user_credentials" ADD "totp_sealed" text`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "user_credentials" DROP COLUMN "totp_sealed"`);
  }
}
