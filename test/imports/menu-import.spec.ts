import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anOperator, type CommandOutcome, type Operator } from '../support/processes/operator.js';

let operator: Operator;
let folder: string;
beforeAll(async () => {
  operator = await anOperator();
  folder = mkdtempSync(join(tmpdir(), 'menus-'));
  await operator.types([
    'school',
    'create',
    '--name',
    'Lincoln',
    '--short-name',
    'lincoln',
    '--time-zone',
    'UTC',
  ]);
});
afterAll(async () => {
  await operator.drop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => operator.dataSource.query('delete from menu_entries'));

async function imports(content: string | Buffer, ...more: string[]): Promise<CommandOutcome> {
  const path = join(folder, 'menus.csv');
  writeFileSync(path, content);
  return operator.types(['import', 'menus', path, '--school', 'lincoln', '--json', ...more]);
}

const stored = (): Promise<unknown[]> =>
  operator.dataSource.query(
    `select date::text, meal_type, items, allergens, dietary_tags, image_name from menu_entries order by 1, 2`,
  );

const counts = ({ json }: CommandOutcome): unknown[] =>
  ['created', 'updated', 'archived', 'unchanged'].map((outcome) => json[outcome].menus);

const errors = ({ json }: CommandOutcome): unknown[] =>
  json.errors.map(({ line, code, value }: Record<string, unknown>) => [line, code, value]);

const TWO_DAYS = `date,meal_type,items,allergens,dietary_tags
2026-09-07,lunch,"Pizza, Salad",milk; wheat ;milk,vegetarian
2026-09-08,Breakfast,"Porridge
with ""honey""",,`;

describe('import menus', () => {
  it('refuses a file that is not there, and one without the columns, in one line', async () => {
    const missing = await operator.types(['import', 'menus', join(folder, 'no.csv'), '--school', 'lincoln']);
    expect(missing).toMatchObject({ status: 1, stdout: '', stderr: 'There is no such file.\n' });
    expect(await imports('day,what\n2026-09-07,Pizza\n')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'The file lacks the column meal_type, items.\n',
    });
    expect(await imports('')).toMatchObject({ status: 1, stderr: 'The file is empty.\n' });
  });

  it('takes quoted cells of several lines and values separated by semicolons', async () => {
    const outcome = await imports(TWO_DAYS);
    expect(outcome.status).toBe(0);
    expect(outcome.json).toMatchObject({
      dry_run: false,
      schools: [{ short_name: 'lincoln', name: 'Lincoln' }],
      warnings: [],
      errors: [],
    });
    expect(counts(outcome)).toEqual([2, 0, 0, 0]);
    expect(await stored()).toEqual([
      {
        date: '2026-09-07',
        meal_type: 'lunch',
        items: 'Pizza, Salad',
        allergens: ['milk', 'wheat'],
        dietary_tags: ['vegetarian'],
        image_name: null,
      },
      {
        date: '2026-09-08',
        meal_type: 'breakfast',
        items: 'Porridge\nwith "honey"',
        allergens: [],
        dietary_tags: [],
        image_name: null,
      },
    ]);
  });

  it('changes nothing the second time, and nothing at all in a dry run', async () => {
    expect(counts(await imports(TWO_DAYS, '--dry-run'))).toEqual([2, 0, 0, 0]);
    expect(await stored()).toEqual([]);
    await imports(TWO_DAYS);
    const before = await operator.dataSource.query('select ctid, * from menu_entries order by id');
    expect(counts(await imports(TWO_DAYS))).toEqual([0, 0, 0, 2]);
    expect(await operator.dataSource.query('select ctid, * from menu_entries order by id')).toEqual(before);
  });

  it('changes what is another one, keeps the picture and every day that it does not name', async () => {
    await imports(TWO_DAYS);
    await operator.dataSource.query(`update menu_entries set image_name = 'kept.png'`);
    const outcome = await imports('date,meal_type,items\n2026-09-07,lunch,Pasta\n2026-09-09,dinner,Soup\n');
    expect(counts(outcome)).toEqual([1, 1, 0, 0]);
    expect(await stored()).toMatchObject([
      { date: '2026-09-07', items: 'Pasta', allergens: ['milk', 'wheat'], image_name: 'kept.png' },
      { date: '2026-09-08' },
      { date: '2026-09-09', items: 'Soup', image_name: null },
    ]);
    await imports('date,meal_type,items,allergens\n2026-09-07,lunch,Pasta,\n');
    expect(await stored()).toMatchObject([{ allergens: [], dietary_tags: ['vegetarian'] }, {}, {}]);
  });

  it.each<[string, string | Buffer]>([
    [
      'another order, case and blanks',
      ' Items , MEAL TYPE,Dietary-Tags,notes,Date\nPizza,LUNCH,,x,2026-09-07\n',
    ],
    ['a byte order mark and CRLF', '\ufeffdate,meal_type,items\r\n2026-09-07,lunch,Pizza\r\n'],
    ['semicolons', 'date;meal_type;items;allergens\n2026-09-07;lunch;Pizza;"milk;egg"\n'],
    ['UTF-16', Buffer.from('\ufeffdate,meal_type,items\n2026-09-07,lunch,Pizza\n', 'utf16le')],
    ['empty lines and cells at the end', '\ndate,meal_type,items\n\n2026-09-07,lunch,Pizza,,\n,,\n'],
  ])('takes a file with %s', async (_what, content) => {
    const outcome = await imports(content);
    expect(outcome.json.errors).toEqual([]);
    expect(await stored()).toMatchObject([{ date: '2026-09-07', meal_type: 'lunch', items: 'Pizza' }]);
  });

  it('reads a file that is not UTF-8 as windows-1252, and says so', async () => {
    const { json } = await imports(Buffer.from('date,meal_type,items\n2026-09-07,lunch,Crème\n', 'latin1'));
    expect(json.warnings).toMatchObject([{ file: 'menus.csv', line: 2, code: 'not_utf8' }]);
    expect(await stored()).toMatchObject([{ items: 'Crème' }]);
  });

  it('tells allergens apart however they are separated, and adds up the dishes of a meal', async () => {
    const outcome = await imports(
      [
        'date,meal_type,items,allergens,dietary_tags',
        '2026-12-07,lunch,Pizza,"milk, wheat",halal',
        '2026-12-07,lunch,Salad,nuts|milk,vegan; halal',
        '2026-12-07,lunch,Salad,nuts|milk,vegan; halal',
      ].join('\n'),
    );
    expect([outcome.json.errors, outcome.json.warnings]).toEqual([[], []]);
    expect(await stored()).toMatchObject([
      { items: 'Pizza\nSalad', allergens: ['milk', 'wheat', 'nuts'], dietary_tags: ['halal'] },
    ]);
  });

  it('calls no meal vegan of which one dish is not, in whatever order the rows come', async () => {
    const [salad, stew, plain] = ['Salad,vegan', 'Beef stew,', 'Bread,vegan'];
    const days = [
      [salad, stew],
      [stew, salad],
      [salad, stew, plain],
      [salad, plain],
    ].map((dishes, at) => dishes.map((dish) => `2026-12-0${at + 1},lunch,${dish}`));
    const outcome = await imports(['date,meal_type,items,dietary_tags', ...days.flat()].join('\n'));
    expect([outcome.json.errors, outcome.json.warnings]).toEqual([[], []]);
    expect(await stored()).toMatchObject([[], [], [], ['vegan']].map((dietary_tags) => ({ dietary_tags })));
  });

  it('reports a row that is wrong by its line, and takes the others', async () => {
    const outcome = await imports(
      [
        'date,meal_type,items,allergens,dietary_tags',
        '09/07/2026,lunch,Pizza,,',
        '2026-02-30,lunch,Pizza,,',
        '0000-01-01,lunch,Pizza,,',
        ',lunch,Pizza,,',
        '2026-09-07,brunch,Pizza,,',
        '2026-09-07,,Pizza,,',
        '2026-09-07,lunch, ,,',
        '2026-09-07,lunch,Pizza,milk,vegan,more',
        `2026-09-07,lunch,${'x'.repeat(5_001)},,`,
        `2026-09-07,lunch,Pizza,${'x'.repeat(201)},`,
        '2026-09-08,lunch,Soup,,',
        '2026-09-08,LUNCH,Pasta,,',
        `2026-09-11,lunch,e${'\u0301\u0316'.repeat(16)},,`,
        '2026-09-09,lunch,"Pizza,,',
        '2026-09-10,lunch,Rice,,',
      ].join('\n'),
    );
    expect(outcome.status).toBe(0);
    expect(errors(outcome)).toEqual([
      [2, 'invalid_date', '09/07/2026'],
      [3, 'invalid_date', '2026-02-30'],
      [4, 'invalid_date', '0000-01-01'],
      [5, 'missing_field', 'date'],
      [6, 'unknown_value', 'brunch'],
      [7, 'missing_field', 'meal_type'],
      [8, 'missing_field', 'items'],
      [9, 'column_count', '6 of 5'],
      [10, 'too_long', 'x'.repeat(40)],
      [11, 'too_long', 'x'.repeat(40)],
      [14, 'too_many_marks', expect.any(String)],
      [15, 'broken_quotes', '"'],
    ]);
    expect(await stored()).toMatchObject([
      { date: '2026-09-08', items: 'Soup\nPasta' },
      { date: '2026-09-10', items: 'Rice' },
    ]);
  });
});
