import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import type { ConditionalText } from '../../platform/http/conditional-text.interceptor.js';
import { FeedChangesRepository } from '../../platform/ics/feed-changes.repository.js';
import { SubscribedFeed } from '../../platform/ics/subscribed-feed.js';
import { MenuCalendarRepository } from './menu-subscriptions.repository.js';
import { type CalendarEntry, calendarFile } from '../../platform/ics/calendar-file.js';
import { dayAfter, dayLines } from '../../platform/ics/day-lines.js';
import { shortened, singleLineOf } from '../../platform/text/shortened.js';
import { menuPictureBase } from './menu-pictures.service.js';
import type { MealType } from './meal-type.js';

/** What a feed calls things. */
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

const WORDS: Record<string, MenuMessages> = {
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
export const menuMessages = (locale: string): MenuMessages =>
  WORDS[locale.split('-')[0]!.toLowerCase()] ?? ENGLISH;

/** Raised when the same content is written otherwise, so that readers fetch it anew. */
export const FORMAT = 1;

/** Of what is served, in a title. */
const MAX_CHARACTERS = 80;

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
  const words = menuMessages(locale);
  return calendarFile({
    name,
    timeZone: time_zone,
    clocks: [],
    entries: entries.map((entry) => entryOf(entry, words, siteUrl)),
  });
}

function entryOf(entry: MenuContentEntry, words: MenuMessages, siteUrl: string): CalendarEntry {
  const day = entry.date.replaceAll('-', '');
  const served = singleLineOf(entry.items.replace(/\s*[\r\n]+\s*/g, ', '));
  return {
    uid: `${entry.id}@${new URL(siteUrl).hostname}`,
    sequence: entry.sequence,
    updatedAt: new Date(entry.updated_at),
    times: dayLines(day, dayAfter(day)),
    title: `${words.meals[entry.meal_type]}: ${shortened(served, MAX_CHARACTERS)}`,
    location: null,
    description: descriptionOf(entry, words),
    labels: [],
    picture: entry.image_name && menuPictureBase(siteUrl) + entry.image_name,
    isFree: true,
    status: 'confirmed',
  };
}

function descriptionOf({ items, allergens, dietary_tags }: MenuContentEntry, words: MenuMessages): string {
  const named = (label: string, values: string[]): string[] =>
    values.length > 0 ? [`${label}: ${values.join(', ')}`] : [];
  const more = [...named(words.allergens, allergens), ...named(words.dietaryTags, dietary_tags)];
  return [items, ...(more.length > 0 ? ['', ...more] : [])].join('\n');
}

/** A year of lunches is 60 kB, and is the same for a whole school. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Menus as calendar apps read them. */
@Injectable()
export class MenuCalendarService {
  private readonly feed: SubscribedFeed;

  constructor(
    menus: MenuCalendarRepository,
    changes: FeedChangesRepository,
    clock: Clock,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.feed = new SubscribedFeed(
      {
        feature: 'lunch_menus',
        format: FORMAT,
        fileName: 'menus.ics',
        maxBytes: MAX_BYTES,
        find: (token, now, content) => menus.find(token, now, content),
        noteChange: (found, now) => changes.note('menu_subscriptions', found, now),
        write: (content) => menuCalendar(JSON.parse(content) as MenuContent, settings.siteUrl),
      },
      clock,
      settings,
    );
  }

  /** @throws NotFoundError for everything that is no feed, or none any more */
  find(token: string): Promise<ConditionalText> {
    return this.feed.find(token);
  }
}
