import { describe, expect, it } from '@jest/globals';
import { KeptAlong } from './kept-along.js';

interface Row {
  person: string;
  along: unknown;
  state: string | null;
}

/** Answers as the database does: nothing along for the state that is known already. */
class Database {
  readonly asked: (string | null)[] = [];
  row: Row | null = { person: 'ada', along: ['first'], state: '1' };

  readonly read = (known: string | null): Promise<Row | null> => {
    this.asked.push(known);
    const along = this.row?.state === known ? null : this.row?.along;
    return Promise.resolve(this.row && { ...this.row, along });
  };
}

describe('what is kept of what callers were told', () => {
  it('is told again, as the same object, in the same state', async () => {
    const [kept, database] = [new KeptAlong(), new Database()];
    const first = await kept.read('me ada', database.read);
    database.row = { ...database.row!, person: 'Ada' };
    const again = await kept.read('me ada', database.read);
    expect(again).toEqual({ person: 'Ada', along: ['first'], state: '1' });
    expect(again?.along).toBe(first?.along);
    expect(database.asked).toEqual([null, '1']);
  });

  it('gives way to what was read in another state', async () => {
    const [kept, database] = [new KeptAlong(), new Database()];
    await kept.read('me ada', database.read);
    database.row = { person: 'ada', along: ['second'], state: '2' };
    for (let time = 0; time < 2; time += 1)
      expect((await kept.read('me ada', database.read))?.along).toEqual(['second']);
    expect(database.asked).toEqual([null, '1', '2']);
  });

  it('is the same for none but those of the same key', async () => {
    const [kept, database] = [new KeptAlong(), new Database()];
    await kept.read('me ada', database.read);
    await kept.read('me ben', database.read);
    expect(database.asked).toEqual([null, null]);
  });

  it('is what the state was known for when it was asked, whatever others have read meanwhile', async () => {
    const [kept, database] = [new KeptAlong(), new Database()];
    await kept.read('me ada', database.read);
    const slow = kept.read('me ada', async (known) => {
      const row = await database.read(known);
      const meanwhile = { person: 'ada', along: ['second'], state: '2' };
      await kept.read('me ada', () => Promise.resolve(meanwhile));
      return row;
    });
    expect((await slow)?.along).toEqual(['first']);
  });

  it('is of nobody whom the database does not know any more', async () => {
    const [kept, database] = [new KeptAlong(), new Database()];
    await kept.read('me ada', database.read);
    database.row = null;
    expect(await kept.read('me ada', database.read)).toBeNull();
  });

  it('is not more than there is room for', async () => {
    const [kept, database] = [new KeptAlong(), new Database()];
    database.row = { person: 'ada', along: 'x'.repeat(5_000_000), state: '1' };
    for (let time = 0; time < 2; time += 1) await kept.read('me ada', database.read);
    expect(database.asked).toEqual([null, null]);
  });
});
