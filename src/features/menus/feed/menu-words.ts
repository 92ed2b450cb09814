import type { MealType } from '../meal-type.js';

/** What a feed calls things. */
export interface MenuWords {
  meals: Record<MealType, string>;
  allergens: string;
  dietaryTags: string;
}

const ENGLISH: MenuWords = {
  meals: { breakfast: 'Breakfast', lunch: 'Lunch', snack: 'Snack', dinner: 'Dinner', other: 'Menu' },
  allergens: 'Allergens',
  dietaryTags: 'Dietary',
};

const WORDS: Record<string, MenuWords> = {
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
export const menuWords = (locale: string): MenuWords => WORDS[locale.split('-')[0]!.toLowerCase()] ?? ENGLISH;
