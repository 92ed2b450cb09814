import { Readable } from 'node:stream';
import { z } from 'zod';
import type { ImportedMenu } from '../../features/menus/menu.importer.js';
import { formatOf, inputName, readInput } from '../import-input.js';
import type { IssueLog, SourceLocation } from '../oneroster/issue-log.js';
import type { Columns } from '../oneroster/parse/columns.js';
import { CsvReader, type CsvRecord, lineBlocks } from '../oneroster/parse/csv-records.js';
import { type Header, readHeader } from '../oneroster/parse/header.js';
import { MEAL_TYPES } from '../../features/menus/meal-type.js';
import { isStreamSafe, normalizeText, withoutControls } from '../../platform/text/normalize.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';
import { NOTHING_FOUND } from '../../platform/import-report.js';

/** The file as a whole cannot be read; nothing of it was taken. */
export class MenuFileRefusedError extends CommandRefusedError {}

export type MenuColumn = 'date' | 'mealType' | 'items' | 'allergens' | 'dietaryTags';

/** Characters (contract section 0, rule 4). */
const MAX_ITEMS = 5_000;
const MAX_TAG = 200;

const isDate = (value: string): boolean => z.iso.date().safeParse(value).success && value >= '1900';

/** Null when the row is reported instead. */
function readMenuRow(
  cells: string[],
  header: Header<MenuColumn>,
  location: SourceLocation,
  log: IssueLog,
): ImportedMenu | null {
  const cell = (column: MenuColumn): string => cellOf(cells, header, column);
  const mealType = MEAL_TYPES.find((type) => type === cell('mealType').toLowerCase());
  const [date, items] = [cell('date'), cell('items')];
  const fault = (code: string, value: string, message: string): null => {
    log.error(location, code, value, message);
    return null;
  };
  const missing = (column: string): null => fault('missing_field', column, `${column}: says nothing.`);
  if (!date) return missing('date');
  if (!isDate(date)) return fault('invalid_date', date, 'date: expected a date such as 2026-09-07.');
  if (!cell('mealType')) return missing('meal_type');
  if (!mealType)
    return fault('unknown_value', cell('mealType'), `meal_type: expected one of ${MEAL_TYPES.join(', ')}.`);
  if (!cells.every((one) => isStreamSafe(withoutControls(one))))
    return fault('too_many_marks', items.slice(0, 40), 'A letter has more than 30 combining marks.');
  if (!items) return missing('items');
  if ([...items].length > MAX_ITEMS)
    return fault('too_long', items.slice(0, 40), `items: longer than ${MAX_ITEMS} characters.`);
  const tags = (column: MenuColumn) => (header.has(column) ? tagsIn(cell(column)) : undefined);
  const [allergens, dietaryTags] = [tags('allergens'), tags('dietaryTags')];
  const long = [...(allergens ?? []), ...(dietaryTags ?? [])].find((tag) => [...tag].length > MAX_TAG);
  if (long !== undefined)
    return fault('too_long', long.slice(0, 40), `An allergen or tag is longer than ${MAX_TAG} characters.`);
  return { date, mealType, items, allergens, dietaryTags };
}

/** The first of the columns of this name that is filled. */
function cellOf(cells: string[], header: Header<MenuColumn>, column: MenuColumn): string {
  const texts = (header.get(column) ?? []).map((index) => normalizeText(cells[index], 'several lines'));
  return texts.find((text) => text !== null) ?? '';
}

/** Separated by semicolons (contract section 14, rule 3), or as others separate them, each once. */
const tagsIn = (cell: string): string[] => [
  ...new Set(cell.split(/[;,|]/).flatMap((tag) => normalizeText(tag) ?? [])),
];

const COLUMNS: Columns<MenuColumn> = {
  date: { official: ['date'], met: ['day', 'menudate', 'servicedate'] },
  mealType: { official: ['mealtype'], met: ['meal', 'type'] },
  items: { official: ['items'], met: ['item', 'menu', 'menuitems', 'dishes'] },
  allergens: { official: ['allergens'], met: ['allergen'] },
  dietaryTags: { official: ['dietarytags'], met: ['dietarytag', 'dietary', 'tags', 'diet'] },
};
const REQUIRED = { date: 'date', mealType: 'meal_type', items: 'items' } as const;

