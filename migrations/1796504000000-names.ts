import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the record says: what is written as such, else a name that is new, else what it said before. */
const recorded = (name: string): string => `
  case when tg_op = 'INSERT' then coalesce(new.legal_${name}, new.${name})
    when new.legal_${name} is distinct from old.legal_${name} then coalesce(new.legal_${name}, new.${name})
    when new.${name} is distinct from old.${name} then new.${name}
    else coalesce(old.legal_${name}, old.${name}) end`;

/*
 * Whoever writes a student, be it a version of before: first and last name are what they go by, so that no reader can tell
 * the name in the records by mistake. That stands apart, where it is another one.
 */
const STUDENT_NAMES = `
create function set_student_names() returns trigger language plpgsql as $$
declare
  recorded_first text := ${recorded('first_name')};
  recorded_last text := ${recorded('last_name')};
begin
  new.first_name := coalesce(nullif(new.preferred_name, ''), recorded_first);
  new.last_name := coalesce(nullif(new.preferred_last_name, ''), recorded_last);
  new.legal_first_name := case when recorded_first <> new.first_name then recorded_first end;
  new.legal_last_name := case when recorded_last <> new.last_name then recorded_last end;
  return new;
end $$`;

const STUDENT_TRIGGER = `
create trigger set_student_names before insert or update of first_name, last_name, preferred_name, preferred_last_name,
  legal_first_name, legal_last_name on students for each row execute function set_student_names()`;

/** Staff are put in order by the language of the school, too. */
const STAFF_REVISION = `
create trigger note_staff_revision after update on schools referencing new table as after
  for each statement execute function note_revision_of_schools('staff')`;

/** What a person goes by, and what records say; the next migration sees to who is there. */
export class Names1796504000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "students" ADD "preferred_last_name" text, ADD "legal_first_name" text, ADD "legal_last_name" text`,
    );
    for (const statement of [STUDENT_NAMES, STUDENT_TRIGGER, STAFF_REVISION])
      await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`drop trigger note_staff_revision on schools`);
    await queryRunner.query(`drop trigger set_student_names on students`);
    await queryRunner.query(`drop function set_student_names`);
    await queryRunner.query(
      `ALTER TABLE "students" DROP COLUMN "legal_last_name", DROP COLUMN "legal_first_name",
        DROP COLUMN "preferred_last_name"`,
    );
  }
}
