import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';
import { PERIODS, type Period, RETENTION } from '../../../src/platform/database/retention.js';
import { figure } from '../../support/proofs/figures.js';
import { LivingSchool } from './living-school.js';

/*
 * A school lives through a year, whose days are all alike, and its clock is moved: every table whose rows go by their age has as many
 * at the end as when its period was over first. One that still grows needs its bound in docs/evidence/growth.md.
 */

/** YEAR_MONTHS=13: a year and a month. */
const MONTHS = Number(process.env.YEAR_MONTHS ?? 4);
const DAYS = 30;
/** Months at the end that are compared with those before. */
const LAST = 2;
jest.setTimeout(120_000 + MONTHS * 60_000);

const GROWTH = readFileSync(fromProjectRoot('docs/evidence/growth.md'), 'utf8');
const hasBound = (table: string): boolean =>
  new RegExp(`^\\| [^|]*\`${table}\`[^|]*\\|[^|]*\\|[^|]{4,}\\|`, 'm').test(GROWTH);

let living: LivingSchool;
/** Rows of each table at the end of each month. */
const rows: Record<string, number[]> = {};
beforeAll(async () => {
  living = await LivingSchool.begin('2026-12-01T12:00:00.000Z');
}, 120_000);
afterAll(() => living.end());

async function count(): Promise<void> {
  for (const [table, { clears = [] }] of PERIODS) {
    const where = clears.length > 0 ? `num_nonnulls(${clears.join(', ')}) > 0` : 'true';
    const [{ n }] = await living.t.dataSource.query<[{ n: number }]>(
      `select count(*)::int as n from ${table} where ${where}`,
    );
    (rows[table] ??= []).push(n);
  }
}

/** Days that rows stay which go with those of another table: mails of notifications. */
const LONGER: Record<string, number> = { mails: RETENTION.notifications.days };

/** The first month at whose end the period of the rows of the first day is over; a month that goes as a whole has to be over too. */
const settledBy = (table: string, { days, byMonth }: Period): number =>
  Math.ceil((Math.max(days, LONGER[table] ?? 0) + (byMonth ? 31 : 0)) / DAYS) + 1;

const most = (counts: number[]): number => Math.max(0, ...counts);

/** Whether there are no more rows in the last months than before; days are alike, and months are not all equally long. */
function isFlat(table: string, period: Period): boolean {
  const before = rows[table]!.slice(settledBy(table, period) - 1, MONTHS - LAST);
  return most(rows[table]!.slice(MONTHS - LAST)) <= most(before) * 1.1 + 3;
}

describe('A year', () => {
  it(`passes in ${MONTHS} months of ${DAYS} days`, async () => {
    for (let day = 1; day <= MONTHS * DAYS; day += 1) {
      await living.live();
      if (day % DAYS === 0) await count();
    }
    expect(most(Object.values(rows).flat())).toBeGreaterThan(0);
  });

  const settled = PERIODS.filter((one) => settledBy(...one) <= MONTHS - LAST);

  it.each(settled)('leaves no more rows of %s than its period allows', (table, period) => {
    expect([rows[table], isFlat(table, period)]).toEqual([rows[table], true]);
  });

  it('names a bound of what still grows', () => {
    const growing = PERIODS.filter((one) => !settled.includes(one)).map(([table]) => table);
    expect(growing.filter((table) => !hasBound(table))).toEqual([]);
  });

  it('meets most of the tables whose rows go by their age', () => {
    const written = PERIODS.filter(([table]) => most(rows[table]!) > 0);
    figure('Months of thirty days that a school lives', MONTHS);
    for (const [table, period] of written)
      figure(
        `Rows of \`${table}\` at the end of each month`,
        rows[table]!.join(', '),
        settled.some(([name]) => name === table)
          ? `flat from month ${settledBy(table, period)} on`
          : 'bound: growth.md',
      );
    const unwritten = PERIODS.filter((one) => !written.includes(one)).map(([table]) => `\`${table}\``);
    figure('Tables of which nothing was left at the end of any month', unwritten.join(', ') || 'none');
    expect(written.length).toBeGreaterThan(unwritten.length);
  });
});