/**
 * The rows of a CSV file that can be taken; the others are reported by line. The header may have any order and case.
 * @throws MenuFileRefusedError when it cannot be read, or lacks a column that is needed
 */
export async function readMenuFile(path: string, log: IssueLog): Promise<ImportedMenu[]> {
  const file = inputName(path);
  const menus = new Map<string, ImportedMenu>();
  let header: Header<MenuColumn> | null = null;
  let width = 0;
  let rows = 0;
  for await (const record of recordsOf(path, log)) {
    const location = { file, line: record.line };
    if (!header) {
      header = checked(readHeader(record.cells, COLUMNS, location, log));
      width = record.cells.length;
      continue;
    }
    rows += record.cells.some((cell) => cell.trim() !== '') ? 1 : 0;
    if (!isWhole(record, width, location, log)) continue;
    const menu = readMenuRow(record.cells, header, location, log);
    if (!menu) continue;
    const key = `${menu.date} ${menu.mealType}`;
    const whole = withDish(menus.get(key), menu);
    if ([...whole.items].length <= MAX_ITEMS) menus.set(key, whole);
    else
      log.error(
        location,
        'too_long',
        key,
        `items: those of all rows are longer than ${MAX_ITEMS} characters.`,
      );
  }
  if (!header) throw new MenuFileRefusedError('The file is empty.');
  if (rows === 0) {
    const message = 'The file has no row below its header: fill it in and import it again.';
    log.warn({ file, line: 0 }, NOTHING_FOUND, 'date', message);
  }
  return [...menus.values()];
}

/**
 * One dish a row adds up to the meal; the same row again adds nothing. What is in one dish is in the meal, and the meal is fit for
 * somebody only where all of its dishes are.
 */
function withDish(meal: ImportedMenu | undefined, dish: ImportedMenu): ImportedMenu {
  if (!meal) return dish;
  const known = meal.items.split('\n');
  const items = [...known, ...dish.items.split('\n').filter((line) => !known.includes(line))].join('\n');
  return {
    ...{ ...meal, items },
    allergens: meal.allergens && [...new Set([...meal.allergens, ...(dish.allergens ?? [])])],
    dietaryTags: meal.dietaryTags?.filter((tag) => dish.dietaryTags?.includes(tag)),
  };
}

async function* recordsOf(path: string, log: IssueLog): AsyncGenerator<CsvRecord> {
  const bytes = await readInput(path);
  const format = formatOf(bytes);
  if (format)
    throw new MenuFileRefusedError(
      `The file is no CSV, but ${format}: save it as "CSV UTF-8" and import that.`,
    );
  let reader: CsvReader | null = null;
  const onLegacy = (line: number): void =>
    log.warn(
      { file: inputName(path), line },
      'not_utf8',
      'windows-1252',
      'The file is not UTF-8; it was read as windows-1252.',
    );
  for await (const lines of lineBlocks(Readable.from([bytes]), onLegacy)) {
    reader ??= new CsvReader(delimiterOf(lines));
    yield* reader.read(lines);
  }
  if (reader) yield* reader.end();
}

/** Delimiter of the file: spreadsheets of some countries write another one. */
function delimiterOf(lines: string[]): string {
  const header = lines.find((line) => line.trim() !== '') ?? '';
  return [',', ';', '\t'].find((delimiter) => header.includes(delimiter)) ?? ',';
}

function checked(header: Header<MenuColumn>): Header<MenuColumn> {
  const missing = Object.entries(REQUIRED).filter(([column]) => !header.has(column as MenuColumn));
  if (missing.length === 0) return header;
  const names = missing.map(([, name]) => name).join(', ');
  throw new MenuFileRefusedError(`The file lacks the column ${names}.`);
}

function isWhole(
  { cells, broken, stray }: CsvRecord,
  width: number,
  location: { file: string; line: number },
  log: IssueLog,
): boolean {
  if (cells.every((cell) => cell.trim() === '')) return false;
  if (broken) {
    log.error(location, 'broken_quotes', '"', 'A quotation mark is never closed; the row was skipped.');
    return false;
  }
  if (cells.slice(width).some((cell) => cell.trim() !== '')) {
    const message = 'The row has more cells than the header has: quote what holds a comma. It was skipped.';
    log.error(location, 'column_count', `${cells.length} of ${width}`, message);
    return false;
  }
  if (stray) log.warn(location, 'stray_quote', '"', 'A quotation mark stands where none belongs.');
  return true;
}
