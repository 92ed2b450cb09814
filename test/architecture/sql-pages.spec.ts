import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { loadModule, parseSync } from 'libpg-query';
import { fromProjectRoot } from '../../src/platform/config/project-root.js';
import { Senders } from '../support/statements/senders.js';
import { differences, normalizedStatement, readPages } from '../support/statements/sql-pages.js';

/*
 * docs/sql shows reviewers the SQL of each class. A run of all tests compares it with what was sent; what can be told without
 * sending anything is told here.
 */

await loadModule();

const pages = readPages();
const senders = Senders.ofSources();
const complete = (statement: string): string => statement.replaceAll(', …', '');
const sender = { owner: 'NotesRepository', method: 'findNote', file: 'notes.repository' };

describe('docs/sql', () => {
  it('names classes and methods that exist, each on a page in the folder of its room', () => {
    const owners = [...pages.values()];
    expect(owners.length).toBeGreaterThan(300);
    expect(owners.filter((each) => !senders.has(each))).toEqual([]);
    const files = owners.map(({ owner }) => `docs/sql/${senders.roomOf(owner)}/${owner}.sql`);
    expect([...new Set(files)].filter((file) => !existsSync(fromProjectRoot(file)))).toEqual([]);
  });

  it('keeps statements that PostgreSQL can parse', () => {
    const unreadable = [...pages.keys()].filter((statement) => {
      try {
        return (parseSync(complete(statement)) as { stmts: unknown[] }).stmts.length !== 1;
      } catch {
        return true;
      }
    });
    expect(unreadable).toEqual([]);
  });

  it('keeps no value that was sent: no id, address or moment', () => {
    const VALUE = /[0-9a-f]{8}-[0-9a-f]{4}-(?!0000)|@example|\b20\d\d-\d\d-\d\d|https?:/i;
    expect([...pages.keys()].filter((statement) => VALUE.test(statement))).toEqual([]);
  });
});

describe('a statement on a page', () => {
  it('keeps one spelling, whatever its indentation and the length of its lists', () => {
    expect(normalizedStatement('\n    select 1\n      from notes where id in ($1, $2, $3);')).toBe(
      'select 1\n  from notes where id in ($1, …)',
    );
    expect(normalizedStatement('INSERT INTO "stars"("a", "b") VALUES ($1, $2), ($3, $4)')).toBe(
      'INSERT INTO "stars"("a", "b") VALUES ($1, $2), …',
    );
  });

  it('stays named where it changed, and where it is not sent any more', () => {
    const stored = new Map([['select 1 from notes', sender]]);
    expect(differences([{ sender, text: ' select 1 from notes' }], stored)).toEqual([]);
    expect(differences([{ sender, text: 'select 2 from notes' }], stored)).toEqual([
      expect.stringContaining(
        'NotesRepository.findNote sends what docs/sql has not (npm run sql writes it):',
      ),
      expect.stringContaining('NotesRepository.findNote does not send what docs/sql has'),
    ]);
  });
});
