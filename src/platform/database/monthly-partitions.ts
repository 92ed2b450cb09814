import type { EntityManager } from 'typeorm';
import { outsideOperation } from '../audit/operation.js';
import { PARTITIONS_LOCK } from './advisory-locks.js';
import { PERIODS } from './retention.js';

/*
 * A table of many rows that are over after some time is partitioned by the month (UTC) of one of its columns: what is over
 * goes with its partition, at once and without a trace. A partition is called `{table}_2026_11`; one that holds whatever
 * was there before is called `{table}_until_2026_11`, the month that it ends with not being in it. From that one rows go by
 * their age, until it is over as a whole. A default partition takes rows of months that have none, as a clock far from the
 * database's would make them.
 */

/** Making or dropping a partition gives up early: all later statements would wait behind it. */
const GIVE_WAY = `set local lock_timeout = '100ms'`;

const NAMES = `
  select child.relname as name from pg_inherits i
  join pg_class child on child.oid = i.inhrelid where i.inhparent = $1::regclass`;

/**
 * Makes the partitions for rows of these moments, where they are missing. Nobody who reads or writes waits for it.
 * @throws the driver's error with 55P03 when somebody uses the table in a way that does not allow it
 */
export async function makeMonths(
  manager: EntityManager,
  table: string,
  moments: Iterable<Date>,
): Promise<void> {
  const months = [...new Set([...moments].map(monthOf))].sort();
  await alone(manager, async (inside) => {
    const names = await partitionsOf(inside, table);
    for (const month of months)
      if (!names.some((name) => holds(table, name, month))) await makeMonth(inside, table, month);
  });
}

/** Months before and after a backup in which what it holds can have been written; what is older is over. */
const BEFORE_BACKUP = 14;
const AFTER_BACKUP = 2;

/** Tables that are partitioned by month, with the column that decides. */
const BY_MONTH = PERIODS.filter(([, period]) => period.byMonth).map(
  ([name, { since }]) => [name, since] as const,
);

/** UTC. */
export interface MonthSpan {
  first: Date;
  last: Date;
}

/**
 * From the first row to the last of every table by the month; null where none has a row.
 * @param schoolId whose rows are looked at; those of all schools without it
 */
export async function spanOfMonths(manager: EntityManager, schoolId?: string): Promise<MonthSpan | null> {
  const rows = schoolId === undefined ? '' : ' where school_id = $1';
  const each = BY_MONTH.map(([name, since]) => `select min(${since}), max(${since}) from ${name}${rows}`);
  const [span] = await manager.query<[{ first: Date | null; last: Date | null }]>(
    `select min(span.first) as first, max(span.last) as last from (${each.join(' union all ')}) span(first, last)`,
    schoolId === undefined ? [] : [schoolId],
  );
  return span.first && span.last ? { first: span.first, last: span.last } : null;
}

/**
 * Makes the partitions, of every table that has some, for the rows of a backup.
 * @param madeAt UTC, when it was made
 * @param span of its rows, where that reaches beyond what is usual
 */
export async function makeMonthsOfBackup(
  manager: EntityManager,
  madeAt: Date,
  span: MonthSpan | null = null,
): Promise<void> {
  const first = monthsAfter(madeAt, -BEFORE_BACKUP);
  const last = monthsAfter(madeAt, AFTER_BACKUP);
  const [from, until] = [Math.min(+first, +(span?.first ?? first)), Math.max(+last, +(span?.last ?? last))];
  const months: Date[] = [];
  for (let month = monthsAfter(new Date(from), 0); +month <= until; month = monthsAfter(month, 1))
    months.push(month);
  for (const [name] of BY_MONTH) {
    const [table] = await manager.query<[{ isThere: boolean }]>(
      `select exists (select from pg_class where oid = to_regclass($1) and relkind = 'p') as "isThere"`,
      [name],
    );
    if (table.isThere) await makeMonths(manager, name, months);
  }
}

/** The first of a month. */
function monthsAfter(moment: Date, months: number): Date {
  const first = new Date(firstOf(monthOf(moment)));
  first.setUTCMonth(first.getUTCMonth() + months);
  return first;
}

/**
 * Drops each partition in which the column is before that moment in every row.
 * @returns the names of those that went
 * @throws the driver's error with 55P03 while somebody uses the table, as a backup does
 */
export async function dropMonthsBefore(
  manager: EntityManager,
  table: string,
  moment: Date,
): Promise<string[]> {
  const isOver = (name: string): boolean => endOf(table, name) <= monthOf(moment);
  if (!(await partitionsOf(manager, table)).some(isOver)) return [];
  return alone(manager, async (inside) => {
    const over = (await partitionsOf(inside, table)).filter(isOver);
    for (const name of over) await inside.query(`drop table "${name}"`);
    return over;
  });
}

/**
 * Removes rows in which the column is at that moment or before, from partitions that are no month: the one that holds
 * whatever was there before, and the default one.
 * @returns how many, at most `limit` of each
 */
export async function removeRowsUntil(
  manager: EntityManager,
  { table, column }: { table: string; column: string },
  moment: Date,
  limit: number,
): Promise<number> {
  let removed = 0;
  for (const name of await partitionsOf(manager, table)) {
    if (!name.startsWith(`${table}_until_`) && name !== `${table}_default`) continue;
    const [, rows] = await manager.query<[unknown[], number]>(
      `delete from "${name}" where ctid = any (array(
         select ctid from "${name}" where "${column}" <= $1 order by "${column}" limit $2))`,
      [moment, limit],
    );
    removed += rows;
  }
  return removed;
}

/** Room for rows is no change of them, whatever it is made for. */
const alone = <T>(manager: EntityManager, work: (inside: EntityManager) => Promise<T>): Promise<T> =>
  outsideOperation(() =>
    manager.transaction(async (inside) => {
      await inside.query(GIVE_WAY);
      await inside.query('select pg_advisory_xact_lock($1)', [PARTITIONS_LOCK]);
      return work(inside);
    }),
  );

async function makeMonth(manager: EntityManager, table: string, month: string): Promise<void> {
  const name = `${table}_${month}`;
  // Attached, not made as a partition: that would wait for all who use the table.
  await manager.query(`create table "${name}" (like "${table}" including defaults including constraints)`);
  await manager.query(
    `alter table "${table}" attach partition "${name}" for values from ('${firstOf(month)}') to ('${firstOf(next(month))}')`,
  );
}

async function partitionsOf(manager: EntityManager, table: string): Promise<string[]> {
  const rows = await manager.query<{ name: string }[]>(NAMES, [table]);
  return rows.map(({ name }) => name);
}

/** `2026_11`; months compare as texts do. */
export const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7).replace('-', '_');

const firstOf = (month: string): string => `${month.replace('_', '-')}-01T00:00:00Z`;

function next(month: string): string {
  const first = new Date(firstOf(month));
  first.setUTCMonth(first.getUTCMonth() + 1);
  return monthOf(first);
}

/** The first month after it; the default partition never ends. */
function endOf(table: string, name: string): string {
  if (name === `${table}_default`) return '9999_99';
  const until = `${table}_until_`;
  return name.startsWith(until) ? name.slice(until.length) : next(name.slice(table.length + 1));
}

const holds = (table: string, name: string, month: string): boolean =>
  name === `${table}_${month}` || (name.startsWith(`${table}_until_`) && month < endOf(table, name));
