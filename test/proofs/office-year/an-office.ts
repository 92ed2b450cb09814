import type { ContentFile } from '../../../src/imports/content/content-file.schema.js';
import { wallAt } from '../../../src/platform/clock/wall-clock.js';

/** The school's year begins here, on the wall of its clock and UTC. */
export const SEPTEMBER = '2026-09-07T12:00:00.000Z';
const WEEKS = 26;
const WEEK_MS = 7 * 86_400_000;
/** The first car pool, by the school's clock. */
export const FIRST_RIDE = '2026-09-28T07:30';

export const OFFICE = 'office@example.org';
export const EDITOR = 'editor@example.org';
export const parentOf = (at: number): string => `parent-${at}@example.org`;

/** What the roster of the school holds. */
export const rosterOf = (students: number): ContentFile => ({
  students: Array.from({ length: students }, (_, at) => ({
    ...{
      source_id: `s${at}`,
      first_name: at === 0 ? '=1+1' : 'Ada',
      last_name: `Park ${at}`,
      graduation_year: 2030,
    },
  })),
  members: [
    { email: OFFICE, role: 'senior_admin', first_name: 'Olga', last_name: 'Office' },
    { email: EDITOR, role: 'parent', first_name: 'Eve', last_name: 'Editor' },
    ...Array.from({ length: students }, (_, at) => ({
      ...{ email: parentOf(at), role: 'parent' as const, first_name: 'Ann', last_name: `Park ${at}` },
      students: [{ source_id: `s${at}`, relation: 'mother' as const }],
    })),
  ],
});

/** Mondays to Fridays of September. */
export const LUNCHES = [...Array(30).keys()]
  .map((day) => new Date(Date.UTC(2026, 8, day + 1)))
  .filter((date) => ![0, 6].includes(date.getUTCDay()))
  .map((date) => ({
    ...{ date: date.toISOString().slice(0, 10), meal_type: 'lunch' as const, items: 'Soup\nBread' },
    ...{ allergens: ['Wheat'], dietary_tags: ['Vegetarian'] },
  }));

export const CATEGORIES = [
  { name: 'Trips', color: '#112233' },
  { name: 'Sports', color: '#332211' },
];
export const DETAILS = { title: 'About us', description: '<p>We open at 7.</p>' };
export const CLUB = { kind: 'club' as const, name: 'Chess club', short_name: 'chess' };
export const EXCURSION = {
  ...{ title: 'Museum', location: 'Main Street 1' },
  ...{ starts_at: '2026-10-20T13:00:00.000Z', ends_at: '2026-10-20T19:00:00.000Z' },
};
const OPENS = { opens_at: SEPTEMBER };
export const POLL = {
  ...{ title: 'Picnic', ...OPENS, results_visibility: 'always' as const, anonymous: false },
};
export const POLL_QUESTIONS = [{ text: '@When?', choices: ['=Saturday', 'Sunday'] }];
export const BAKE_SALE = {
  ...{ title: 'Bake sale', ...OPENS, claim_per: 'person' as const, claimant_visibility: 'names' as const },
  items: [
    { title: '+Cake', capacity: 1, waitlist_enabled: true },
    { title: 'Table', capacity: 5 },
  ],
};
export const CAR_POOL = {
  ...{ title: 'Car pool', ...OPENS, claim_per: 'person' as const, claimant_visibility: 'names' as const },
};
export const TRIP = {
  ...{ title: 'Museum trip', ...OPENS, body: '<p>By <strong>bus</strong>.</p>' },
  ...{ statement: 'My child may go.', answer_per: 'student' as const },
  ...{ signature_required: true, second_guardian_required: false },
};
export const TRIP_QUESTION = {
  type: 'short_text' as const,
  text: '-Allergies?',
  required: false,
  private: true,
};

/** Half past seven on each Monday's clock: the offset of the winter is another one. */
export const rides = (): { starts_at: string; ends_at: string }[] =>
  Array.from({ length: WEEKS }, (_, week) => {
    const utc = Date.parse(`${FIRST_RIDE}:00Z`) + week * WEEK_MS;
    const offset = [4, 5].find(
      (hours) =>
        wallAt(new Date(utc + hours * 3_600_000), 'America/New_York') ===
        new Date(utc).toISOString().slice(0, 16),
    )!;
    const startsAt = utc + offset * 3_600_000;
    return {
      starts_at: new Date(startsAt).toISOString(),
      ends_at: new Date(startsAt + 20 * 60_000).toISOString(),
    };
  });

/** The same as the office sends, in a file. */
export const contentOf = (): ContentFile => ({
  categories: CATEGORIES,
  school_details: DETAILS,
  menus: LUNCHES,
  organizations: [{ ...CLUB, editors: [{ email: EDITOR, starts_at: SEPTEMBER }] }],
  events: [{ key: 'museum', ...EXCURSION, category: 'Trips' }],
  polls: [
    { key: 'picnic', ...POLL, questions: POLL_QUESTIONS },
    { key: 'evening', ...POLL, title: 'Evening', organization: 'chess', questions: POLL_QUESTIONS },
  ],
  signups: [
    { key: 'bake-sale', ...BAKE_SALE },
    {
      key: 'car-pool',
      ...CAR_POOL,
      items: rides().map((times, at) => ({ title: `Ride ${at + 1}`, capacity: 3, ...times })),
    },
  ],
  permission_slips: [{ key: 'trip', ...TRIP, event: 'museum', questions: [TRIP_QUESTION] }],
});
