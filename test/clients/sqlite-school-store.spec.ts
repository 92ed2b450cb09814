import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteSchoolStore, type SyncedItem } from '../../clients/typescript/src/directory-client.js';

let database: DatabaseSync;
let store: SqliteSchoolStore;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  store = new SqliteSchoolStore(database, 'first');
});

const category = (id: string, name: string): SyncedItem<'category'> => ({
  ...{ type: 'category', id },
  value: { id, name, color: '#112233', position: 0 },
});
const names = async (of = store): Promise<string[]> =>
  (await of.all('category')).map(({ value }) => value.name);

describe('a store in SQLite', () => {
  it('refuses half of a change, and keeps what was there', async () => {
    await store.replace([category('1', 'News')], 'one');
    const lost = { ...category('3', 'Lost'), value: { position: 1n } } as unknown as SyncedItem;
    const drop = [{ type: 'category', id: '1' }] as const;
    await expect(store.change([category('2', 'Trips'), lost], drop, 'two')).rejects.toThrow(TypeError);
    await expect(store.replace([lost], 'two')).rejects.toThrow(TypeError);
    expect([await store.cursor(), await names()]).toEqual(['one', ['News']]);
  });

  it('keeps, changes and drops items with their cursor, and outlives its object', async () => {
    expect(await store.cursor()).toBeNull();
    await store.replace([category('1', 'News'), category('2', 'Trips')], 'one');
    await store.change([category('2', 'Journeys')], [{ type: 'category', id: '1' }], 'two');
    const again = new SqliteSchoolStore(database, 'first');
    expect([await again.cursor(), await names(again)]).toEqual(['two', ['Journeys']]);
    await store.replace([category('3', 'Meals')], 'three');
    expect(await names()).toEqual(['Meals']);
  });

  it('keeps schools apart, and clears one of them', async () => {
    const second = new SqliteSchoolStore(database, 'second');
    await store.replace([category('1', 'News')], 'one');
    await second.replace([category('1', 'Other news')], 'two');
    await store.clear();
    expect([await store.cursor(), await names()]).toEqual([null, []]);
    expect([await second.cursor(), await names(second)]).toEqual(['two', ['Other news']]);
  });
});
