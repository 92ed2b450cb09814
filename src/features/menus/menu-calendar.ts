import { type CalendarEntry, calendarFile } from '../../platform/ics/calendar-file.js';
import { dayAfter, dayLines } from '../../platform/ics/zone-clock.js';
import { shortened, singleLineOf } from '../../platform/text/shortened.js';
import type { MealType } from './meal-type.js';
import { menuPictureBase } from './menu-pictures.service.js';

/** Texts of a feed in one language. */
export interface MenuMessages {
  meals: Record<MealType, string>;
  allergens: string;
  dietaryTags: string;
}

const ENGLISH: MenuMessages = {
  meals: { breakfast: 'Breakfast', lunch: 'Lunch', snack: 'Snack', dinner: 'Dinner', other: 'Menu' },
  allergens: 'Allergens',
  dietaryTags: 'Dietary',
};

const MESSAGES: Record<string, MenuMessages> = {
  de: {
    meals: {
      breakfast: 'Frühstück',
      lunch: 'Mittagessen',
      snack: 'Snack',
      dinner: 'Abendessen',
      other: 'Speiseplan',
    },
    allergens: 'Allergene',
    dietaryTags: 'Ernährung',
  },
  es: {
    meals: { breakfast: 'Desayuno', lunch: 'Almuerzo', snack: 'Merienda', dinner: 'Cena', other: 'Menú' },
    allergens: 'Alérgenos',
    dietaryTags: 'Dieta',
  },
  fr: {
    meals: {
      breakfast: 'Petit-déjeuner',
      lunch: 'Déjeuner',
      snack: 'Goûter',
      dinner: 'Dîner',
      other: 'Menu',
    },
    allergens: 'Allergènes',
    dietaryTags: 'Régime',
  },
};

/** @param locale BCP 47; English for a language that is not here */
const menuMessages = (locale: string): MenuMessages =>
  MESSAGES[locale.split('-')[0]!.toLowerCase()] ?? ENGLISH;

/** Raised when the same content is written otherwise, so that readers fetch it again. */
export const FORMAT = 1;

/** Characters of the dishes in a title. */
const MAX_CHARACTERS = 80;

/** Contents of a feed, as the database writes them. */
export interface MenuContent {
  name: string;
  /** Time zone of the school, IANA name. */
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
  const messages = menuMessages(locale);
  return calendarFile({
    feed: { name, timeZone: time_zone },
    clocks: [],
    entries: entries.map((entry) => entryOf(entry, messages, siteUrl)),
  });
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter(Boolean);

function entryOf(entry: MenuContentEntry, messages: MenuMessages, siteUrl: string): CalendarEntry {
  const day = entry.date.replaceAll('-', '');
  const served = singleLineOf(linesOf(entry.items).join(', '));
  return {
    uid: `${entry.id}@${new URL(siteUrl).hostname}`,
    sequence: entry.sequence,
    updatedAt: new Date(entry.updated_at),
    times: dayLines(day, dayAfter(day)),
    title: `${messages.meals[entry.meal_type]}: ${shortened(served, MAX_CHARACTERS)}`,
    location: null,
    description: descriptionOf(entry, messages),
    labels: [],
    picture: entry.image_name && menuPictureBase(siteUrl) + entry.image_name,
    isFree: true,
    status: 'confirmed',
  };
}

function descriptionOf({ items, allergens, dietary_tags }: MenuContentEntry, messages: MenuMessages): string {
  const named = (label: string, values: string[]): string[] =>
    values.length > 0 ? [`${label}: ${values.join(', ')}`] : [];
  const more = [...named(messages.allergens, allergens), ...named(messages.dietaryTags, dietary_tags)];
  return [items, ...(more.length > 0 ? ['', ...more] : [])].join('\n');
}
