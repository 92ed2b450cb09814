import { describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { MIGRATIONS } from '../../src/platform/database/migrations.js';
import { FILL_UNDER_LOCK, LANDED, TAKE_AWAY } from './landed-migrations.js';

type Migration = (typeof MIGRATIONS)[number];

async function statementsOf(migration: Migration, way: 'up' | 'down'): Promise<string[]> {
  const statements: string[] = [];
  const query = (text: string): Promise<void> => {
    statements.push(text);
    return Promise.resolve();
  };
  await new migration()[way]({ query } as unknown as QueryRunner);
  return statements;
}

async function digestOf(migration: Migration): Promise<string> {
  const statements = [await statementsOf(migration, 'up'), await statementsOf(migration, 'down')];
  return hash('sha256', JSON.stringify(statements));
}

const inOneTransaction = (migration: Migration): boolean =>
  (new migration() as { transaction?: boolean }).transaction !== false;

/** What an older version, which runs beside the migration and after it, would fall over. */
const BREAKING: [RegExp, string][] = [
  [/\bDROP\s+(TABLE|COLUMN)\b|(?<!\bAFTER\s+)\bTRUNCATE\b/i, 'takes away what the older version may use'],
  [/\bRENAME\b/i, 'renames what the older version knows by its name'],
  [/\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i, 'changes a type, and rewrites the table under a lock'],
  [/\bSET\s+NOT\s+NULL\b/i, 'refuses what the older version writes'],
  [
    /\bADD\s+(COLUMN\s+)?"\w+"(?:(?!DEFAULT|,).)*\bNOT\s+NULL\b(?!\s+DEFAULT)/i,
    'wants a value that the older version does not write',
  ],
];

const breaksIn = (statement: string): string[] =>
  BREAKING.filter(([words]) => words.test(statement)).map(([, why]) => why);

const [MAKES, CHANGES, FILLS] = [
  /\bCREATE\s+TABLE\s+"?(\w+)/gi,
  /\b(?:ALTER\s+TABLE|(?:INDEX|TRIGGER)\s[^;]*?\bON)\s+"?(\w+)/gi,
  /^\s*(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|WITH\b.*\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM))\b/is,
];

/** Tables that stay locked, in one transaction, for as long as rows are written. */
function lockedWhileFilling(statements: string[]): string[] {
  const named = (words: RegExp): string[] =>
    statements.flatMap((text) => [...text.matchAll(words)].map(([, table]) => table!));
  if (!statements.some((text) => FILLS.test(text))) return [];
  const made = new Set(named(MAKES));
  return [...new Set(named(CHANGES))].filter((table) => !made.has(table));
}

describe('Migrations', () => {
  it('stay what they were when they landed', async () => {
    const digests: Record<string, string> = {};
    for (const migration of MIGRATIONS) digests[migration.name] = await digestOf(migration);
    // A new one is named there, with this digest.
    expect(digests).toEqual(LANDED);
  });

  it('leave the version before them working', async () => {
    const found: string[] = [];
    for (const migration of MIGRATIONS.filter(({ name }) => !TAKE_AWAY.includes(name)))
      for (const statement of await statementsOf(migration, 'up'))
        found.push(...breaksIn(statement).map((why) => `${migration.name} ${why}: ${statement}`));
    expect(found).toEqual([]);
  });

  it('write no rows while they keep others from a table', async () => {
    const found: Record<string, string[]> = {};
    for (const migration of MIGRATIONS.filter(inOneTransaction)) {
      const tables = lockedWhileFilling(await statementsOf(migration, 'up'));
      if (tables.length > 0) found[migration.name] = tables;
    }
    expect(Object.keys(found)).toEqual(FILL_UNDER_LOCK);
  });

  it.each([
    'DROP TABLE "polls"',
    'TRUNCATE "polls"',
    'ALTER TABLE "polls" DROP COLUMN "title"',
    'ALTER TABLE "polls" RENAME COLUMN "title" TO "name"',
    'ALTER TABLE "polls" ALTER COLUMN "title" TYPE varchar(9)',
    'ALTER TABLE "polls" ALTER COLUMN "description" SET NOT NULL',
    'ALTER TABLE "polls" ADD "color" text NOT NULL',
    'ALTER TABLE "polls" ADD "a" text, ADD "b" text COLLATE "C" NOT NULL',
  ])('would be refused for: %s', (statement) => {
    expect(breaksIn(statement)).toHaveLength(1);
  });

  it.each([
    `ALTER TABLE "polls" ADD "sequence" integer NOT NULL DEFAULT '0', ADD "color" text`,
    'CREATE TABLE "colors" ("id" uuid NOT NULL, "name" text NOT NULL)',
    'ALTER TABLE "polls" ALTER COLUMN "title" DROP NOT NULL',
    'create trigger "seen" after truncate on "polls" for each statement execute function "note"()',
  ])('pass with: %s', (statement) => {
    expect(breaksIn(statement)).toEqual([]);
  });
});
