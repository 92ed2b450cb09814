import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { event, file } from '../imports/calendar/ics-text.js';
import { zipped } from '../imports/zip-file.js';
import { anOperator, type Operator } from '../support/processes/operator.js';
import { empty } from '../support/database/test-database.js';

const FILES = join(import.meta.dirname, '..', 'imports', 'foreign-files');
const given = (name: string): string => join(FILES, name);
const zipOf = (folder: string, change = (text: string) => text): Buffer =>
  zipped(
    readdirSync(given(folder)).map((name) => ({
      name,
      content: change(readFileSync(join(given(folder), name), 'utf8')),
    })),
  );

let operator: Operator;
beforeAll(async () => (operator = await anOperator()));
afterAll(() => operator.drop());
beforeEach(async () => {
  await empty(operator.dataSource);
  await types('school create --name Lincoln --short-name lincoln --time-zone America/New_York');
});

const types = (line: string, stdin: string | Buffer = '') => operator.types(line.split(' '), stdin);
const TO = '--school lincoln';
const FAIR = event('UID:a', 'DTSTART;VALUE=DATE:20261207', 'SUMMARY:Fair');
const BROKEN = event('UID:b', 'DTSTART:soon', 'SUMMARY:Ball');
const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1)!;

describe('import, its exit status', () => {
  it.each([
    ['calendar', file(), 'Nothing was imported'],
    ['calendar', file(BROKEN), '1 row was left out.'],
    ['calendar', file(BROKEN, BROKEN.replace('UID:b', 'UID:c')), '2 rows were left out.'],
    ['menus', 'date,meal_type,items\n', 'Nothing was imported'],
    ['menus', 'date,meal_type,items\n2026-12-07,brunch,Eggs\n', '1 row was left out.'],
    ['content', '{}', 'Nothing was imported'],
    ['content', '{"students":[{"source_id":1,"first_name":2,"last_name":[]}]}', '1 row was left out.'],
  ])('equals 1 where nothing is imported, strict or not: %s %j', async (kind, text, last) => {
    for (const strict of ['', ' --strict', ' --dry-run']) {
      const outcome = await types(`import ${kind} - ${TO}${strict}`, text);
      expect([outcome.status, lastLine(outcome.stderr)]).toEqual([1, expect.stringContaining(last)]);
      expect(outcome.stderr).toContain('Nothing was imported');
    }
  });

  it.each([
    ['calendar', file(FAIR, BROKEN)],
    ['menus', 'date,meal_type,items\n2026-12-07,lunch,Eggs\n2026-12-07,brunch,Eggs\n'],
    ['content', '{"students":[{"source_id":"a","first_name":"Ada","last_name":"Byron"},{"source_id":7}]}'],
  ])(
    'equals 0 with rows left out, 3 where it is strict, in the first run and the next: %s',
    async (kind, text) => {
      for (const [strict, status] of [
        ['', 0],
        [' --strict', 3],
        [' --strict --dry-run', 3],
      ] as const) {
        const outcome = await types(`import ${kind} - ${TO}${strict}`, text);
        expect([outcome.status, outcome.stderr]).toEqual([status, '1 row was left out.\n']);
      }
    },
  );

  it.each([
    ['calendar', file(FAIR)],
    ['calendar', file(event('UID:a', 'DTSTART;VALUE=DATE:20261207', 'STATUS:CANCELLED'))],
    ['calendar', readFileSync(given('exdates-cover-all-first-import.ics'), 'utf8')],
    ['menus', readFileSync(given('menu-allergens-comma.csv'), 'utf8')],
  ])('equals 0 where nothing is wrong, strict as well, and the second time: %s', async (kind, text) => {
    for (const time of ['first', 'second']) {
      const { status, stderr } = await types(`import ${kind} - ${TO} --strict`, text);
      expect([time, status, stderr]).toEqual([time, 0, '']);
    }
  });

  it('equals 1 for a calendar of which everything would vanish, until that is allowed', async () => {
    const season = file('METHOD:CANCEL', FAIR, FAIR.replace('UID:a', 'UID:c'));
    const refused = await types(`import calendar - ${TO} --json`, season);
    expect(refused).toMatchObject({ status: 1, json: { errors: [{ code: 'archive_limit' }], archived: {} } });
    expect(refused.stderr).toContain('run it again with --archive-limit 100%');
    expect(await types(`import calendar - ${TO} --archive-limit 100%`, season)).toMatchObject({ status: 0 });
  });

  it('equals 1 for a calendar that lacks too much of what lies ahead, until that is allowed', async () => {
    const ahead = (uid: string): string =>
      event(`UID:${uid}`, `SUMMARY:${uid}`, 'DTSTART;VALUE=DATE:20991207');
    const run = `import calendar - ${TO} --calendar chess`;
    await types(run, file(ahead('a'), ahead('b')));
    const refused = await types(`${run} --remove-missing --json`, file(ahead('a')));
    expect(refused).toMatchObject({ status: 1, json: { errors: [{ code: 'archive_limit' }], archived: {} } });
    expect(refused.stderr).toContain('archive 1 of 2 events of lincoln, more than 10%');
    const allowed = await types(`${run} --remove-missing --archive-limit 50%`, file(ahead('a')));
    expect(allowed).toMatchObject({ status: 0 });
    expect(allowed.stdout).toContain('"b" of 2099-12-07 is not in the file any more, and is cancelled.');
  });

  it('equals 1 for an export of no school, which is said', async () => {
    const outcome = await types(`import oneroster ${given('oneroster-nothing-imported')}`);
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain('Nothing was imported');
    expect(outcome.stdout).toContain('no_school');
  });
});

