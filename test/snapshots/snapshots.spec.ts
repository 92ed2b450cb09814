import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { Replicas } from '../../src/platform/database/replicas.js';
import type { SnapshotKind } from '../../src/platform/cache/snapshot-kind.js';
import { type SnapshotRead, snapshotReads } from '../../src/platform/observability/snapshot-reads.js';
import { SnapshotsRepository } from '../../src/platform/cache/snapshots.repository.js';
import { SnapshotsService } from '../../src/platform/cache/snapshots.service.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

/** Words of a school: what the tests have put in. */
interface Word {
  id: string;
  word: string;
}
const WORDS: SnapshotKind<Word> = {
  name: 'words',
  subject: 'staff',
  list: 'words',
  rows: 'select id, word from words where school_id = $1 order by id',
  write: (rows) => rows.map((row) => ({ id: row.id, text: JSON.stringify(row) })),
};
const SCHOOL = '00000000-0000-0000-0000-000000000001';
const MEMBER = { schoolId: SCHOOL, membershipId: 'm' };

let database: TestDatabase;
let snapshots: SnapshotsService;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.dataSource.query('create table words (school_id uuid, id text, word text)');
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.dataSource.query('truncate words');
  snapshots = keeping(1);
});

const NO_REPLICAS = new Replicas([], { maxLagMs: 0, position: () => Promise.resolve('0/0') });

const keeping = (snapshotCacheMb: number): SnapshotsService =>
  new SnapshotsService(new SnapshotsRepository(database.dataSource, NO_REPLICAS), { snapshotCacheMb });
const add = (word: string, schoolId = SCHOOL): Promise<unknown> =>
  database.dataSource.query('insert into words values ($1, $2, $2)', [schoolId, word]);
const read = async (revision: number, kind = WORDS, member = MEMBER): Promise<string> =>
  (await snapshots.read(kind, member, { revision })).text();
const wordSegmentsIn = (text: string): string[] =>
  (JSON.parse(text) as { words: Word[] }).words.map(({ word }) => word);

describe('a snapshot', () => {
  it('costs one read for a revision, and another for another one, later or not', async () => {
    await add('one');
    expect(wordSegmentsIn(await read(1))).toEqual(['one']);
    await add('two');
    expect(wordSegmentsIn(await read(1))).toEqual(['one']);
    expect(wordSegmentsIn(await read(2))).toEqual(['one', 'two']);
    await add('three');
    // An older state of the database has come back: what was kept is of a future that is none any more.
    expect(wordSegmentsIn(await read(1))).toEqual(['one', 'three', 'two']);
  });

  it('belongs to one school and one kind', async () => {
    const other = '00000000-0000-0000-0000-000000000002';
    await add('here');
    await add('there', other);
    expect(wordSegmentsIn(await read(1))).toEqual(['here']);
    expect(wordSegmentsIn(await read(1, WORDS, { ...MEMBER, schoolId: other }))).toEqual(['there']);
    const shouted = { ...WORDS, name: 'shouted', write: () => [{ text: '{"word":"HERE"}' }] };
    expect(wordSegmentsIn(await read(1, shouted))).toEqual(['HERE']);
  });

  it('serves, while it is being read, those who saw the same revision, and nobody who saw a later one', async () => {
    const slow = { ...WORDS, name: 'slow', rows: `${WORDS.rows.replace('select', 'select pg_sleep(0.2),')}` };
    await add('one');
    const first = [read(1, slow), read(1, slow)];
    await delay(100);
    await add('two');
    expect(wordSegmentsIn(await read(2, slow))).toEqual(['one', 'two']);
    expect((await Promise.all(first)).map(wordSegmentsIn)).toEqual([['one'], ['one']]);
  });

  it('fails for those who wait for it when it fails, and is read anew for the next one', async () => {
    const broken = {
      ...WORDS,
      name: 'broken',
      rows: `select 2 / length(word) as id from words where school_id = $1`,
    };
    await add('');
    expect(
      (await Promise.allSettled([read(1, broken), read(1, broken)])).map(({ status }) => status),
    ).toEqual(['rejected', 'rejected']);
    await database.dataSource.query(`update words set word = 'one'`);
    expect(JSON.parse(await read(1, broken))).toMatchObject({ words: [{ id: 0 }] });
  });

  it('gives way to others when there are too many, the one not used for longest first', async () => {
    const schools = Array.from({ length: 4 }, (_, n) => `00000000-0000-0000-0000-00000000001${n}`);
    for (const school of schools) await add('x'.repeat(150_000), school);
    const isNotificationRetained = async (school: string): Promise<boolean> => {
      await database.dataSource.query(`update words set word = 'other' where school_id = $1`, [school]);
      return !(await read(1, WORDS, { ...MEMBER, schoolId: school })).includes('other');
    };
    // Each takes 400 kB: the word is its id, too, and a third more may be needed packed.
    for (const school of [...schools.slice(0, 2), schools[0]!, schools[2]!])
      await read(1, WORDS, { ...MEMBER, schoolId: school });
    expect(await isNotificationRetained(schools[0]!)).toBe(true);
    expect(await isNotificationRetained(schools[2]!)).toBe(true);
    expect(await isNotificationRetained(schools[1]!)).toBe(false);
  });

  it('goes out though it is larger than what may be kept', async () => {
    snapshots = keeping(0);
    await add('one');
    expect(wordSegmentsIn(await read(1))).toEqual(['one']);
  });

  it('costs one read for those who ask at once, and another after them, where nothing may be kept', async () => {
    snapshots = keeping(0);
    const results: unknown[] = [];
    const note = (message: unknown): number => results.push((message as SnapshotRead).result);
    snapshotReads.subscribe(note);
    await add('one');
    const shouted = { ...WORDS, name: 'shouted' };
    await Promise.all([read(1), read(1, shouted), read(1), read(1, shouted)]);
    await read(1);
    snapshotReads.unsubscribe(note);
    expect(results).toEqual(['read', 'read', 'waited', 'waited', 'read']);
  });
});

describe('who looks on', () => {
  let told: unknown[];
  const listen = (message: unknown): number => told.push(message);
  beforeEach(() => {
    told = [];
    snapshotReads.subscribe(listen);
  });
  afterEach(() => void snapshotReads.unsubscribe(listen));

  it('learns whether a list was ready, and of which kind, and never of which school', async () => {
    await Promise.all([read(1), read(1), read(2)]);
    await read(2);
    const results = ['read', 'waited', 'read', 'kept'];
    expect(told).toEqual(results.map((result) => ({ kind: 'words', result })));
  });

  it('learns that it was read every time, where nothing may be kept', async () => {
    snapshots = keeping(0);
    for (const revision of [1, 1]) await read(revision);
    expect(told).toEqual(Array(2).fill({ kind: 'words', result: 'read' }));
    expect(snapshots.cachedBytes).toBe(0);
  });

  it('finds what is kept in bytes, and less when it has gone', async () => {
    expect(snapshots.cachedBytes).toBe(0);
    await add('x'.repeat(10_000));
    await read(1);
    expect(snapshots.cachedBytes).toBeGreaterThan(10_000);
    await database.dataSource.query('truncate words');
    await read(2);
    expect(snapshots.cachedBytes).toBeGreaterThan(0);
    expect(snapshots.cachedBytes).toBeLessThan(10_000);
  });
});
