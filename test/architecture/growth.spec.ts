import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { productFiles, textOf } from './source-files.js';

/*
 * Everything that somebody can make grow has a bound and a proof: docs/evidence/growth.md names every table, and every file that
 * writes to a disk or an object store.
 */

const PAGE = readFileSync(fromProjectRoot('docs/evidence/growth.md'), 'utf8');
const rowsUnder = (heading: string): string[][] => {
  const [, section = ''] = PAGE.split(`## ${heading}\n`);
  return section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
};
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

const TABLES = rowsUnder('Tables');
const STORES = rowsUnder('Files, objects and memory');
const WHO = ['strangers', 'person', 'managers', 'operator'];
/** What leaves something on a disk, or in a store. */
const WRITES =
  /\b(writeFile|appendFile|createWriteStream|mkdtemp|copyFile)(Sync)?\(|\.(putObject|PutObjectCommand)\b|new PutObjectCommand/;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('docs/evidence/growth.md', () => {
  it('names every table once, and none that is gone', async () => {
    const tables = await database.dataSource.query<{ name: string }[]>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
         and relnamespace = 'public'::regnamespace order by relname`,
    );
    const named = TABLES.flatMap(([names]) => namesIn(names!));
    expect(named.sort()).toEqual(tables.map(({ name }) => name));
  });

  it('names every file of the sources that writes to a disk or a store', () => {
    const writing = productFiles().filter((file) => WRITES.test(textOf(file)));
    const named = STORES.flatMap(([names]) => namesIn(names!));
    expect(writing.filter((file) => !named.includes(file))).toEqual([]);
    expect(named.filter((file) => !existsSync(fromProjectRoot(file)))).toEqual([]);
  });

  it('says of each who makes it grow, how far, and which test holds it', () => {
    const all = [
      ...TABLES.map((cells) => [cells[1], cells[2], cells[3]]),
      ...STORES.map((cells) => cells.slice(2)),
    ];
    for (const [who, bound, proof] of all) {
      expect(WHO).toContain(who);
      expect(bound).not.toBe('');
      expect(namesIn(proof!).every((file) => existsSync(fromProjectRoot(file)))).toBe(true);
      expect(namesIn(proof!).length).toBeGreaterThan(0);
    }
  });
});
