import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A school that moves to another installation is written to by nobody meanwhile. The database itself sees to it, whatever
 * process writes and from wherever: each row of a school first shares a lock, of which the move takes the whole. The lock
 * goes with the connection of the move, so that one that was killed leaves nothing closed.
 */
export class MovedSchools1796995000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "schools" ADD "moved_at" TIMESTAMP WITH TIME ZONE, ADD "moved_to" text`,
    );
    await queryRunner.query(REFUSE_ROWS);
    await queryRunner.query(REFUSE_SCHOOL);
    await queryRunner.query(
      `CREATE TRIGGER "refuse_moving_school" BEFORE UPDATE ON "schools"
         FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_moving_school"()`,
    );
    await queryRunner.query(EACH_TABLE('CREATE'));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(EACH_TABLE('DROP'));
    await queryRunner.query(`DROP TRIGGER "refuse_moving_school" ON "schools"`);
    await queryRunner.query(
      `DROP FUNCTION "refuse_rows_of_moving_school"(), "refuse_change_of_moving_school"()`,
    );
    await queryRunner.query(`ALTER TABLE "schools" DROP COLUMN "moved_at", DROP COLUMN "moved_to"`);
  }
}

/**
 * Schools share 1,024 locks, so that a transaction over all of them holds no more. 57M01 is of the class of errors after which
 * a caller tries again (operator intervention).
 */
const SHARE_LOCK = `
  IF NOT pg_try_advisory_xact_lock_shared(1720575940, hashtext(school::text) & 1023) THEN
    RAISE EXCEPTION 'the school is being moved' USING ERRCODE = '57M01';
  END IF;`;

/** What is over may go all the same, and what was read here is written down here. */
const REFUSE_ROWS = `
  CREATE FUNCTION "refuse_rows_of_moving_school"() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE school uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.school_id ELSE NEW.school_id END;
  BEGIN
    IF school IS NOT NULL THEN ${SHARE_LOCK}
      IF TG_OP <> 'DELETE' AND TG_TABLE_NAME !~ '^disclosures'
        AND EXISTS (SELECT FROM public.schools s WHERE s.id = school AND s.moved_at IS NOT NULL) THEN
        RAISE EXCEPTION 'the school has moved' USING ERRCODE = '57M01';
      END IF;
    END IF;
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END $$`;

/** The mark itself is set and taken back. */
const REFUSE_SCHOOL = `
  CREATE FUNCTION "refuse_change_of_moving_school"() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE school uuid := NEW.id;
  BEGIN ${SHARE_LOCK}
    IF OLD.moved_at IS NOT NULL AND NEW.moved_at IS NOT NULL THEN
      RAISE EXCEPTION 'the school has moved' USING ERRCODE = '57M01';
    END IF;
    RETURN NEW;
  END $$`;

/** The trail goes on being written, and the others are of this place alone. */
const WITHOUT = [
  'audit_entries',
  'audit_heads',
  'import_changes',
  'import_runs',
  'revision_notes',
  'school_revisions',
];

const EACH_TABLE = (what: 'CREATE' | 'DROP'): string => `
  DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'school_id'
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
        AND c.relname <> ALL (ARRAY['${WITHOUT.join("', '")}']) ORDER BY 1
    LOOP
      EXECUTE format('${
        what === 'CREATE'
          ? 'CREATE TRIGGER "refuse_moving_school" BEFORE INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION "refuse_rows_of_moving_school"()'
          : 'DROP TRIGGER "refuse_moving_school" ON %I'
      }', name);
    END LOOP;
  END $$`;
