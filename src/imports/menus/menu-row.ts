import { z } from 'zod';
import { MEAL_TYPES } from '../../features/menus/meal-type.js';
import type { FedMenu } from '../../features/menus/menu-feed.service.js';
import { isStreamSafe, normalizeText, withoutControls } from '../../text/normalize.js';
import type { IssueLog, Place } from '../oneroster/issue-log.js';
import type { Header } from '../oneroster/read/header.js';

export type MenuColumn = 'date' | 'mealType' | 'items' | 'allergens' | 'dietaryTags';

/** Characters (contract section 0, rule 4). */
const LONGEST_ITEMS = 5_000;
const LONGEST_TAG = 200;

const isDate = (value: string): boolean => z.iso.date().safeParse(value).success && value >= '1900';

/** Null when the row is reported instead. */
export function readMenuRow(
  cells: string[],
  header: Header<MenuColumn>,
  place: Place,
  log: IssueLog,
): FedMenu | null {
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
  if ([...items].length > LONGEST_ITEMS)
    return fault('too_long', '', `items: longer than ${LONGEST_ITEMS} characters.`);
  const allergens = header.has('allergens') ? tagsIn(cell('allergens')) : undefined;
  const dietaryTags = header.has('dietaryTags') ? tagsIn(cell('dietaryTags')) : undefined;
  const long = [...(allergens ?? []), ...(dietaryTags ?? [])].find((tag) => [...tag].length > LONGEST_TAG);
  if (long !== undefined) {
    return fault('too_long', '', `An allergen or tag is longer than ${LONGEST_TAG} characters.`);
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
