import type { MigrationInterface, QueryRunner } from 'typeorm';

const roles = (...names: string[]): string =>
  `CHECK (reader_role in (${names.map((name) => `'${name}'`).join(', ')}))`;

/** What an operator reads in a person's name is recorded as theirs. The rows that are there are looked at without a lock. */
export class OperatorReads1796500200000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "user_sessions" ADD COLUMN IF NOT EXISTS "by_operator" boolean NOT NULL DEFAULT false`,
    );
    await this.allow(queryRunner, roles('parent', 'junior_admin', 'senior_admin', 'operator'));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM "disclosures" WHERE "reader_role" = 'operator'`);
    await this.allow(queryRunner, roles('parent', 'junior_admin', 'senior_admin'));
    await queryRunner.query(`ALTER TABLE "user_sessions" DROP COLUMN "by_operator"`);
  }

  private async allow(queryRunner: QueryRunner, check: string): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "disclosures" DROP CONSTRAINT IF EXISTS "disclosures_reader_role_check",
         ADD CONSTRAINT "disclosures_reader_role_check" ${check} NOT VALID`,
    );
    await queryRunner.query(`ALTER TABLE "disclosures" VALIDATE CONSTRAINT "disclosures_reader_role_check"`);
  }
}
