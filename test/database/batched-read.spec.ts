import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { QueryBatcher, type Positioned } from '../../src/platform/database/query-batcher.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

interface Answer extends Positioned {
  quotient: number;
}

/** One that answers an even number and has no row for an odd one, and that cannot be asked about 0. */
const TEXT = `
  select asked.position::int, 10 / asked.number as quotient
  from unnest($1::int[]) with ordinality as asked(number, position)
  where asked.number % 2 = 0 and 10 / asked.number > 0`;

let database: TestDatabase;
let read: QueryBatcher<Answer>;
/** How many questions were in each statement. */
let sizes: number[];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ask = (numbers: number[]) => Promise.allSettled(numbers.map((number) => read.find([number])));
const quotients = (answers: PromiseSettledResult<Answer | null>[]) =>
  answers.map((answer) => (answer.status === 'fulfilled' ? (answer.value?.quotient ?? null) : 'failed'));

/** Answers wait for it. */
let gate: Promise<void>;
const hold = (): { release: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  return { release: resolve };
};

const counted = (): DataSource => {
  const query = async (text: string, parameters: unknown[][]): Promise<unknown> => {
    sizes.push(parameters[0]!.length);
    await gate;
    return database.dataSource.query(text, parameters);
  };
  return { query } as unknown as DataSource;
};

describe('A batched read', () => {
  beforeEach(() => {
    sizes = [];
    gate = Promise.resolve();
    read = new QueryBatcher<Answer>(counted(), TEXT);
  });

  it('gives everyone the row of their own question, and null to those who have none', async () => {
    expect(quotients(await ask([2, 3, 10, 2, 5]))).toEqual([5, null, 1, 5, null]);
  });

  it('answers more than fit in one statement', async () => {
    const numbers = Array.from({ length: 500 }, (_, index) => 2 + 2 * (index % 5));
    expect(quotients(await ask(numbers))).toEqual(numbers.map((number) => Math.floor(10 / number)));
    expect(Math.max(...sizes)).toBe(64);
  });

  it('fails those who are in the same statement, and nobody else', async () => {
    // The first two go alone, since none have come before.
    expect(quotients(await ask([2, 10, 0, 5]))).toEqual([5, 1, 'failed', 'failed']);
    expect(quotients(await ask([2]))).toEqual([5]);
  });

  it('gives a database without work as many as it had before, and keeps it at work with the others', async () => {
    const sixteen = Array<number>(16).fill(2);
    await ask(sixteen);
    expect(sizes.splice(0)).toEqual([1, 1, 14]);
    await ask(sixteen);
    expect(sizes.splice(0)).toEqual([8, 8]);
    await ask([2]);
    expect(sizes).toEqual([1]);
  });

  it('begins a second statement only once as many wait as is customary', async () => {
    await ask(Array<number>(16).fill(2));
    sizes = [];
    const database = hold();
    const first = ask([2, 2, 2]);
    await turn();
    const second = ask([2, 2]);
    await turn();
    expect(sizes).toEqual([3]);
    const third = ask(Array<number>(6).fill(2));
    await turn();
    expect(sizes).toEqual([3, 6]);
    database.release();
    await Promise.all([first, second, third]);
    expect(sizes).toEqual([3, 6, 2]);
  });

  it('keeps nobody waiting for more to come', async () => {
    await ask(Array<number>(64).fill(2));
    expect(quotients(await ask([2, 10]))).toEqual([5, 1]);
  });
});
