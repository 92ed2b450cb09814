import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/test-app.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const columnsOf = async (relation: string): Promise<string[]> => {
  const rows = await t.dataSource.query<{ name: string }[]>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
    [relation],
  );
  return rows.map(({ name }) => name);
};

describe('the view `family_guardians`', () => {
  it('keeps every column of the table: a migration that adds one makes the view again', async () => {
    expect(await columnsOf('family_guardians')).toEqual(await columnsOf('guardians'));
  });
});
