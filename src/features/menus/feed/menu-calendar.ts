import { calendarFile, type CalendarEntry } from '../../../ics/calendar-file.js';
import { dayAfter, dayLines } from '../../../ics/day-lines.js';
import { oneLine, shortened } from '../../../text/shortened.js';
import { menuPictureBase } from '../menu-picture-base.js';
import type { MealType } from '../meal-type.js';
import { menuWords, type MenuWords } from './menu-words.js';

/** Raised when the same content is written otherwise, so that readers fetch it anew. */
export const FORMAT = 1;

/** Of what is served, in a title. */
const MOST_CHARACTERS = 80;

/** What a feed is made of, as the database writes it. */
export interface MenuContent {
  name: string;
  /** Of the school, IANA name. */
  time_zone: string;
  /** BCP 47. */
  locale: string;
  entries: MenuContentEntry[];
}

interface MenuContentEntry {
  id: string;
  /** `YYYY-MM-DD` at the school. */
  date: string;
  meal_type: MealType;
  items: string;
  allergens: string[];
  dietary_tags: string[];
  image_name: string | null;
  sequence: number;
  /** UTC; of the picture as well. */
  updated_at: string;
}

/**
 * A feed of menus as it is sent: RFC 5545, one all-day entry a meal, the same bytes for the same content.
 * @param siteUrl bare address
 */
export function menuCalendar({ name, time_zone, locale, entries }: MenuContent, siteUrl: string): string {
  const words = menuWords(locale);
  return calendarFile({
    name,
    timeZone: time_zone,
    clocks: [],
    entries: entries.map((entry) => entryOf(entry, words, siteUrl)),
  });
}

function entryOf(entry: MenuContentEntry, words: MenuWords, siteUrl: string): CalendarEntry {
  const day = entry.date.replaceAll('-', '');
  const served = oneLine(entry.items.replace(/\s*[\r\n]+\s*/g, ', '));
  return {
    uid: `${entry.id}@${new URL(siteUrl).hostname}`,
    sequence: entry.sequence,
    updatedAt: new Date(entry.updated_at),
    times: dayLines(day, dayAfter(day)),
    title: `${words.meals[entry.meal_type]}: ${shortened(served, MOST_CHARACTERS)}`,
    location: null,
    description: descriptionOf(entry, words),
    labels: [],
    picture: entry.image_name && menuPictureBase(siteUrl) + entry.image_name,
    isFree: true,
    status: 'confirmed',
  };
}

function descriptionOf({ items, allergens, dietary_tags }: MenuContentEntry, words: MenuWords): string {
  const named = (label: string, values: string[]): string[] =>
    values.length > 0 ? [`${label}: ${values.join(', ')}`] : [];
  const more = [...named(words.allergens, allergens), ...named(words.dietaryTags, dietary_tags)];
  return [items, ...(more.length > 0 ? ['', ...more] : [])].join('\n');
}