describe('import oneroster, what a report says', () => {
  const good = (change?: (text: string) => string): Buffer => zipOf('oneroster-grade-1-good', change);
  const run = 'import oneroster - --time-zone America/New_York --on-date 2026-11-25';

  it('omits the id of a school that a dry run did not make', async () => {
    const { status, json } = await types(`${run} --dry-run --json`, good());
    expect([status, json.schools]).toMatchObject([0, [{ school_id: null }]]);
    expect((await types(`${run} --dry-run`, good())).stdout).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    const made = (await types(`${run} --json`, good())).json.schools as unknown;
    expect(made).toMatchObject([{ school_id: expect.any(String) }]);
    expect((await types(`${run} --dry-run --json`, good())).json.schools).toEqual(made);
  });

  it.each([
    ['a user of no school of it', 'enrollment_of_outsider', 's1,u2,student', 's1,w1,student'],
    ['a role that is not known', 'unknown_role', 's1,u2,student', 's1,u2,wizard'],
    ['a user whom nobody knows', 'enrollment_without_user', 's1,u2,student', 's1,u9,student'],
  ])('includes that an enrolment was skipped, of %s: 3 where it is strict', async (_, code, from, to) => {
    const zip = good((text) => text.replace(from, to));
    for (const [strict, status] of [
      ['', 0],
      [' --strict', 3],
    ] as const) {
      const outcome = await types(`${run}${strict} --json`, zip);
      expect([outcome.status, outcome.stderr]).toEqual([status, '1 row was left out.\n']);
      expect(outcome.json.errors).toMatchObject([{ file: 'enrollments.csv', line: 3, code }]);
    }
  });

  it('includes that a guardian has an email no more, once, and how many', async () => {
    await types(`${run} --json`, good());
    const without = good((text) => text.replace('renee@x.example', ''));
    const { json, stdout } = await types(`${run} --json`, without);
    expect(json).toMatchObject({
      vanished: { guardian_emails: 1 },
      warnings: [{ file: 'users.csv', line: 2, code: 'guardian_email_gone', value: 'u1' }],
    });
    expect(json.warnings[0].message).toContain('x.example');
    expect(stdout).not.toContain('renee@');
    const again = (await types(`${run} --json`, without)).json as object;
    expect(again).toMatchObject({ warnings: [] });
    expect(again).not.toHaveProperty('vanished');
    await types(`${run} --json`, good());
    expect((await types(run, without)).stdout).toContain('guardian_emails that vanished: 1');
  });
});

