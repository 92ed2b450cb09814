import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables whose rows the list of events is made of, and what else their rows are part of already. */
const SUBJECTS: Record<string, string[]> = {
  categories: ['calendar'],
  events: ['calendar'],
  organizations: ['directory', 'staff', 'calendar'],
};

const CHANGES = [
  ['insert', 'referencing new table as after'],
  ['update', 'referencing old table as before new table as after'],
  ['delete', 'referencing old table as before'],
  ['truncate', ''],
] as const;

/** A subject of its own: a calendar feed changes with every claim and every family, the list of events does not. */
export class EventsRevision1795500000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await raise(queryRunner, ['events']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await raise(queryRunner, []);
    await queryRunner.query(`delete from school_revisions where subject = 'events'`);
  }
}

async function raise(queryRunner: QueryRunner, besides: string[]): Promise<void> {
  for (const [table, subjects] of Object.entries(SUBJECTS)) {
    const all = [...subjects, ...besides].map((subject) => `'${subject}'`).join(', ');
    for (const [change, rows] of CHANGES)
      await queryRunner.query(
        `create or replace trigger note_revision_${change} after ${change} on ${table} ${rows}
         for each statement execute function note_revision(${all})`,
      );
  }
}
