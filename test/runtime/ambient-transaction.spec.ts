import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import {
  afterCommit,
  requiresNew,
  inAmbientTransaction,
  JoinableDataSource,
} from '../../src/platform/database/ambient-transaction.js';
import { queryPrepared } from '../../src/platform/database/prepared-statement.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

let database: TestDatabase;
let joinable: JoinableDataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.dataSource.query('create table words (word text)');
  joinable = new JoinableDataSource(dataSourceOptions({ url: database.url, poolSize: 2 }));
  await joinable.initialize();
});
afterAll(async () => {
  await joinable.destroy();
  await database.drop();
});
beforeEach(() => database.dataSource.query('truncate words'));

const write = (word: string) => joinable.query('insert into words values ($1)', [word]);
const writeInTransaction = (word: string, then: () => void = () => undefined) =>
  joinable.transaction(async (manager) => {
    await manager.query('insert into words values ($1)', [word]);
    then();
  });
const written = async (): Promise<string[]> => {
  const rows = await database.dataSource.query<{ word: string }[]>('select word from words order by word');
  return rows.map(({ word }) => word);
};
const fail = (): never => {
  throw new Error('no');
};

describe('A joint transaction', () => {
  it('keeps nothing of the transactions and the statements in it when it fails', async () => {
    const work = inAmbientTransaction(joinable, async () => {
      await writeInTransaction('one');
      await write('two');
      await writeInTransaction('three');
      fail();
    });
    await expect(work).rejects.toThrow('no');
    expect(await written()).toEqual([]);
  });

  it('shows nothing of them to others before its end, and all of them after it', async () => {
    const seen: string[][] = [];
    await inAmbientTransaction(joinable, async () => {
      await writeInTransaction('one');
      await write('two');
      seen.push(await written());
    });
    expect([...seen, await written()]).toEqual([[], ['one', 'two']]);
  });

  it('shows them to what is read in it, prepared or not', async () => {
    const read = () => queryPrepared<{ word: string }>(joinable, 'select word from words', []);
    await inAmbientTransaction(joinable, async () => {
      await write('one');
      expect(await read()).toEqual([{ word: 'one' }]);
      expect(await joinable.query('select word from words')).toEqual([{ word: 'one' }]);
      expect(await requiresNew(read)).toEqual([]);
    });
    expect(await read()).toEqual([{ word: 'one' }]);
  });

  it('goes on after a transaction in it that failed, without what that one wrote', async () => {
    await inAmbientTransaction(joinable, async () => {
      await writeInTransaction('one');
      await writeInTransaction('two', fail).catch(() => undefined);
      await writeInTransaction('three');
    });
    expect(await written()).toEqual(['one', 'three']);
  });

  it('lets in nobody who runs beside it, and nobody after its end', async () => {
    let late = Promise.resolve();
    const joint = inAmbientTransaction(joinable, async () => {
      late = setTimeout(30).then(() => write('late'));
      await setTimeout(10);
      fail();
    });
    await Promise.all([expect(joint).rejects.toThrow('no'), write('beside')]);
    await late;
    expect(await written()).toEqual(['beside', 'late']);
  });

  it('gives its connection back', async () => {
    for (let round = 0; round < 5; round += 1) {
      await inAmbientTransaction(joinable, () => write(`word ${round}`));
      await inAmbientTransaction(joinable, async () => fail()).catch(() => undefined);
    }
    expect(await written()).toHaveLength(5);
  });
});

describe('afterCommit', () => {
  const follow = (): Promise<void> => afterCommit(() => write('followed').then(() => undefined));

  it('waits for the end of a joint transaction, and stands outside of it', async () => {
    await inAmbientTransaction(joinable, async () => {
      await follow();
      expect(await joinable.query('select from words')).toEqual([]);
      await write('one');
    });
    expect(await written()).toEqual(['followed', 'one']);
  });

  it('runs nothing when the joint transaction comes to nothing', async () => {
    await inAmbientTransaction(joinable, () => follow().then(fail)).catch(() => undefined);
    expect(await written()).toEqual([]);
  });

  it('runs at once where there is no joint transaction', async () => {
    await follow();
    expect(await written()).toEqual(['followed']);
  });
});

describe('apart', () => {
  it('commits whatever becomes of the joint transaction around it', async () => {
    const joint = inAmbientTransaction(joinable, async () => {
      await requiresNew(() => writeInTransaction('kept'));
      await write('lost');
      fail();
    });
    await expect(joint).rejects.toThrow('no');
    expect(await written()).toEqual(['kept']);
  });
});

describe('closing a data source', () => {
  it('ends a joint transaction that is open, and keeps nothing of it', async () => {
    const closing = new JoinableDataSource(dataSourceOptions({ url: database.url, poolSize: 2 }));
    await closing.initialize();
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const work = inAmbientTransaction(closing, async () => {
      await closing.query(`insert into words values ('lost')`);
      begun.resolve();
      await held.promise;
      await closing.query(`insert into words values ('late')`);
    });
    const outcome = work.then(
      () => 'done',
      () => 'failed',
    );
    await begun.promise;
    await closing.destroy();
    held.resolve();
    expect(await outcome).toBe('failed');
    expect(await written()).toEqual([]);
  });
});
