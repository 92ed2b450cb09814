import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExpiringGrants1795600000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "organization_grants" ADD "expiry_told_for" TIMESTAMP WITH TIME ZONE`,
    );
    await queryRunner.query(
      `CREATE INDEX "organization_grants_expiry_idx" ON "organization_grants"  ("expires_at") `,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."organization_grants_expiry_idx"`);
    await queryRunner.query(`ALTER TABLE "organization_grants" DROP COLUMN "expiry_told_for"`);
  }
}
