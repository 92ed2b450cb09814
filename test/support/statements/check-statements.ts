import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ACROSS_SCHOOLS } from './across-schools.js';
import { tablesWithoutSchool } from './school-predicates.js';
import { differences, type SentStatement, writePages } from './sql-pages.js';

interface Collected {
  /** File and method that sent it. */
  from: string;
  text: string;
}

/** An operation that changed something, and how that is missing in the audit trail. */
interface Unaudited {
  operation: string;
  what: string;
}

const UNAUDITED = 'unaudited-';
/** Of `secrets-watch.ts`. */
const SECRETS = 'secret-';
/** Of the suites whose statements docs/sql has. */
const FOR_PAGES = 'sql-';
/** One operation a line; lines with # say what the file is. */
const EXCEPTIONS = new URL('../../security/unaudited.txt', import.meta.url);

/**
 * Looks at every statement that the service has sent in this run.
 * @param isWhole whether all tests ran, so that an exception that no statement has needed is one too many
 * @returns one line for each fault, and what was looked at
 */
export async function checkStatements(
  folder: string,
  databaseUrl: string,
  isWhole: boolean,
): Promise<{ faults: string[]; summary: string }> {
  const tables = await tablesOfSchools(databaseUrl);
  const used = new Set<string>();
  const faults = new Set<string>();
  const names = readdirSync(folder);
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
  const allowed = new Set(
    readFileSync(EXCEPTIONS, 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#')),
  );
  for (const name of names.filter((name) => name.startsWith(UNAUDITED))) {
    const { operation, what } = read<Unaudited>(name);
    if (!allowed.has(operation)) faults.add(`Not in the audit trail: ${operation}: ${what}`);
  }
  for (const name of names.filter((name) => name.startsWith(SECRETS))) {
    const { operation, what } = read<Unaudited>(name);
    faults.add(`A secret where it can be read: ${operation}: ${what}`);
  }
  const isStatement = (name: string): boolean =>
    ![UNAUDITED, SECRETS, FOR_PAGES].some((prefix) => name.startsWith(prefix));
  const collected = names.filter(isStatement).map((name) => read<Collected>(name));
  for (const { from, text } of collected) {
    const unbound = tablesWithoutSchool(text, tables).map((table) => table.split(' ')[0]!);
    const across = ACROSS_SCHOOLS[from]?.tables ?? [];
    if (unbound.length > 0) used.add(from);
    const wrong = across === 'every' ? [] : unbound.filter((table) => !across.includes(table));
    if (wrong.length > 0) faults.add(`${from}: no school is said of ${wrong.join(', ')} in:\n${text.trim()}`);
  }
  const sent = names.filter((name) => name.startsWith(FOR_PAGES)).map((name) => read<SentStatement>(name));
  if (process.env.WRITE_SQL === 'true') writePages(sent);
  else if (isWhole || process.env.CHECK_SQL === 'true')
    for (const difference of differences(sent)) faults.add(difference);
  if (isWhole)
    for (const name of Object.keys(ACROSS_SCHOOLS))
      if (!used.has(name)) faults.add(`${name}: is listed, and sends nothing without its school`);
  const summary = `${collected.length} statements, ${used.size} of ${Object.keys(ACROSS_SCHOOLS).length} exceptions used`;
  return { faults: [...faults], summary };
}

async function tablesOfSchools(databaseUrl: string): Promise<Set<string>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'school_id'`,
  );
  await client.end();
  return new Set(['schools', ...rows.map(({ name }) => name)]);
}
