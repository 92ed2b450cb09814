import { invalidField, NotFoundError, ValidationFailedError } from '../../../platform/errors/app-error.js';
import { timesOfDay, timesOfSlots, type SlotsInput } from '../item-times.js';
import { type ItemDetailsInput, signupItem } from '../new-signup.js';
import type { Signup, SignupItem } from '../signup.entity.js';
import { MAX_ITEMS } from '../claim-terms.js';
import { MAX_RULES, type SignupItemInput } from './managed-signup.dto.js';

/** The sign-up whose items are given, with those that it has. */
interface ItemsOwner {
  signup: Signup;
  before: SignupItem[];
  /** IANA name, of the school. */
  timeZone: string;
}

/**
 * The items of a sign-up, in the order in which they are given.
 * @throws NotFoundError an id that names none of them
 * @throws ValidationFailedError one that is named twice, two alike, more than 500, more than 20 rules, or times in more than one form
 */
export function itemsFrom(given: SignupItemInput[], { signup, before, timeZone }: ItemsOwner): SignupItem[] {
  const known = new Map(before.map((item) => [item.id, item]));
  if (given.filter(({ slots }) => slots).length > MAX_RULES)
    throw invalidField('items', `at most ${MAX_RULES} rules for slots at once`);
  const detailed = given.flatMap((input, at) =>
    inTimes(input, at, timeZone).map((item) => ({ ...item, id: input.id })),
  );
  if (detailed.length > MAX_ITEMS)
    throw invalidField('items', `a sign-up has at most ${MAX_ITEMS} items, slots counted one by one`);
  const items = detailed.map(({ id, ...details }, position) => {
    const present = id ? known.get(id.toLowerCase()) : undefined;
    if (id && !present) throw new NotFoundError();
    return signupItem(signup, details, position, present);
  });
  assertDistinct(items);
  return items;
}

/** Where a slot is one of many, it is a new one. */
function inTimes(
  { all_day: allDay, slots, id, ...item }: SignupItemInput,
  at: number,
  timeZone: string,
): ItemDetailsInput[] {
  const forms = [item.starts_at ?? item.ends_at, allDay, slots].filter(Boolean);
  if (forms.length > 1)
    throw invalidField(
      'items',
      `${item.title}: starts_at and ends_at, all_day or slots, and not two of them`,
    );
  if (allDay) return [{ ...item, ...timesOfDay(allDay, timeZone) }];
  if (!slots) return [item];
  if (id) throw invalidField('items', `${item.title}: slots make new items, which have no id`);
  return slotsAt(at, slots, timeZone).map((times) => ({ ...item, ...times }));
}

/** @throws ValidationFailedError with its fields as they stand in the request */
function slotsAt(at: number, slots: SlotsInput, timeZone: string): ReturnType<typeof timesOfSlots> {
  try {
    return timesOfSlots(slots, timeZone);
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    const { message, details } = error;
    const fields = details.fields?.map((field) => ({ ...field, path: `items.${at}.slots.${field.path}` }));
    throw new ValidationFailedError(message, { ...details, ...(fields && { fields }) });
  }
}

function assertDistinct(items: SignupItem[]): void {
  if (new Set(items.map(({ id }) => id)).size < items.length)
    throw invalidField('items', 'an item is named twice');
  const names = items.map(({ title, startsAt }) => `${startsAt?.toISOString() ?? ''} ${title}`);
  if (new Set(names).size < names.length)
    throw invalidField('items', 'two items have the same title and the same time');
}