describe('import content, what a report says', () => {
  it('includes that a student has a postal address no more, and a guardian no email', async () => {
    const file = (address: object | null, email: string | null): string =>
      JSON.stringify({
        students: [
          {
            ...{ source_id: 'a', first_name: 'Ada', last_name: 'Byron', address },
            guardians: [{ source_id: 'g', first_name: 'Ann', last_name: 'Byron', relation: 'mother', email }],
          },
        ],
      });
    const bring = async (text: string) => (await types(`import content - ${TO} --json`, text)).json as object;
    await bring(file({ line1: '1 Main St', city: 'Town' }, 'ann@x.example'));
    const gone = await bring(file(null, null));
    expect(gone).toMatchObject({
      vanished: { guardian_emails: 1, student_addresses: 1 },
      warnings: [{ code: 'guardian_email_gone' }, { code: 'student_address_gone', value: 'a' }],
    });
    expect(await bring(file(null, null))).not.toHaveProperty('vanished');
  });
});

describe('import from standard input', () => {
  it('names it - in the report', async () => {
    const { json } = await types(`import calendar - ${TO} --json`, file(FAIR, BROKEN));
    expect(json).toMatchObject({ created: { events: 1 }, errors: [{ file: '-', line: 8, value: 'soon' }] });
    const menus = await types(`import menus - ${TO} --json`, 'date,meal_type,items\n1,lunch,Eggs\n');
    expect(menus.json.errors).toMatchObject([{ file: '-', line: 2, value: '1' }]);
  });

  it('takes the zip file of an export', async () => {
    const zip = zipOf('oneroster-grade-1-good');
    const { status, json } = await types('import oneroster - --time-zone Europe/Berlin --json', zip);
    expect([status, json.created]).toMatchObject([0, { schools: 1, students: 2, guardians: 2, staff: 1 }]);
  });

  it('knows no folder in which a content file could name files', async () => {
    const content = { documents: [{ key: 'd', title: 'Plan', files: ['plan.pdf'] }] };
    const { json } = await types(`import content - ${TO} --json`, JSON.stringify(content));
    expect(json.errors).toMatchObject([{ file: '-', code: 'foreign_path' }]);
  });

  it('refuses what is no text, with the name of what it is', async () => {
    const zip = zipOf('oneroster-role-staff');
    for (const kind of ['menus', 'calendar', 'content']) {
      const { status, stderr } = await types(`import ${kind} - ${TO}`, zip);
      expect([status, stderr]).toEqual([1, expect.stringContaining('xlsx')]);
    }
  });
});

describe('import oneroster, words as they are met', () => {
  const students = () =>
    operator.dataSource.query<unknown[]>(
      `select source_id, grade, graduation_year from students where archived_at is null order by 1`,
    );

  it('keeps the year on file where a grade is not understood', async () => {
    const bring = (folder: string) =>
      types(`import oneroster ${given(folder)} --on-date 2026-11-25 --time-zone America/New_York --json`);
    await bring('oneroster-grade-1-good');
    const good = [
      { source_id: 'u1', grade: '5', graduation_year: 2034 },
      { source_id: 'u2', grade: 'K', graduation_year: 2039 },
    ];
    expect(await students()).toEqual(good);
    const retained = await bring('oneroster-grade-2-unreadable');
    expect(retained.json.warnings).toEqual([]);
    expect(await students()).toEqual(good);
    const zip = zipOf('oneroster-grade-1-good', (text) =>
      text.replace('"p1,p2",05,', '"p1,p2",Owls,').replace('KG', 'UG').replace('p2,,,true', 'p2,,,perhaps'),
    );
    const owls = await types('import oneroster - --on-date 2026-12-01 --json', zip);
    expect(owls.json.warnings).toMatchObject([
      { file: 'users.csv', line: 2, code: 'unknown_grade', value: 'Owls' },
      { file: 'users.csv', line: 6, code: 'unknown_enabled', value: 'perhaps' },
    ]);
    expect(await students()).toEqual([
      { source_id: 'u1', grade: 'Owls', graduation_year: 2034 },
      { source_id: 'u2', grade: 'UG', graduation_year: 2039 },
    ]);
  });

  it('takes staff by whatever word', async () => {
    await types(`import oneroster ${given('oneroster-role-staff')} --time-zone UTC --json`);
    const staff = await operator.dataSource.query<unknown[]>(
      'select last_name, title from staff_members order by 1',
    );
    expect(staff).toEqual([
      { last_name: 'Kjær', title: 'Teacher' },
      { last_name: 'Todd', title: 'Staff' },
    ]);
  });
});
