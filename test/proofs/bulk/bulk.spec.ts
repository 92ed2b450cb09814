import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromProjectRoot } from '../../../src/platform/config/project-root.js';
import type { ImportIssue } from '../../../src/platform/import-report.js';
import { figure } from '../../support/proofs/figures.js';
import { testSigningKey } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { asFolder, asZip, District } from './a-large-export.js';
import { aMuchToldPerson } from './a-much-told-person.js';
import { COUNTED, ensureBuilt, measured, OPTIONS, type Measured } from './a-measured-command.js';

/** `BULK_USERS=50000` asks for the whole count; only then the bounds are those that are promised. */
const ASKED = process.env.BULK_USERS;
const USERS = Number(ASKED ?? 2_000);
const MAX_SECONDS = 60;
const MAX_MB = 350;

/** Records that are held on one person, of 2.5 KB each. */
const RECORDS = ASKED ? 20_000 : 8_000;

/** What two runs of one command differ by anyhow. */
const NOISE_MB = 32;
/** Of an import, for one more person: the rows of an export are held until their school is written. */
const KB_A_USER = 3;

const TIME = 60_000 + USERS * 20;

(COUNTED ? describe : describe.skip)('Bulk work', () => {
  const whole = new District(USERS);
  const one = new District(USERS, 1);
  const quarter = new District(Math.round(USERS / 4));
  const databases = new Map<string, TestDatabase>();
  let folder: string;
  beforeAll(async () => {
    await ensureBuilt();
    folder = mkdtempSync(join(tmpdir(), 'school-directory-bulk-'));
    for (const name of ['whole', 'one school', 'quarter', 'whole again', 'quarter again'])
      databases.set(name, await createTestDatabase());
    // It may have to be built, or be waited for while another suite builds it.
  }, 300_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    for (const database of databases.values()) await database.drop();
  });

  const on = (name: string, ...argv: string[]): Promise<Measured> =>
    measured(
      {
        DATABASE_URL: databases.get(name)!.url,
        DATA_DIR: join(folder, name),
        AUTH_SIGNING_KEY: (process.env.AUTH_SIGNING_KEY ??= testSigningKey()),
      },
      ...argv,
    );

  it('runs with the options that are measured here', () => {
    const script = readFileSync(fromProjectRoot('scripts/cli.mjs'), 'utf8');
    expect(script.replaceAll(/\s+/g, ' ')).toContain(
      `nodeOptions: [${OPTIONS.map((option) => `'${option}'`).join(', ')}]`,
    );
  });

  describe('import oneroster', () => {
    let first: Measured;

    it(
      'takes a folder, and tells of every row that it could not take',
      async () => {
        const path = await asFolder(whole, '1.1', join(folder, 'export'));
        first = await on('whole', 'import', 'oneroster', path, '--time-zone', 'UTC');
        expect(first.stderr).toMatch(/^\d+ rows were left out\.\n$/);
        expect(first.json.errors.map(told)).toEqual(whole.spoiled);
        expect(first.json.created).toEqual(countsOf(whole));
        report(`Import of ${USERS} users from a folder (1.1), all new`, first);
      },
      TIME,
    );

    it(
      'changes nothing when the same comes again as a zip file',
      async () => {
        const path = await asZip(whole, '1.2', join(folder, 'export.zip'));
        const again = await on('whole', 'import', 'oneroster', path, '--time-zone', 'UTC');
        expect(again.json.errors.map(told)).toEqual(whole.spoiled);
        expect(again.json.unchanged).toEqual(countsOf(whole));
        const { created, updated, archived } = again.json;
        expect(Object.values({ ...created, ...updated, ...archived }).every((count) => count === 0)).toBe(
          true,
        );
        report(`Import of ${USERS} users from a zip file (1.2), all known`, again);
      },
      TIME,
    );

    // What looks through a school's rows again and again shows only here.
    it(
      'takes as many of one school',
      async () => {
        const path = await asZip(one, '1.1', join(folder, 'one-school.zip'));
        const all = await on('one school', 'import', 'oneroster', path, '--time-zone', 'UTC');
        expect(all.json.created).toEqual(countsOf(one));
        report(`Import of ${USERS} users of one school, all new`, all);
      },
      TIME,
    );

    it(
      'needs little more memory for four times as many',
      async () => {
        const path = await asFolder(quarter, '1.1', join(folder, 'quarter-export'));
        const some = await on('quarter', 'import', 'oneroster', path, '--time-zone', 'UTC');
        expect(some.json.created).toEqual(countsOf(quarter));
        const allowed = NOISE_MB + ((whole.size - quarter.size) * KB_A_USER) / 1024;
        expect(first.megabytes - some.megabytes).toBeLessThan(allowed);
      },
      TIME,
    );
  });

  it.each(['backup', 'restore'])(
    'makes a %s with the same memory for four times as many',
    async (command) => {
      const megabytes = [];
      for (const name of ['quarter', 'whole']) {
        const file = join(folder, `${name}.backup`);
        const { json, ...used } =
          command === 'backup'
            ? await on(name, 'backup', file)
            : await on(`${name} again`, 'restore', file, '--into-empty');
        expect(json.tables.students).toBe((name === 'whole' ? whole : quarter).students);
        megabytes.push(used.megabytes);
      }
      const [some, all] = megabytes as [number, number];
      figure(
        `Memory of a ${command} of ${quarter.size} and of ${USERS} users`,
        `${Math.round(some)} MB, ${Math.round(all)} MB`,
        `at most ${NOISE_MB} MB apart`,
      );
      expect(all - some).toBeLessThan(NOISE_MB);
    },
    TIME,
  );

  it(
    'exports a person with the same memory for four times as many records',
    async () => {
      const megabytes = [];
      for (const [name, records] of [
        ['quarter', RECORDS / 4],
        ['whole', RECORDS],
      ] as const) {
        const email = await aMuchToldPerson(databases.get(name)!.dataSource, records);
        const { json, ...used } = await on(name, 'person', 'export', '--email', email);
        expect(json.notifications).toHaveLength(records);
        megabytes.push(used.megabytes);
      }
      const [some, all] = megabytes as [number, number];
      figure(
        `Memory of an export of a person with ${RECORDS / 4} and with ${RECORDS} records of 2.5 KB`,
        `${Math.round(some)} MB, ${Math.round(all)} MB`,
        `at most ${NOISE_MB} MB apart`,
      );
      expect(all - some).toBeLessThan(NOISE_MB);
    },
    TIME,
  );
});

const told = ({ file, line, code }: ImportIssue): string => `${file}:${line} ${code}`;

const countsOf = (district: District): Record<string, number> => ({
  schools: district.schools,
  students: district.students,
  guardians: district.links,
  staff: district.staff,
  organizations: district.classCount,
  organization_students: district.enrolled,
  organization_leaders: district.classCount,
});

function report(what: string, { seconds, cpuSeconds, megabytes }: Measured): void {
  const time = `${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of the processor, without the database)`;
  figure(`${what}: time`, time, `under ${MAX_SECONDS} s`);
  figure(`${what}: memory`, `${Math.round(megabytes)} MB`, `at most ${MAX_MB} MB`);
  if (!ASKED) return;
  expect(seconds).toBeLessThan(MAX_SECONDS);
  expect(megabytes).toBeLessThanOrEqual(MAX_MB);
}
