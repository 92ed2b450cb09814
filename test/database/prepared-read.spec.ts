import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
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

  describe('is refused', () => {
    const pool = new pg.Pool({
      connectionString: process.env.TEST_POSTGRES_URL,
      max: 1,
      Client: BriefClient,
    });
    const read = async (text: string, values: unknown[] = []): Promise<object[]> => {
      const answer = pool.query(
        queryOf({ name: text.slice(0, 63), text, values }) as never,
      ) as Promise<unknown>;
      return ((await answer) as pg.QueryResult<object>).rows;
    };
    afterEach(async () => {
      expect(await read('select $1::json as next', [{ of: 1 }])).toEqual([{ next: { of: 1 } }]);
      expect(pool.totalCount).toBe(1);
    });
    afterAll(() => pool.end());

    it('with the error of the database', async () => {
      await expect(read('select nothing')).rejects.toMatchObject({ code: '42703' });
      await expect(read('select 6 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
    });

    it('after some of its rows have come', async () => {
      const shares = read('select 6 / (2 - n) as share from generate_series(0, $1::int) n', [2]);
      await expect(shares).rejects.toMatchObject({ code: '22012' });
    });

    it('for a value that cannot be written', async () => {
      const circle: { of?: object } = {};
      circle.of = circle;
      await expect(read('select $1::json as written', [circle])).rejects.toThrow('circular');
    });

    it('for an answer that cannot be read', async () => {
      const { MACADDR } = pg.types.builtins;
      const parser = pg.types.getTypeParser(MACADDR) as (value: string) => string;
      pg.types.setTypeParser(MACADDR, () => {
        throw new Error('no address');
      });
      const address = read(`select macaddr '08:00:2b:01:02:03' from generate_series(1, 2)`);
      await expect(address).rejects.toThrow('no address');
      pg.types.setTypeParser(MACADDR, parser);
    });

    it('when its connection is cut', async () => {
      const cut = read('select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)');
      await expect(cut).rejects.toMatchObject({ code: '57P01' });
    });
  });
});
