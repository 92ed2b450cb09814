import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { BriefClient } from '../../src/database/brief-client.js';
import { queryOf } from '../../src/database/prepared-read.js';

describe('A read whose columns are those of the last time', () => {
  const client: pg.Client = new BriefClient({ connectionString: process.env.TEST_POSTGRES_URL });
  const answerTo = (asked: pg.QueryConfig): Promise<pg.QueryResult<object>> =>
    new Promise((resolve, reject) => {
      client.query(queryOf(asked) as never, (error: Error | null, result: pg.QueryResult<object>) =>
        error ? reject(error) : resolve(result),
      );
    });
  const rowsOf = async (asked: pg.QueryConfig): Promise<object[]> => (await answerTo(asked)).rows;
  beforeAll(async () => {
    await client.connect();
    await client.query('create temp table pupil (name text, year int)');
    await client.query(`insert into pupil values ('Ada', 2030), ('Bo', null)`);
  });
  afterAll(() => client.end());

  it('has the same rows each time', async () => {
    const named = { name: 'pupils', text: 'select name, year from pupil where name > $1', values: ['A'] };
    const all = [
      { name: 'Ada', year: 2030 },
      { name: 'Bo', year: null },
    ];
    for (const time of [1, 2, 3]) expect([time, await rowsOf(named)]).toEqual([time, all]);
    expect(await rowsOf({ ...named, values: ['B'] })).toEqual([{ name: 'Bo', year: null }]);
    expect(await rowsOf({ ...named, values: ['C'] })).toEqual([]);
  });

  it('does not work them out anew', async () => {
    const asked = { name: 'years', text: 'select year from pupil' };
    const { fields } = await answerTo(asked);
    expect((await answerTo(asked)).fields).toBe(fields);
  });

  it('has others when the database says so: another type, another name, one more', async () => {
    const asked = { text: 'select * from pupil where name = $1', values: ['Ada'] };
    expect(await rowsOf(asked)).toEqual([{ name: 'Ada', year: 2030 }]);
    await client.query('alter table pupil alter year type text');
    expect(await rowsOf(asked)).toEqual([{ name: 'Ada', year: '2030' }]);
    await client.query('alter table pupil rename year to class_of');
    expect(await rowsOf(asked)).toEqual([{ name: 'Ada', class_of: '2030' }]);
    await client.query('alter table pupil add grade int default 7');
    expect(await rowsOf(asked)).toEqual([{ name: 'Ada', class_of: '2030', grade: 7 }]);
  });

  it('refuses with the error of the database, and reads on', async () => {
    const asked = { name: 'division', text: 'select 6 / $1::int as share', values: [3] };
    expect(await rowsOf(asked)).toEqual([{ share: 2 }]);
    await expect(rowsOf({ ...asked, values: [0] })).rejects.toMatchObject({ code: '22012' });
    expect(await rowsOf(asked)).toEqual([{ share: 2 }]);
  });
});
