import type { ContentFile } from '../imports/content/content-file.schema.js';
import type { DemoSignup, DemoSignupItem } from './data/signups.js';
import { audienceOf } from './demo-audience.js';
import { DemoWeek, type Loading } from './demo-week.js';

type SignupInput = NonNullable<ContentFile['signups']>[number];

/** Open, full and closed. Nobody is alerted. */
export function signupEntries(signups: DemoSignup[], loading: Loading): SignupInput[] {
  const week = new DemoWeek(loading);
  return signups.map(({ key, days: [opens, closes], items, audience, ...signup }) => ({
    ...signup,
    key: week.keyOf({ key }),
    audience: audience && audienceOf(audience, loading.today),
    opens_at: week.at(opens),
    closes_at: week.at(closes),
    visible_until: week.at(closes + 14),
    send_alert: false,
    items: items.map((item) => itemEntry(item, week)),
  }));
}

const itemEntry = (
  { at, minutes = 60, claims: _claims, ...item }: DemoSignupItem,
  week: DemoWeek,
): NonNullable<SignupInput['items']>[number] => ({
  ...item,
  ...(at && { starts_at: week.at(...at), ends_at: week.at(...at, minutes) }),
});
