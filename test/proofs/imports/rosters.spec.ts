import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Importer } from '../../imports/oneroster/oneroster-importer.js';
import { figure } from '../../support/proofs/figures.js';
import { Chance } from './chance.js';
import { trueRoster, type TrueRoster } from './true-roster.js';
import { rowsOf, type Rows, VENDORS, written, type Vendor } from './vendors.js';

/*
 * OneRoster exports with the habits of five vendors, made from who is known to be there: students with their years, guardians,
 * staff and classes come in, or the report names them. FOREIGN_ROSTERS=500 asks for so many; FOREIGN_SEED=17 for one alone.
 */

const seed = process.env.FOREIGN_SEED;
const COUNT = seed ? 1 : Number(process.env.FOREIGN_ROSTERS ?? 25);
const SEEDS = Array.from({ length: COUNT }, (_, at) => Number(seed ?? at + 1));
/** What vendors do that the report tells, and that costs nothing. */
const HARMLESS = new Set(['no_manifest', 'not_utf8', 'unusual_delimiter']);

let importer: Importer;
beforeAll(async () => (importer = await Importer.create()));
afterAll(() => importer.close());

const found = { people: 0, faults: 0, lost: [] as string[] };

interface Told {
  /** Lines of what is to be there. */
  lines: string[];
  /** Ids or words that the report has to have as a value. */
  named: string[];
}

/** `s1 Zoë Müller 2031`, `s1: g1 mother`, `t1 Teacher`, `c1: s1 | t1 Teacher`. */
function linesOf({ students, guardians, staff, classes }: TrueRoster): string[] {
  const rank = ({ title }: { title: string }): number => (title === 'Aide' ? 2 : title === 'Teacher' ? 1 : 3);
  const LEADS_NO_CLASS = ['Administrator', 'Counselor', 'Assistant Principal', 'IT Administrator'];
  return [
    ...students.map(
      ({ id, name, level }) => `${id} ${name.join(' ')} ${level === null ? null : 2039 - level}`,
    ),
    ...guardians.flatMap((one) => one.students.map((student) => `${student}: ${one.id} ${one.relation}`)),
    ...staff.flatMap((one) => one.students.map((student) => `${student}: ${one.id} parent`)),
    ...staff.map(({ id, name, title }) => `${id} ${name.join(' ')} ${title}`),
    ...classes.map(({ id, students: pupils, leaders }) => {
      const led = leaders
        .filter(({ title }) => !LEADS_NO_CLASS.includes(title) || title === 'Assistant Principal')
        .toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
      return `${id}: ${pupils.toSorted().join(' ')} | ${led.map((one) => `${one.id} ${one.title}`).join(', ')}`;
    }),
  ].sort();
}

async function storedLines(): Promise<string[]> {
  const students = await importer.rows<{ line: string }>(
    `select source_id || ' ' || first_name || ' ' || last_name || ' ' || coalesce(graduation_year::text, 'null') as line
     from students where archived_at is null`,
  );
  const staff = await importer.rows<{ line: string }>(
    `select source_id || ' ' || first_name || ' ' || last_name || ' ' || title as line from staff_members where archived_at is null`,
  );
  const people = [...students, ...staff].map(({ line }) => line);
  return [...people, ...(await importer.links()), ...(await importer.classes())].sort();
}

/** A value or two that nobody understands. */
function withFaults(rows: Rows, lines: string[], roster: TrueRoster, chance: Chance): Told {
  const named: string[] = [];
  let left = lines;
  const student = chance.of(roster.students);
  if (chance.is(0.3)) {
    for (const row of [...rows.users!, ...(rows.roles ?? [])]) {
      if (![row.sourcedId, row.userSourcedId].includes(student.id)) continue;
      if (row.grades !== undefined) row.grades = 'Owls';
      if (row.grade !== undefined) row.grade = 'Owls';
    }
    const line = `${student.id} ${student.name.join(' ')} `;
    left = left.map((one) => (one.startsWith(line) ? `${line}null` : one));
    named.push('Owls');
  }
  if (chance.is(0.2)) {
    rows.users!.find(({ sourcedId }) => sourcedId === student.id)!.enabledUser = 'perhaps';
    named.push('perhaps');
  }
  if (chance.is(0.2)) {
    const lost = { sourcedId: 'g-lost', enabledUser: 'true', givenName: 'Al', familyName: 'Lost' };
    rows.users!.push({ ...lost, role: 'parent', orgSourcedIds: roster.schools[0]! });
    rows.roles?.push({ userSourcedId: 'g-lost', orgSourcedId: roster.schools[0]!, role: 'parent' });
    named.push('g-lost');
  }
  return { lines: left.toSorted(), named };
}

async function bring(seed: number): Promise<void> {
  const chance = new Chance(seed);
  const vendor: Vendor = chance.of(VENDORS);
  const roster = trueRoster(chance, Object.keys(vendor.staff));
  const rows = rowsOf(roster, vendor, chance);
  const { lines, named } = withFaults(rows, linesOf(roster), roster, chance);
  const folder = mkdtempSync(join(tmpdir(), 'school-directory-roster-'));
  for (const [name, table] of Object.entries(rows).filter(([, table]) => table.length > 0))
    writeFileSync(join(folder, `${name}.csv`), written(table, vendor));
  await importer.empty();
  const report = await importer.run(folder);
  const stored = await storedLines();
  const say = (text: string): void => void found.lost.push(`${seed} ${vendor.name}: ${text}`);
  for (const line of lines) if (!stored.includes(line)) say(`${line} is not there`);
  for (const line of stored) if (!lines.includes(line)) say(`${line} is not true`);
  const issues = [...report.errors, ...report.warnings];
  for (const value of named) if (!issues.some((issue) => issue.value === value)) say(`${value} is not named`);
  for (const { code, value, message } of issues)
    if (!HARMLESS.has(code) && !named.includes(value!)) say(`told without need: ${code} ${value} ${message}`);
  const again = await importer.run(folder);
  const changed = [again.created, again.updated, again.archived].flatMap(Object.values);
  if (changed.some((count) => count > 0)) say('the second run changes something');
  rmSync(folder, { recursive: true });
  found.people += roster.students.length + roster.guardians.length + roster.staff.length;
  found.faults += named.length;
}

describe('OneRoster exports as vendors write them', () => {
  it(
    'come in with students and years, guardians, staff and classes, or with the name of what did not',
    async () => {
      for (const one of SEEDS) await bring(one);
      figure('OneRoster exports with the habits of five vendors', COUNT);
      figure('Students, guardians and staff in them', found.people);
      figure('Values that are none, each named', found.faults);
      figure(
        'People, years, relations and classes lost or made otherwise without a word',
        found.lost.length,
        '0',
      );
      expect(found.lost).toEqual([]);
    },
    60_000 + COUNT * 5_000,
  );
});
