import type { Prefetch } from '../../platform/auth/prefetch.js';
import { utcText } from '../../platform/database/utc-text.js';
import { revisionOf, type SnapshotKind } from '../../platform/cache/snapshot-kind.js';
import { MEAL_ORDER } from './meal-type.js';
import type { MenuEntryBody } from './menu.dto.js';

export const MENUS_PREFETCH: Prefetch = {
  name: 'menus',
  sql: ({ school }) => `json_build_object('revision', ${revisionOf('menus', school)})`,
};

/** $2 is what an image's name is put behind. */
const rows = (condition: string): string => `
  select id, date::text as date, meal_type, items, $2 || image_name as image_url,
    ${utcText('image_generated_at')} as image_generated_at, allergens, dietary_tags
  from menu_entries where school_id = $1 ${condition}
  order by menu_entries.date, ${MEAL_ORDER}`;

const ENTRIES = {
  subject: 'menus',
  list: 'menus',
  write: (entries: MenuEntryBody[]) => entries.map((entry) => ({ text: JSON.stringify(entry) })),
} as const;

export const MENUS: SnapshotKind<MenuEntryBody> = { ...ENTRIES, name: 'menus', rows: rows('') };

/** $3 is the first day, $4 how many there are. */
export const MENUS_OF_DAYS: SnapshotKind<MenuEntryBody> = {
  ...ENTRIES,
  name: 'menus of days',
  rows: rows('and date >= $3::date and date < $3::date + $4::integer'),
};
