import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schools that were made before their chain began with them, and of which nothing was told since. */
export class ChainsOfSchools1796732000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `INSERT INTO audit_heads (school_id, position, at, hash) SELECT id, 0, 'epoch', '\\x' FROM schools
       ON CONFLICT (school_id) DO NOTHING`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM audit_heads WHERE position = 0`);
  }
}
