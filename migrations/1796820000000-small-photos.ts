import type { MigrationInterface, QueryRunner } from 'typeorm';

const OWNERS = { student_photos: 'student_id', parent_photos: 'membership_id' };

const CHANGES = [
  ['insert', 'referencing new table as after'],
  ['update', 'referencing old table as before new table as after'],
  ['delete', 'referencing old table as before'],
  ['truncate', ''],
] as const;

const note = (schools: string): string => `
    insert into revision_notes (school_id, subject)
    select touched.school_id, subject from (${schools}) touched cross join unnest(tg_argv) subject
    where not exists (select from revision_notes noted
      where noted.school_id = touched.school_id and noted.subject = subject.subject);`;

const shown = (rows: string): string =>
  `select school_id, to_jsonb(photo) - 'small_of' - 'has_small' as shown from ${rows} photo`;

/** That small pictures are there now shows nowhere: 5,000 of them must not make 5,000 rosters anew. */
const OF_PHOTOS = `
create function note_revision_of_photos() returns trigger language plpgsql as $$
begin ${note(`
    select distinct school_id from ((${shown('after')} except ${shown('before')})
      union all (${shown('before')} except ${shown('after')})) changed`)}
  return null;
end $$`;

const membersOf = (users: string): string =>
  `select distinct school_id from memberships where user_id in (${users})`;

/** Whose a photo of staff is goes by addresses. */
const OF_STAFF_ADDRESSES = `
create function note_revision_of_staff_addresses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then ${note(membersOf('select user_id from after'))}
  elsif tg_op = 'UPDATE' then ${note(membersOf('select user_id from before union select user_id from after'))}
  elsif tg_op = 'DELETE' then ${note(membersOf('select user_id from before'))}
  else ${note(membersOf('select user_id from memberships'))}
  end if;
  return null;
end $$`;

export class SmallPhotos1796820000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, owner] of Object.entries(OWNERS)) {
      await queryRunner.query(`ALTER TABLE "${table}" ADD "small_of" TIMESTAMP WITH TIME ZONE`);
      await queryRunner.query(`ALTER TABLE "${table}" ADD "has_small" boolean NOT NULL DEFAULT false`);
      await queryRunner.query(
        `CREATE INDEX "${table}_small_idx" ON "${table}" ("school_id", "${owner}") WHERE small_of is distinct from updated_at`,
      );
    }
    await queryRunner.query(OF_PHOTOS);
    await queryRunner.query(OF_STAFF_ADDRESSES);
    await noteUpdates(queryRunner, 'student_photos', `note_revision_of_photos('directory')`);
    await noteUpdates(queryRunner, 'parent_photos', `note_revision_of_photos('directory', 'staff')`);
    for (const [change, rows] of CHANGES) {
      await noteStaff(queryRunner, { table: 'memberships', change, rows }, 'note_revision');
      await noteStaff(
        queryRunner,
        { table: 'user_addresses', change, rows },
        'note_revision_of_staff_addresses',
      );
      if (change !== 'update')
        await noteStaff(queryRunner, { table: 'parent_photos', change, rows }, 'note_revision');
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [change] of CHANGES)
      for (const table of ['memberships', 'user_addresses', 'parent_photos'])
        await queryRunner.query(`drop trigger if exists note_staff_revision_${change} on ${table}`);
    for (const table of Object.keys(OWNERS)) {
      await noteUpdates(queryRunner, table, `note_revision('directory')`);
      await queryRunner.query(`DROP INDEX "public"."${table}_small_idx"`);
      await queryRunner.query(`ALTER TABLE "${table}" DROP COLUMN "has_small"`);
      await queryRunner.query(`ALTER TABLE "${table}" DROP COLUMN "small_of"`);
    }
    await queryRunner.query('drop function note_revision_of_staff_addresses');
    await queryRunner.query('drop function note_revision_of_photos');
  }
}

const noteUpdates = (queryRunner: QueryRunner, table: string, call: string): Promise<unknown> =>
  queryRunner.query(
    `create or replace trigger note_revision_update after update on ${table}
     referencing old table as before new table as after for each statement execute function ${call}`,
  );

const noteStaff = (
  queryRunner: QueryRunner,
  { table, change, rows }: { table: string; change: string; rows: string },
  note: string,
): Promise<unknown> =>
  queryRunner.query(
    `create trigger note_staff_revision_${change} after ${change} on ${table} ${rows}
     for each statement execute function ${note}('staff')`,
  );
