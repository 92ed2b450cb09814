import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The first address of each account that was there before the table of addresses, in a transaction that keeps nobody from
 * reading or writing accounts. Where the table was filled already, it changes nothing.
 */
export class AddressesOfAccounts1796600300000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `INSERT INTO user_addresses (email, user_id, verified_at)
       SELECT email, id, email_verified_at FROM users FOR KEY SHARE
       ON CONFLICT (email) DO NOTHING`,
    );
  }

  /** Without an account there is no address, and the table itself goes with the migration that made it. */
  async down(): Promise<void> {}
}
