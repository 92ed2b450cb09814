import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { aSchool, type TestSchool } from '../support/school.factory.js';
import { figure } from '../support/proofs/figures.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
let school: TestSchool;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t);
});
afterAll(() => t.close());

const sql = (text: string, parameters: unknown[] = []): Promise<unknown> =>
  t.dataSource.query(text, parameters);

async function inTransaction(work: (runner: QueryRunner) => Promise<void>): Promise<void> {
  const runner = t.dataSource.createQueryRunner();
  await runner.startTransaction();
  await work(runner).finally(() => runner.release());
}

/** Rows at once: `REVISION_ROWS=50000` for the whole proof. */
const ROWS = Number(process.env.REVISION_ROWS ?? 500);

describe('an import', () => {
  it('costs next to nothing for many rows, one by one or in sets', async () => {
    const insert = (rows: string): string => `
      insert into students (school_id, source, source_id, first_name, last_name)
      select $1, 'content', gen_random_uuid(), 'Ada', 'Park' from generate_series(1, ${rows})`;
    const inSets = (): Promise<number> => took((runner) => runner.query(insert(`${ROWS}`), [school.id]));
    const oneByOne = (): Promise<number> =>
      took(async (runner) => {
        await runner.query(`do $$ begin for i in 1..${ROWS} loop
          ${insert('1').replace('$1', `'${school.id}'`)}; end loop; end $$`);
      });
    const raised = [await inSets(), await oneByOne()];
    await sql('alter table students disable trigger note_revision_insert');
    const silent = [await inSets(), await oneByOne()];
    await sql('alter table students enable trigger note_revision_insert');
    for (const [at, how] of ['in one statement', 'in as many statements'].entries())
      figure(
        `${ROWS} students inserted ${how}: with and without a revision`,
        `${raised[at]!.toFixed(0)} ms, ${silent[at]!.toFixed(0)} ms`,
      );
    expect(await sql('select count(*)::int as n from students where school_id = $1', [school.id])).toEqual([
      { n: 4 * ROWS },
    ]);
  }, 300_000);
});

/** Milliseconds until it is committed. */
async function took(work: (runner: QueryRunner) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await inTransaction(async (runner) => {
    await work(runner);
    await runner.commitTransaction();
  });
  return performance.now() - begun;
}
