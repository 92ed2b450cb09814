import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts a batch: each is a transaction of its own, in which their address stays as it is. */
const BATCH = 5000;

/** Of the accounts after $1; the last of them. */
const FILL = `
with batch as (
  select id, email, email_verified_at from users where id > $1 order by id limit ${BATCH} for key share
), filled as (
  insert into user_addresses (email, user_id, verified_at) select email, id, email_verified_at from batch
  on conflict (email) do nothing)
select id from batch order by id desc limit 1`;

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Gives each account that was there before the table of addresses its first one, batch by batch beside those who write. Begun
 * again, it changes nothing that is there.
 */
export class AddressesOfAccounts1796600300000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    for (let last: string | undefined = BEFORE_ALL; last;) {
      const rows = (await queryRunner.query(FILL, [last])) as { id: string }[] | undefined;
      last = rows?.[0]?.id;
    }
  }

  /** The table goes with the migration that made it. */
  async down(): Promise<void> {}
}
