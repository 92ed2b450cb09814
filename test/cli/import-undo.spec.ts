import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { empty } from '../support/database/test-database.js';
import { anOperator, type Operator } from '../support/processes/operator.js';

let operator: Operator;
beforeAll(async () => (operator = await anOperator()));
afterAll(() => operator.drop());
beforeEach(async () => {
  await empty(operator.dataSource);
  await types('school create --name Lincoln --short-name lincoln --time-zone America/New_York');
});

const types = (line: string, input?: string) => operator.types(line.split(' '), input);
const TO = '--school lincoln';
const MENUS = 'date,meal_type,items\n2026-11-23,lunch,Soup\n2026-11-24,lunch,Rice\n';

async function imported(): Promise<string> {
  const { status, json } = await types(`import menus - ${TO} --json`, MENUS);
  expect(status).toBe(0);
  return json.run_id as string;
}
const meals = () =>
  operator.dataSource
    .query<unknown[]>('select items from menu_entries order by date')
    .then((rows) => rows.length);

describe('import undo', () => {
  it.each([
    ['import undo', 2, 'missing required argument'],
    ['import undo x', 1, 'No import has this run id, or it was more than 30 days ago.'],
    ['import runs', 2, "required option '--school <school>'"],
    ['import runs --school oak', 1, 'school'],
  ])('refuses %s with status %s', async (line, status, reason) => {
    const outcome = await types(line);
    expect(outcome).toMatchObject({ status, stdout: '' });
    expect(outcome.stderr).toContain(reason);
  });

  it('takes the id that the report has, and refuses a second time', async () => {
    const shown = await types(`import menus - ${TO}`, MENUS);
    const [, run] = /^run (\S+)$/m.exec(shown.stdout)!;
    const undone = await types(`import undo ${run}`);
    expect([undone.status, undone.stderr]).toEqual([0, '']);
    expect(undone.stdout).toMatch(
      /^undo of menus at .*\nlincoln {2}Lincoln {2}\S+\nmenu_entries: 2 removed, 0 as before, 0 back\n$/,
    );
    expect(await meals()).toBe(0);
    const again = await types(`import undo ${run}`);
    expect([again.status, again.stderr]).toEqual([
      1,
      expect.stringContaining('This import was undone already, at '),
    ]);
  });

  it('reports alone with --dry-run', async () => {
    const run = await imported();
    const { json } = await types(`import undo ${run} --dry-run --json`);
    expect(json).toMatchObject({
      run_id: run,
      dry_run: true,
      removed: { menu_entries: 2 },
      conflicts: [],
      conflict_count: 0,
    });
    expect(await meals()).toBe(2);
  });

  it('names what stays, with status 3 where it is strict', async () => {
    const run = await imported();
    await operator.dataSource.query(`update menu_entries set items = 'Stew' where items = 'Soup'`);
    const dry = await types(`import undo ${run} --dry-run --strict`);
    expect(dry.status).toBe(3);
    const { status, stdout } = await types(`import undo ${run}`);
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('1 stay:\n  The menu "2026-11-23" stays as it is: it was changed since.\n'),
    ]);
  });

  it('stands in the audit trail of the school as one command', async () => {
    const run = await imported();
    await types(`import undo ${run}`);
    const { json } = await types(`audit list ${TO} --json`);
    const entries = json.entries as { operation: string }[];
    expect(entries.filter(({ operation }) => operation === 'import undo')).toHaveLength(1);
    expect(entries.filter(({ operation }) => operation === 'import menus')).toHaveLength(1);
  });
});

describe('import runs', () => {
  it('lists what changed something, and whether it is undone', async () => {
    expect((await types(`import runs ${TO} --json`)).json).toEqual({ runs: [] });
    const run = await imported();
    await imported();
    const { json } = await types(`import runs ${TO} --json`);
    expect(json).toMatchObject({
      runs: [{ run_id: run, kind: 'menus', undone_at: null, can_be_undone: true }],
    });
    await types(`import undo ${run}`);
    const { stdout } = await types(`import runs ${TO}`);
    expect(stdout).toMatch(new RegExp(`^${run}  .*  menus  menu_entries \\+2 ~0 -0  undone .*\n$`));
  });
});
