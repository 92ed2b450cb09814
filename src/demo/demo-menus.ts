import type { ContentFile } from '../imports/content/content-file.schema.js';
import type { Dish } from './data/dishes.js';

const DAY = 24 * 60 * 60 * 1000;
const WEEKS = 4;
/** From where the dishes are counted. */
const EPOCH_SUNDAY = Date.UTC(2020, 0, 5);

export interface Kitchen {
  breakfast?: Dish[];
  lunch: Dish[];
  snack?: Dish[];
}

/**
 * Four weeks of school days: last week, this one, and two that come. A day has the same dishes whenever it is loaded.
 * @param today YYYY-MM-DD at the school
 */
export function menuEntries(kitchen: Kitchen, today: string): NonNullable<ContentFile['menus']> {
  const from = sundayBefore(Date.parse(today)) - 7 * DAY;
  return Array.from({ length: WEEKS * 7 }, (_, at) => from + at * DAY)
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .flatMap((day) => mealsOf(kitchen, day));
}

function mealsOf(kitchen: Kitchen, day: number): NonNullable<ContentFile['menus']> {
  const date = new Date(day).toISOString().slice(0, 10);
  const days = (day - EPOCH_SUNDAY) / DAY;
  // School days alone: Monday goes on where Friday ended.
  const served = Math.floor(days / 7) * 5 + (days % 7) - 1;
  return (['breakfast', 'lunch', 'snack'] as const).flatMap((meal_type) => {
    const dishes = kitchen[meal_type];
    return dishes ? [{ date, meal_type, ...dishes[served % dishes.length]! }] : [];
  });
}

const sundayBefore = (day: number): number => day - new Date(day).getUTCDay() * DAY;
