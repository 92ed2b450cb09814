import { MEAL_TYPES } from './meal-type.js';

/** Of rows with a `meal_type`. */
export const MEAL_ORDER = `array_position(array[${MEAL_TYPES.map((type) => `'${type}'`).join(', ')}], meal_type)`;
