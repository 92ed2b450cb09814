import type { DataSource, QueryRunner } from 'typeorm';
import { OneAtATimeDataSource } from '../../platform/database/one-at-a-time.data-source.js';
import { schemaDrift, type SchemaDrift } from '../../platform/database/migrations.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { shortened } from '../../platform/text/shortened.js';

/*
 * A restore loads rows into the tables of this version, with every key and check of theirs. So a backup is refused where the
 * tables that it is made of would not fit into those, on the day that it is made.
 */

/** True for a difference that only makes the version slower, or stricter: an added column, index or key. */
function isHarmless(statement: string): boolean {
  const [verb, kind, , action, what, , ...change] = statement.split(' ');
  if (kind === 'INDEX' || verb === 'COMMENT' || (verb === 'DROP' && kind === 'UNIQUE')) return true;
  if (verb !== 'ALTER' || kind !== 'TABLE') return false;
  if (action === 'DROP') return what === 'CONSTRAINT' || what === 'COLUMN';
  const isOfAColumn = action === 'ALTER' && what === 'COLUMN';
  return isOfAColumn && /^(DROP NOT NULL$|(SET|DROP) DEFAULT)/.test(change.join(' '));
}

/** Statements that are told, and characters of each. */
const MAX_TOLD = 3;
const MAX_STATEMENT = 200;

/** Keys and checks that rows need not keep, and unique indexes that do not hold: $1, names of tables. */
const UNCHECKED = `
  select 'alter table ' || conrelid::regclass || ' validate constraint ' || quote_ident(conname) as statement
  from pg_constraint f join pg_class c on c.oid = f.conrelid
  where c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[]) and not convalidated
    and contype in ('f', 'c')
  union all
  select 'reindex index ' || i.indexrelid::regclass from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[]) and i.indisunique and not i.indisvalid
  order by 1`;

/** Columns that the database computes: the product has none, and by them the tables cannot be told from its own. */
const COMPUTED = `
  select 'alter table ' || c.oid::regclass || ' drop column ' || quote_ident(a.attname) as statement
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[]) and a.attgenerated <> ''
    and a.attnum > 0 and not a.attisdropped order by 1`;

/** Foreign keys: with triggers switched off, rows come past them. */
const KEYS = `
  select conrelid::regclass::text as "table", confrelid::regclass::text as referred, quote_ident(conname) as name,
    (select json_agg(quote_ident(a.attname) order by k.place) from unnest(f.conkey) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number) as columns,
    (select json_agg(quote_ident(a.attname) order by k.place) from unnest(f.confkey) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.number) as "referredColumns"
  from pg_constraint f
  join pg_class c on c.oid = f.conrelid
  join pg_class o on o.oid = f.confrelid
  where f.contype = 'f' and f.conparentid = 0 and f.convalidated
    and c.relnamespace = 'public'::regnamespace and c.relname = any ($1::text[])
    and o.relnamespace = 'public'::regnamespace and o.relname = any ($1::text[])
  order by 1, 3`;

interface Key {
  table: string;
  referred: string;
  name: string;
  columns: string[];
  referredColumns: string[];
}

/**
 * @param runner in the transaction that the backup is made in
 * @param tables of this version that it is made of
 * @throws CommandRefusedError when the tables are not those of this version, or hold rows that a restore would refuse
 */
export async function assertRestorable(runner: QueryRunner, tables: string[]): Promise<void> {
  await assertOfThisVersion(runner);
  const computed = await runner.manager.query<{ statement: string }[]>(COMPUTED, [tables]);
  if (computed.length > 0) throw changedByHand(computed.map(({ statement }) => statement));
  const { up } = await driftOf(runner.dataSource);
  const changed = up.filter((statement) => !isHarmless(statement));
  if (changed.length > 0) throw changedByHand(changed);
  const unchecked = await runner.manager.query<{ statement: string }[]>(UNCHECKED, [tables]);
  if (unchecked.length > 0) throw changedByHand(unchecked.map(({ statement }) => statement));
  for (const key of await runner.manager.query<Key[]>(KEYS, [tables])) await assertNoOrphans(runner, key);
}

async function driftOf({ options }: DataSource): Promise<SchemaDrift> {
  const dataSource = await new OneAtATimeDataSource(options).initialize();
  return schemaDrift(dataSource).finally(() => dataSource.destroy());
}

async function assertOfThisVersion(runner: QueryRunner): Promise<void> {
  const known = runner.dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name);
  const rows = await runner.manager.query<{ name: string }[]>('select name from migrations');
  const applied = new Set(rows.map(({ name }) => name));
  if (known.some((name) => !applied.has(name)))
    throw new CommandRefusedError(
      'The database is of an older version, and whether a backup of it could be restored is known to that version alone: back up with that one, or run "db migrate" first. Nothing was written.',
    );
  if (applied.size > known.length)
    throw new CommandRefusedError(
      'The database is of a newer version, and whether a backup of it could be restored is known to that version alone: back up with that one. Nothing was written.',
    );
}

async function assertNoOrphans(runner: QueryRunner, key: Key): Promise<void> {
  const { table, referred, name, columns, referredColumns } = key;
  const isGiven = columns.map((column) => `mine.${column} is not null`).join(' and ');
  const isSame = columns.map((column, at) => `theirs.${referredColumns[at]!} = mine.${column}`).join(' and ');
  const [row] = await runner.manager.query<object[]>(
    `select from ${table} mine where ${isGiven} and not exists (select from ${referred} theirs where ${isSame}) limit 1`,
  );
  if (row)
    throw new CommandRefusedError(
      `The table ${table} has rows that refer to rows of ${referred} which are not there (${name}), and a backup with them could not be restored. Nothing was written: remove those rows, or put back what they refer to.`,
    );
}

const changedByHand = (statements: string[]): Error => {
  const more = statements.length > MAX_TOLD ? ` (and ${statements.length - MAX_TOLD} more)` : '';
  const told = statements.slice(0, MAX_TOLD).map((statement) => shortened(statement, MAX_STATEMENT));
  return new CommandRefusedError(
    `The tables are not those of this version: they were changed by hand, and a backup of them could not be restored. Nothing was written. What is to be done in the database, as its owner, to make them those of this version: ${told.join('; ')}${more}`,
  );
};
