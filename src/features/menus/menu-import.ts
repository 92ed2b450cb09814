import type { MealType } from './meal-type.js';

/** One meal as a source has it. Texts are normalised by the caller. */
export interface ImportedMenu {
  /** `YYYY-MM-DD`; unique within one feed together with the meal type. */
  date: string;
  mealType: MealType;
  items: string;
  /** Undefined: the source does not say, and what is stored stays. */
  allergens: string[] | undefined;
  dietaryTags: string[] | undefined;
}
