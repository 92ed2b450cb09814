/** In the order in which they are shown (contract section 14, rule 3). */
export const MEAL_TYPES = ['breakfast', 'lunch', 'snack', 'dinner', 'other'] as const;

export type MealType = (typeof MEAL_TYPES)[number];

/** SQL that orders rows with a `meal_type`. */
export const MEAL_ORDER = `array_position(array[${MEAL_TYPES.map((type) => `'${type}'`).join(', ')}], meal_type)`;
