import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BatchedRead, type Placed } from '../../src/database/batched-read.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface Answer extends Placed {
  quotient: number;
}

/** One that answers an even number and has no row for an odd one, and that cannot be asked about 0. */
const TEXT = `
  select asked.position::int, 10 / asked.number as quotient
  from unnest($1::int[]) with ordinality as asked(number, position)
  where asked.number % 2 = 0 and 10 / asked.number > 0`;

let database: TestDatabase;
let read: BatchedRead<Answer>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ask = (numbers: number[]) => Promise.allSettled(numbers.map((number) => read.find([number])));
const quotients = (answers: PromiseSettledResult<Answer | null>[]) =>
  answers.map((answer) => (answer.status === 'fulfilled' ? (answer.value?.quotient ?? null) : 'failed'));

describe('A batched read', () => {
  beforeAll(() => {
    read = new BatchedRead<Answer>(database.dataSource, TEXT);
  });

  it('gives everyone the row of their own question, and null to those who have none', async () => {
    expect(quotients(await ask([2, 3, 10, 2, 5]))).toEqual([5, null, 1, 5, null]);
  });

  it('answers more than fit in one statement', async () => {
    const numbers = Array.from({ length: 500 }, (_, index) => 2 + 2 * (index % 5));
    expect(quotients(await ask(numbers))).toEqual(numbers.map((number) => Math.floor(10 / number)));
  });

  it('fails those who are in the same statement, and nobody else', async () => {
    const [bad, good] = await Promise.all([
      // Half of them in each lane.
      ask([2, 0, 5, 10]),
      // In the next turn of the event loop.
      new Promise((resolve) => setImmediate(resolve)).then(() => ask([2, 10])),
    ]);
    expect(quotients(bad)).toEqual(['failed', 'failed', null, 1]);
    expect(quotients(good)).toEqual([5, 1]);
    expect(quotients(await ask([2]))).toEqual([5]);
  });
});
