import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import type { ImportedMenu } from '../../features/menus/menu.importer.js';
import type { IssueLog, SourceLocation } from '../oneroster/issue-log.js';
import type { Columns } from '../oneroster/parse/columns.js';
import { CsvReader, type CsvRecord, lineBlocks } from '../oneroster/parse/csv-records.js';
import { type Header, readHeader } from '../oneroster/parse/header.js';
import { MEAL_TYPES } from '../../features/menus/meal-type.js';
import { isStreamSafe, normalizeText, withoutControls } from '../../platform/text/normalize.js';
import { CommandRefusedError } from '../../platform/errors/operator.error.js';

/** The file as a whole cannot be read; nothing of it was taken. */
export class MenuFileRefusedError extends CommandRefusedError {}

export type MenuColumn = 'date' | 'mealType' | 'items' | 'allergens' | 'dietaryTags';

/** Characters (contract section 0, rule 4). */
const MAX_ITEMS = 5_000;
const MAX_TAG = 200;

const isDate = (value: string): boolean => z.iso.date().safeParse(value).success && value >= '1900';

/** Null when the row is reported instead. */
export function readMenuRow(
  cells: string[],
  header: Header<MenuColumn>,
  place: SourceLocation,
  log: IssueLog,
): ImportedMenu | null {
  const cell = (column: MenuColumn): string => cellOf(cells, header, column);
  const mealType = MEAL_TYPES.find((type) => type === cell('mealType').toLowerCase());
  const [date, items] = [cell('date'), cell('items')];
  const fault = (code: string, value: string, message: string): null => {
    log.error(place, code, value, message);
    return null;
  };
  if (!isDate(date)) {
    return fault(date ? 'invalid_date' : 'missing_field', date, 'date: expected a date such as 2026-09-07.');
  }
  if (!mealType) {
    const code = cell('mealType') ? 'unknown_value' : 'missing_field';
    return fault(code, cell('mealType'), `meal_type: expected one of ${MEAL_TYPES.join(', ')}.`);
  }
  if (!cells.every((one) => isStreamSafe(withoutControls(one))))
    return fault('too_many_marks', '', 'A letter has more than 30 combining marks.');
  if (!items) return fault('missing_field', '', 'items: says nothing.');
  if ([...items].length > MAX_ITEMS)
    return fault('too_long', '', `items: longer than ${MAX_ITEMS} characters.`);
  const allergens = header.has('allergens') ? tagsIn(cell('allergens')) : undefined;
  const dietaryTags = header.has('dietaryTags') ? tagsIn(cell('dietaryTags')) : undefined;
  const long = [...(allergens ?? []), ...(dietaryTags ?? [])].find((tag) => [...tag].length > MAX_TAG);
  if (long !== undefined) {
    return fault('too_long', '', `An allergen or tag is longer than ${MAX_TAG} characters.`);
  }
  return { date, mealType, items, allergens, dietaryTags };
}

/** The first of the columns of this name that is filled. */
function cellOf(cells: string[], header: Header<MenuColumn>, column: MenuColumn): string {
  const texts = (header.get(column) ?? []).map((index) => normalizeText(cells[index], 'several lines'));
  return texts.find((text) => text !== null) ?? '';
}

/** Separated by semicolons (contract section 14, rule 3), each once. */
const tagsIn = (cell: string): string[] => [
  ...new Set(cell.split(';').flatMap((tag) => normalizeText(tag) ?? [])),
];

const COLUMNS: Columns<MenuColumn> = {
  date: { official: ['date'], met: ['day', 'menudate', 'servicedate'] },
  mealType: { official: ['mealtype'], met: ['meal', 'type'] },
  items: { official: ['items'], met: ['item', 'menu', 'menuitems', 'dishes'] },
  allergens: { official: ['allergens'], met: ['allergen'] },
  dietaryTags: { official: ['dietarytags'], met: ['dietarytag', 'dietary', 'tags', 'diet'] },
};
const REQUIRED = { date: 'date', mealType: 'meal_type', items: 'items' } as const;

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The rows of a CSV file that can be taken; the others are reported by line. The header may have any order and case.
 * @throws MenuFileRefusedError when it cannot be read, or lacks a column that is needed
 */
export async function readMenuFile(path: string, log: IssueLog): Promise<ImportedMenu[]> {
  const file = basename(path);
  const menus = new Map<string, { menu: ImportedMenu; line: number }>();
  let header: Header<MenuColumn> | null = null;
  let width = 0;
  for await (const record of recordsOf(path, log)) {
    const place = { file, line: record.line };
    if (!header) {
      header = checked(readHeader(record.cells, COLUMNS, place, log));
      width = record.cells.length;
      continue;
    }
    if (!isWhole(record, width, place, log)) continue;
    const menu = readMenuRow(record.cells, header, place, log);
    if (!menu) continue;
    const key = `${menu.date} ${menu.mealType}`;
    const first = menus.get(key);
    if (!first) menus.set(key, { menu, line: record.line });
    else log.error(place, 'duplicate', key, `This meal is there already, on line ${first.line}.`);
  }
  if (!header) throw new MenuFileRefusedError('The file is empty.');
  return [...menus.values()].map(({ menu }) => menu);
}

async function* recordsOf(path: string, log: IssueLog): AsyncGenerator<CsvRecord> {
  await assertReadable(path);
  let reader: CsvReader | null = null;
  const onLegacy = (line: number): void =>
    log.warn(
      { file: basename(path), line },
      'not_utf8',
      '',
      'The file is not UTF-8; it was read as windows-1252.',
    );
  for await (const lines of lineBlocks(createReadStream(path), onLegacy)) {
    reader ??= new CsvReader(delimiterOf(lines));
    yield* reader.read(lines);
  }
  if (reader) yield* reader.end();
}

async function assertReadable(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new MenuFileRefusedError('There is no such file.');
  if (!found.isFile()) throw new MenuFileRefusedError('The path is not that of a file.');
  if (found.size > MAX_BYTES) throw new MenuFileRefusedError('The file is larger than 64 MB.');
}

/** As the spreadsheets of some countries write it. */
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
  place: { file: string; line: number },
  log: IssueLog,
): boolean {
  if (cells.every((cell) => cell.trim() === '')) return false;
  if (broken) {
    log.error(place, 'broken_quotes', '', 'A quotation mark is never closed; the row was skipped.');
    return false;
  }
  if (cells.slice(width).some((cell) => cell.trim() !== '')) {
    const message = 'The row has more cells than the header has: quote what holds a comma. It was skipped.';
    log.error(place, 'column_count', `${cells.length} of ${width}`, message);
    return false;
  }
  if (stray) log.warn(place, 'stray_quote', '', 'A quotation mark stands where none belongs.');
  return true;
}
