import type { DataSource } from 'typeorm';
import { AUDIT_TABLES } from '../../../src/platform/audit/operation.js';
import { columnsOf, type Column } from './school-moves.js';
import { JOURNAL_TABLES } from '../../../src/platform/journal/journal-tables.js';

/** In every text that is not the school's. */
export const CANARY = 'canary';
const AS_BYTES = Buffer.from(CANARY).toString('hex');

/** SQL: a text of its own for each row, in the type of the column; null for what holds no text. */
const VALUES: Record<string, string> = {
  text: `'${CANARY}' || gen_random_uuid()`,
  'character varying': `'${CANARY}' || gen_random_uuid()`,
  'text[]': `array['${CANARY}' || gen_random_uuid()]`,
  jsonb: `jsonb_build_object('${CANARY}' || gen_random_uuid(), 1)`,
  bytea: `convert_to('${CANARY}' || gen_random_uuid(), 'UTF8')`,
};

/** Who is named by a row of the school $1, as the tables have it. */
const PEOPLE = `
  select user_id from memberships where school_id = $1
  union select user_id from member_departures where school_id = $1
  union select user_id from guardian_departures where school_id = $1 and user_id is not null
  union select user_id from withdrawn_guardians where school_id = $1 and user_id is not null
  union select user_id from poll_responses where school_id = $1 and user_id is not null
  union select signed_by_user_id from permission_slip_responses where school_id = $1 and signed_by_user_id is not null`;

/** A signature says by which session it was given. */
const OF_A_PERSON = ['user_addresses', 'user_credentials', 'recovery_codes', 'passkeys', 'user_sessions'];

/** SQL: which rows of a table have nothing to do with the school $1. */
function isForeign({ table, ofSchool }: Column): string {
  if (ofSchool) return 'school_id <> $1';
  if (table === 'schools') return 'id <> $1';
  if (table === 'users') return `id not in (${PEOPLE})`;
  if (OF_A_PERSON.includes(table)) return `user_id not in (${PEOPLE})`;
  return '$1::uuid is not null';
}

/**
 * Puts one into every text of other schools, of people who have nothing to do with this one, and of the installation.
 * @returns the columns in which there is one, and those where a rule of the table allows none
 */
export async function spreadCanaries(
  dataSource: DataSource,
  schoolId: string,
): Promise<{ spread: string[]; refused: string[] }> {
  const [spread, refused]: [string[], string[]] = [[], []];
  for (const column of await columnsOf(dataSource)) {
    const value = VALUES[column.type];
    // Nothing of the audit trail is ever changed; a school's file has nothing of it.
    if (!value || ['migrations', ...AUDIT_TABLES, ...JOURNAL_TABLES].includes(column.table)) continue;
    const name = `${column.table}.${column.name}`;
    const statement = `update ${column.table} set "${column.name}" = ${value} where ${isForeign(column)}`;
    await dataSource.query(statement, [schoolId]).then(
      ([, rows]) => rows > 0 && spread.push(name),
      () => refused.push(name),
    );
  }
  return { spread, refused };
}

/** Ids of whatever is not the school's, and of no one of its people. */
export async function foreignIds(dataSource: DataSource, schoolId: string): Promise<string[]> {
  const ids = (await columnsOf(dataSource)).filter(({ name, type }) => name === 'id' && type === 'uuid');
  const found: string[] = [];
  for (const column of ids) {
    const statement = `select id from ${column.table} where ${isForeign(column)}`;
    for (const { id } of await dataSource.query<{ id: string }[]>(statement, [schoolId])) found.push(id);
  }
  return found;
}

/** The entries that hold one of the words, upper or lower case, as text or as bytes. */
export const holding = (entries: Map<string, Buffer>, words: string[]): string[] =>
  [...entries].flatMap(([name, content]) => {
    const text = `${name}\n${content.toString('latin1')}`.toLowerCase();
    return words.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`);
  });

export const CANARY_WORDS = [CANARY, AS_BYTES];
