import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The month after next: whatever is written until the migration is done lies before it. */
const BOUNDARY = `date_trunc('month', now() at time zone 'UTC') + interval '2 months'`;

const COLUMNS = `"school_id" uuid NOT NULL, "subject" text NOT NULL, "subject_id" uuid NOT NULL, "since" timestamptz NOT NULL,
  "reader_membership_id" uuid NOT NULL, "reader_role" text NOT NULL, "operation" text NOT NULL, "resource_id" uuid NOT NULL,
  "unmasked" boolean NOT NULL, "count" integer NOT NULL, "last_at" timestamptz NOT NULL,
  CONSTRAINT "disclosures_subject_check" CHECK (subject in ('contact', 'address')),
  CONSTRAINT "disclosures_reader_role_check" CHECK (reader_role in ('parent', 'junior_admin', 'senior_admin'))`;

const KEY =
  'PRIMARY KEY ("school_id", "subject", "subject_id", "since", "reader_membership_id", "reader_role", "operation", "resource_id")';
const SCHOOL = 'FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION';

/**
 * Reads are kept by month. What is there becomes one partition, with its index by age: that it holds nothing of later months
 * is checked beside those who write, so that the exchange takes an instant. Where nothing is there, nothing is kept.
 */
export class MonthsOfReads1796400200000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DO $$ BEGIN
        ALTER TABLE "disclosures" DROP CONSTRAINT IF EXISTS "disclosures_until_check";
        EXECUTE format('ALTER TABLE "disclosures" ADD CONSTRAINT "disclosures_until_check" CHECK (since < %L) NOT VALID',
          to_char(${BOUNDARY}, 'YYYY-MM-DD') || 'T00:00:00Z');
      END $$`);
    await queryRunner.query(`ALTER TABLE "disclosures" VALIDATE CONSTRAINT "disclosures_until_check"`);
    await queryRunner.query(`
      DO $$
      DECLARE
        bound text := (SELECT substring(pg_get_constraintdef(oid) from '[0-9]{4}-[0-9]{2}-[0-9]{2}') FROM pg_constraint
          WHERE conrelid = '"disclosures"'::regclass AND conname = 'disclosures_until_check');
        archived text := 'disclosures_until_' || replace(left(bound, 7), '-', '_');
        is_used boolean;
      BEGIN
        LOCK TABLE "disclosures" IN ACCESS EXCLUSIVE MODE;
        ALTER TABLE "disclosures" RENAME CONSTRAINT "disclosures_pkey" TO "disclosures_until_pkey";
        EXECUTE format('ALTER TABLE "disclosures" RENAME TO %I', archived);
        CREATE TABLE "disclosures" (${COLUMNS}, CONSTRAINT "disclosures_pkey" ${KEY}) PARTITION BY RANGE ("since");
        ALTER TABLE "disclosures" ADD CONSTRAINT "disclosures_school_fkey" ${SCHOOL};
        EXECUTE format('SELECT EXISTS (SELECT FROM %I)', archived) INTO is_used;
        IF is_used THEN
          EXECUTE format('ALTER TABLE "disclosures" ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
            archived, bound || 'T00:00:00Z');
          EXECUTE format('ALTER TABLE %I DROP CONSTRAINT "disclosures_until_check"', archived);
        ELSE
          EXECUTE format('DROP TABLE %I', archived);
        END IF;
      END $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "disclosures" RENAME TO "disclosures_by_month"`);
    await queryRunner.query(
      `ALTER TABLE "disclosures_by_month" RENAME CONSTRAINT "disclosures_pkey" TO "disclosures_by_month_pkey"`,
    );
    await queryRunner.query(`CREATE TABLE "disclosures" (${COLUMNS})`);
    await queryRunner.query(`INSERT INTO "disclosures" SELECT * FROM "disclosures_by_month"`);
    await queryRunner.query(`DROP TABLE "disclosures_by_month"`);
    await queryRunner.query(`ALTER TABLE "disclosures" ADD CONSTRAINT "disclosures_pkey" ${KEY}`);
    await queryRunner.query(`ALTER TABLE "disclosures" ADD CONSTRAINT "disclosures_school_fkey" ${SCHOOL}`);
    await queryRunner.query(`CREATE INDEX "disclosures_last_idx" ON "disclosures" ("last_at")`);
  }
}
