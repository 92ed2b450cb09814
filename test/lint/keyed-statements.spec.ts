import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';

const { keyedStatements } = (await import(
  new URL('../../scripts/lint/keyed-statements.mjs', import.meta.url).href
)) as { keyedStatements: object };

const isRefused = (statement: string, still: string[] = []): boolean =>
  new Linter().verify(`query(\`${statement}\`);`, {
    plugins: { sql: keyedStatements },
    rules: { 'sql/keyed-statements': ['error', { still }] },
  }).length > 0;

describe('A statement of one table by its columns', () => {
  it.each([
    'insert into notes (school_id, body) values ($1, $2)',
    "update runs set state = $4, done_at = null where school_id = $1 and id = $2 and state = 'running'",
    'delete from lists where school_id = $1 and id = $2',
    'select 1 from lists where school_id = $1 and id = $2 and owner_membership_id = $3 for update',
    'select count(*)::int as count from lists where school_id = $1',
    'select name, made_at as "madeAt"\n  from backups where is_encrypted = true and gone_at is null order by made_at desc',
  ])('fails: %s', (statement) => {
    expect(isRefused(statement)).toBe(true);
  });

  it('passes where its table is still read and written in SQL', () => {
    expect(isRefused('delete from users where id = $1', ['users'])).toBe(false);
    expect(isRefused('delete from notes where id = $1', ['users'])).toBe(true);
  });
});

describe('A statement that a repository says worse, or not at all', () => {
  it.each([
    ['a join', 'select l.id from lists l join schools s on s.id = l.school_id where l.id = $1'],
    ['a conflict', 'insert into notes (id) values ($1) on conflict do nothing'],
    ['a row that a write answers', 'update links set used_at = $2 where id = $1 returning user_id'],
    ['an expression', 'update tallies set counted = counted + $2 where id = $1'],
    ['a set', 'delete from lists where id = any ($1::uuid[])'],
    ['another table', 'select id from lists where id in (select list_id from entries where id = $1)'],
    ['a part of another one', 'exists (select from lists l where l.id = entry.list_id)'],
  ])('passes with %s', (_what, statement) => {
    expect(isRefused(statement)).toBe(false);
  });
});
