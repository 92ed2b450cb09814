import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is told apart, and the tables whose rows it consists of. */
const SUBJECTS: [subject: string, tables: string[]][] = [
  [
    'directory',
    [
      ...['students', 'guardians', 'memberships', 'organizations', 'organization_students'],
      ...['student_photos', 'parent_photos'],
    ],
  ],
  ['staff', ['staff_members', 'organization_leaders', 'organizations']],
  ['menus', ['menu_entries']],
];

const CHANGES = [
  ['insert', 'referencing new table as after'],
  ['update', 'referencing old table as before new table as after'],
  ['delete', 'referencing old table as before'],
  // It shows no rows: whichever school had some.
  ['truncate', ''],
] as const;

/** The note is of the transaction alone, and one a school and subject is enough. */
const note = (schools: string): string => `
    insert into revision_notes (school_id, subject)
    select touched.school_id, tg_argv[0] from (${schools}) touched
    where not exists (select from revision_notes noted
      where noted.school_id = touched.school_id and noted.subject = tg_argv[0]);`;

const NOTE_REVISION = `
create function note_revision() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then ${note('select distinct school_id from after')}
  elsif tg_op = 'UPDATE' then ${note('select school_id from before union select school_id from after')}
  elsif tg_op = 'DELETE' then ${note('select distinct school_id from before')}
  else ${note('select id as school_id from schools')}
  end if;
  return null;
end $$`;

/*
 * At the commit, all at once and in one order: nobody waits in a circle, and nobody for longer than a commit. No number
 * comes twice, not even after a backup was restored, since it is never behind the clock.
 */
const RAISE_REVISIONS = `
create function raise_revisions() returns trigger language plpgsql as $$
begin
  with noted as (delete from revision_notes returning school_id, subject)
  insert into school_revisions (school_id, subject, revision)
  select school_id, subject, (extract(epoch from clock_timestamp()) * 1000000)::bigint
  from (select distinct school_id, subject from noted where school_id in (select id from schools)) touched
  order by school_id, subject
  on conflict (school_id, subject) do update set revision = greatest(school_revisions.revision + 1, excluded.revision);
  return null;
end $$`;

/** Of a school itself, where only an update matters: nothing is there before it is, nor after it. */
const NOTE_SCHOOL_REVISION = `
create function note_school_revision() returns trigger language plpgsql as $$
begin
  ${note('select id as school_id from after')}
  return null;
end $$`;

export class Revisions1795300000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE "school_revisions" ("school_id" uuid NOT NULL, "subject" text NOT NULL, "revision" bigint NOT NULL, CONSTRAINT "school_revisions_pkey" PRIMARY KEY ("school_id", "subject"))`,
    );
    await queryRunner.query(
      `ALTER TABLE "school_revisions" ADD CONSTRAINT "school_revisions_school_fkey" FOREIGN KEY ("school_id") REFERENCES "schools"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    // Its rows are gone when their transaction is: nothing has to be written down for a crash, and nothing refers to it.
    await queryRunner.query(
      `CREATE UNLOGGED TABLE "revision_notes" ("school_id" uuid NOT NULL, "subject" text NOT NULL)`,
    );
    await queryRunner.query(
      `CREATE INDEX "revision_notes_school_idx" ON "revision_notes" ("school_id", "subject")`,
    );
    await queryRunner.query(NOTE_REVISION);
    await queryRunner.query(NOTE_SCHOOL_REVISION);
    await queryRunner.query(RAISE_REVISIONS);
    await queryRunner.query(
      `create constraint trigger raise_revisions after insert on revision_notes
       deferrable initially deferred for each row execute function raise_revisions()`,
    );
    for (const [subject, tables] of SUBJECTS)
      for (const table of tables)
        for (const [change, rows] of CHANGES)
          await queryRunner.query(
            `create trigger ${subject}_revision_${change} after ${change} on ${table} ${rows}
             for each statement execute function note_revision('${subject}')`,
          );
    await queryRunner.query(
      `create trigger directory_revision_update after update on schools referencing new table as after
       for each statement execute function note_school_revision('directory')`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [subject, tables] of SUBJECTS)
      for (const table of tables)
        for (const [change] of CHANGES)
          await queryRunner.query(`drop trigger ${subject}_revision_${change} on ${table}`);
    await queryRunner.query(`drop trigger directory_revision_update on schools`);
    await queryRunner.query(`DROP TABLE "revision_notes"`);
    await queryRunner.query(`DROP TABLE "school_revisions"`);
    await queryRunner.query(`drop function raise_revisions`);
    await queryRunner.query(`drop function note_school_revision`);
    await queryRunner.query(`drop function note_revision`);
  }
}
