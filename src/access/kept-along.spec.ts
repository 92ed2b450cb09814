import { describe, expect, it } from '@jest/globals';
import { KeptAlong } from './kept-along.js';

interface Row {
  person: string;
  along: unknown;
  state: string | null;
}

/** Answers as the database does, and writes down what it was asked for. */
class Database {
  readonly asked: string[] = [];
  row: Row | null = { person: 'ada', along: ['first'], state: '1' };

  readonly whole = (): Promise<Row | null> => {
    this.asked.push('whole');
    return Promise.resolve(this.row);
  };

  readonly state = (): Promise<Row | null> => {
    this.asked.push('state');
    return Promise.resolve(this.row && { ...this.row, along: null });
  };
}

describe('what is kept of what callers were told', () => {
  it('is told again, as the same object, in the same state', async () => {
    const [kept, database] = [new KeptAlong(), new Database()];
    const first = await kept.read('me ada', database);
    database.row = { ...database.row!, person: 'Ada' };
    const again = await kept.read('me ada', database);
    expect(again).toEqual({ person: 'Ada', along: ['first'], state: '1' });
    expect(again?.along).toBe(first?.along);
    expect(database.asked).toEqual(['whole', 'state']);
  });

  it('gives way to what was read in another state', async () => {
    const [kept, database] = [new KeptAlong(), new Database()];
    await kept.read('me ada', database);
    database.row = { person: 'ada', along: ['second'], state: '2' };
    for (let time = 0; time < 2; time += 1)
      expect((await kept.read('me ada', database))?.along).toEqual(['second']);
    expect(database.asked).toEqual(['whole', 'state', 'whole', 'state']);
  });

  it('is the same for none but those of the same key', async () => {
    const [kept, database] = [new KeptAlong(), new Database()];
    await kept.read('me ada', database);
    await kept.read('me ben', database);
    expect(database.asked).toEqual(['whole', 'whole']);
  });

  it('is what the state was known for when it was asked, whatever others have read meanwhile', async () => {
    const [kept, database] = [new KeptAlong(), new Database()];
    await kept.read('me ada', database);
    const slow = kept.read('me ada', {
      ...database,
      state: async () => {
        const row = await database.state();
        database.row = { person: 'ada', along: ['second'], state: '2' };
        await kept.read('me ada', database);
        return row;
      },
    });
    expect((await slow)?.along).toEqual(['first']);
  });

  it('is of nobody whom the database does not know any more', async () => {
    const [kept, database] = [new KeptAlong(), new Database()];
    await kept.read('me ada', database);
    database.row = null;
    expect(await kept.read('me ada', database)).toBeNull();
    expect(database.asked).toEqual(['whole', 'state']);
  });

  it('is of nobody who ceases to be known between one question and the next', async () => {
    const [kept, database] = [new KeptAlong(), new Database()];
    await kept.read('me ada', database);
    const changed = () => Promise.resolve({ person: 'ada', along: null, state: '2' });
    expect(await kept.read('me ada', { state: changed, whole: () => Promise.resolve(null) })).toBeNull();
  });

  it('is not more than there is room for', async () => {
    const [kept, database] = [new KeptAlong(), new Database()];
    database.row = { person: 'ada', along: 'x'.repeat(5_000_000), state: '1' };
    for (let time = 0; time < 2; time += 1) await kept.read('me ada', database);
    expect(database.asked).toEqual(['whole', 'whole']);
  });
});
