import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The journal: what has happened to which item, in the order of commits, and how far each subscriber has read. By month, with a
 * partition for whatever a clock says that is far from the database's.
 */
export class Journal1796840000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "journal_heads" ("school_id" uuid NOT NULL, "sequence" bigint NOT NULL,
         CONSTRAINT "journal_heads_pkey" PRIMARY KEY ("school_id"))`,
    );
    await queryRunner.query(
      `CREATE TABLE "journal_positions" ("school_id" uuid NOT NULL, "subscriber" text NOT NULL, "sequence" bigint NOT NULL,
         CONSTRAINT "journal_positions_pkey" PRIMARY KEY ("school_id", "subscriber"))`,
    );
    await queryRunner.query(
      `CREATE TABLE "changes" ("school_id" uuid NOT NULL, "sequence" bigint NOT NULL, "at" TIMESTAMP WITH TIME ZONE NOT NULL,
         "transaction_id" uuid NOT NULL, "kind" text NOT NULL, "item_type" text NOT NULL, "item_id" text NOT NULL,
         "membership_id" uuid, "audience" jsonb, "audience_before" jsonb, "ids" jsonb,
         CONSTRAINT "changes_pkey" PRIMARY KEY ("school_id", "sequence", "at")) PARTITION BY RANGE ("at")`,
    );
    await queryRunner.query(`CREATE TABLE "changes_default" PARTITION OF "changes" DEFAULT`);
    await queryRunner.query(`
      DO $$ DECLARE
        month timestamp;
        this_month timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
      BEGIN
        FOREACH month IN ARRAY ARRAY[this_month, this_month + interval '1 month'] LOOP
          EXECUTE format('CREATE TABLE %I PARTITION OF "changes" FOR VALUES FROM (%L) TO (%L)',
            'changes_' || to_char(month, 'YYYY_MM'), month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
        END LOOP;
      END $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "changes"`);
    await queryRunner.query(`DROP TABLE "journal_positions", "journal_heads"`);
  }
}
