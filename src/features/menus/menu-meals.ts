import { type FieldError, ValidationFailedError } from '../../platform/errors/app-error.js';
import type { ImportedMenu } from './menu-entries.repository.js';
import type { MenuInput, MenusInput } from './menu.dto.js';

/**
 * The meals of a request, which sends one or many.
 * @throws ValidationFailedError a single meal that is not whole, or two of the same date and kind
 */
export function mealsFrom({ menus, ...single }: MenusInput): ImportedMenu[] {
  const given = menus ?? [whole(single)];
  const faults = given.flatMap(({ date, meal_type }, at) => {
    const first = given.findIndex((other) => other.date === date && other.meal_type === meal_type);
    const path = `menus.${at}.meal_type`;
    return first < at ? [{ path, message: `meal_type is that of menus.${first}, of the same date` }] : [];
  });
  if (faults.length > 0) throw refusal(faults);
  return given.map(({ date, meal_type, items, allergens, dietary_tags }) => ({
    ...{ date, mealType: meal_type, items },
    allergens: allergens ?? [],
    dietaryTags: dietary_tags ?? [],
  }));
}

/** @throws ValidationFailedError */
function whole({ date, meal_type, items, ...tags }: Omit<MenusInput, 'menus'>): MenuInput {
  if (date && meal_type && items) return { date, meal_type, items, ...tags };
  const missing = Object.entries({ date, meal_type, items }).filter(([, value]) => !value);
  throw refusal(missing.map(([path]) => ({ path, message: `${path} is required` })));
}

const refusal = (fields: FieldError[]): ValidationFailedError =>
  new ValidationFailedError('The request is not valid.', { fields });
