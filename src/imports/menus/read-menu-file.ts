import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FedMenu } from '../../features/menus/menu-feed.service.js';
import type { IssueLog } from '../oneroster/issue-log.js';
import type { Columns } from '../oneroster/read/columns.js';
import { CsvReader, type CsvRecord } from '../oneroster/read/csv-records.js';
import { readHeader, type Header } from '../oneroster/read/header.js';
import { lineBlocks } from '../oneroster/read/text-lines.js';
import { MenuFileRefusedError } from './menu-file-refused.error.js';
import { readMenuRow, type MenuColumn } from './menu-row.js';

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
export async function readMenuFile(path: string, log: IssueLog): Promise<FedMenu[]> {
  const file = basename(path);
  const menus = new Map<string, { menu: FedMenu; line: number }>();
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
