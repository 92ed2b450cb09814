import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { BriefClient } from '../../src/database/brief-client.js';

describe('A connection that answers briefly', () => {
  const client: pg.Client = new BriefClient({ connectionString: process.env.TEST_POSTGRES_URL });
  beforeAll(() => client.connect());
  afterAll(() => client.end());

  it('refuses with the error of the database, and the stack of the one who asked', async () => {
    const askedHere = async (): Promise<unknown> => await client.query('select $1::int / 0', [1]);
    const refusal = {
      code: '22012',
      message: 'division by zero',
      stack: expect.stringContaining('askedHere'),
    };
    await expect(askedHere()).rejects.toMatchObject(refusal);
    await expect(client.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  it('answers a text, a text with values and a named statement', async () => {
    const named = { name: 'sum', text: 'select $1::int + 1 as sum', values: [2] };
    await expect(client.query('select 1 as sum')).resolves.toMatchObject({ rows: [{ sum: 1 }] });
    await expect(client.query('select $1::int as sum', [2])).resolves.toMatchObject({ rows: [{ sum: 2 }] });
    await expect(client.query(named)).resolves.toMatchObject({ rows: [{ sum: 3 }], rowCount: 1 });
  });

  it('leaves it to the asker who brings a callback, or takes the rows as they come', async () => {
    const called = await new Promise((resolve, reject) => {
      client.query('select $1::int as called', [4], (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result.rows),
      );
    });
    expect(called).toEqual([{ called: 4 }]);
    const rows: unknown[] = [];
    await new Promise((resolve, reject) => {
      const stream = new pg.Query('select generate_series(1, 3) as row');
      stream
        .on('row', (row) => rows.push(row))
        .on('end', resolve)
        .on('error', reject);
      client.query(stream);
    });
    expect(rows).toEqual([{ row: 1 }, { row: 2 }, { row: 3 }]);
  });
});
