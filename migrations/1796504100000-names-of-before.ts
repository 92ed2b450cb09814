import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows a batch: each is a transaction of its own, and locks them for the blink of an eye. */
const BATCH = 500;

/** Of a person with one name: it stood beside a dash. */
const ONE_NAME = `
  first_name = case when p.first_name = '—' then p.last_name else p.first_name end,
  last_name = case when '—' in (p.first_name, p.last_name) then '' else p.last_name end`;

function batchOf(table: string, condition: string, changes: string): string {
  return `
with batch as (
  select school_id, id from ${table} where ${condition} limit ${BATCH} for no key update)
update ${table} p set ${changes} from batch where p.school_id = batch.school_id and p.id = batch.id returning 1`;
}

const HAS_ONE_NAME = `'—' in (first_name, last_name)`;

/** The trigger of the migration before does the work where a student goes by another name. */
const NAMES = [
  batchOf('students', `${HAS_ONE_NAME} or preferred_name <> '' and preferred_name <> first_name`, ONE_NAME),
  batchOf('guardians', HAS_ONE_NAME, ONE_NAME),
  batchOf('staff_members', HAS_ONE_NAME, ONE_NAME),
];

/** As they were written before: by their names in the records. */
const RECORDED = batchOf(
  'students',
  'legal_first_name is not null or legal_last_name is not null',
  `first_name = coalesce(p.legal_first_name, p.first_name), last_name = coalesce(p.legal_last_name, p.last_name),
   legal_first_name = null, legal_last_name = null`,
);

/** Gives who is there their names, batch by batch beside those who write. Begun again, it goes on where it was. */
export class NamesOfBefore1796504100000 implements MigrationInterface {
  readonly transaction = false;

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table students enable trigger set_student_names`);
    for (const statement of NAMES) await untilDone(queryRunner, statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`alter table students disable trigger set_student_names`);
    await untilDone(queryRunner, RECORDED);
  }
}

async function untilDone(queryRunner: QueryRunner, statement: string): Promise<void> {
  for (;;) {
    const changed = (await queryRunner.query(statement)) as [unknown[], number] | undefined;
    if (!changed || changed[1] === 0) return;
  }
}
