import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables, and what their rows are part of. */
const SUBJECTS: Record<string, string[]> = {
  students: ['directory', 'calendar'],
  guardians: ['directory', 'calendar'],
  memberships: ['directory', 'calendar'],
  student_photos: ['directory'],
  parent_photos: ['directory'],
  organizations: ['directory', 'staff', 'calendar'],
  organization_students: ['directory', 'calendar'],
  organization_parents: ['calendar'],
  organization_leaders: ['staff', 'calendar'],
  organization_grants: ['calendar'],
  staff_members: ['staff', 'calendar'],
  menu_entries: ['menus'],
  events: ['calendar'],
  event_series: ['calendar'],
  categories: ['calendar'],
  signups: ['calendar'],
  signup_items: ['calendar'],
  signup_claims: ['calendar'],
};

/** Who is no row of a school, and where only an update matters: nothing is there before they are, nor after them. */
const OTHERS: Record<string, { schools: string; subjects: string[] }> = {
  schools: { schools: 'select id as school_id from after', subjects: ['directory', 'calendar'] },
  users: {
    schools: 'select distinct school_id from memberships where user_id in (select id from after)',
    subjects: ['calendar'],
  },
};

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
    select touched.school_id, subject from (${schools}) touched cross join unnest(tg_argv) subject
    where not exists (select from revision_notes noted
      where noted.school_id = touched.school_id and noted.subject = subject.subject);`;

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

const noteOf = (table: string, schools: string): string => `
create function note_revision_of_${table}() returns trigger language plpgsql as $$
begin
  ${note(schools)}
  return null;
end $$`;

const quoted = (subjects: string[]): string => subjects.map((subject) => `'${subject}'`).join(', ');

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
    await queryRunner.query(RAISE_REVISIONS);
    await queryRunner.query(
      `create constraint trigger raise_revisions after insert on revision_notes
       deferrable initially deferred for each row execute function raise_revisions()`,
    );
    for (const [table, subjects] of Object.entries(SUBJECTS))
      for (const [change, rows] of CHANGES)
        await queryRunner.query(
          `create trigger note_revision_${change} after ${change} on ${table} ${rows}
           for each statement execute function note_revision(${quoted(subjects)})`,
        );
    for (const [table, { schools, subjects }] of Object.entries(OTHERS)) {
      await queryRunner.query(noteOf(table, schools));
      await queryRunner.query(
        `create trigger note_revision_update after update on ${table} referencing new table as after
         for each statement execute function note_revision_of_${table}(${quoted(subjects)})`,
      );
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of Object.keys(OTHERS)) {
      await queryRunner.query(`drop trigger note_revision_update on ${table}`);
      await queryRunner.query(`drop function note_revision_of_${table}`);
    }
    for (const table of Object.keys(SUBJECTS))
      for (const [change] of CHANGES)
        await queryRunner.query(`drop trigger note_revision_${change} on ${table}`);
    await queryRunner.query(`DROP TABLE "revision_notes"`);
    await queryRunner.query(`DROP TABLE "school_revisions"`);
    await queryRunner.query(`drop function raise_revisions`);
    await queryRunner.query(`drop function note_revision`);
  }
}
